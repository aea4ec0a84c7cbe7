import { describe, expect, it } from 'vitest'
import { emptyWish, isOneClick, requestIdOf, settleRequest, wishErrors } from './refund-wish.ts'

const money = (minor: number) => `₹${minor / 100}`
const errors = (wish: Partial<typeof emptyWish>, needsReason = false) =>
  wishErrors({ ...emptyWish, ...wish }, { left: 249900, needsReason }, money)

describe('what the refund dialog asks for', () => {
  it('is the specification’s call for all that is left without a reason (TXN-17, OQ-260)', () => {
    expect(isOneClick(emptyWish, false)).toBe(true)
    expect(errors({})).toEqual({})
    expect(isOneClick({ ...emptyWish, reason: 'goodwill' }, false)).toBe(false)
    expect(errors({ reason: 'goodwill' })).toEqual({})
  })

  it('needs a reason for a part, for a note, and beside another open part (OQ-260)', () => {
    expect(errors({ how: 'part', amount: 100000 })).toEqual({ reason: 'Choose a reason' })
    expect(errors({ note: 'x' })).toEqual({ reason: 'Choose a reason' })
    expect(errors({}, true)).toEqual({ reason: 'Choose a reason' })
    expect(errors({ how: 'part', amount: 100000, reason: 'goodwill' })).toEqual({})
  })

  it('needs an amount that the gateway refunds, and a note that fits (OQ-260)', () => {
    const reason = 'goodwill'
    expect(errors({ how: 'part', reason })).toEqual({ amount: 'Enter an amount' })
    expect(errors({ how: 'part', reason, amount: 249901 })).toEqual({
      amount: 'Only ₹2499 is left to refund.',
    })
    expect(errors({ reason, note: 'x'.repeat(501) })).toEqual({ note: 'Should not exceed 500 characters' })
    expect(errors({ reason, note: '😀'.repeat(500) })).toEqual({})
  })

  it('keeps its id until its outcome is known, for the same order and amount only (OQ-323)', () => {
    const id = requestIdOf('order-1', 50_000)
    expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    expect(requestIdOf('order-2', 50_000)).not.toBe(id)
    expect(requestIdOf('order-1', 50_000)).toBe(id)
    settleRequest('order-1')
    const next = requestIdOf('order-1', 50_000)
    expect(next).not.toBe(id)
    expect(requestIdOf('order-1', 60_000)).not.toBe(next)
  })
})
