import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { RefundState } from './refund-state.tsx'

type Refund = NonNullable<Parameters<typeof RefundState>[0]['transaction']['refund']>

const textOf = (
  status: string,
  refund: Omit<Refund, 'requested_at' | 'open_amount'> | null,
  refunded_amount = status === 'refunded' ? 249900 : 0,
) => {
  const shown = refund && { ...refund, requested_at: '2026-11-21T12:00:00Z', open_amount: 0 }
  const order = { status, refund: shown, amount: 249900, refunded_amount, currency_code: 'INR' as const }
  return renderToStaticMarkup(<RefundState transaction={order} />).replace(/<[^>]*>/g, '|')
}

describe('the state of a refund in the Status column', () => {
  it('is in progress, and says if the gateway has not confirmed it (OQ-210)', () => {
    expect(textOf('completed', { state: 'requested' })).toContain('Refund in progress')
    expect(textOf('completed', { state: 'requested' })).not.toContain('Not confirmed yet')
    expect(textOf('completed', { state: 'unknown' })).toMatch(/Refund in progress.*Not confirmed yet/)
  })

  it('is failed, with the reason once, while it can be tried again (OQ-210)', () => {
    const failed = textOf('completed', { state: 'failed', reason: 'The balance is too low.' })
    expect(failed).toMatch(/Refund failed.*The balance is too low\./)
    expect(failed.match(/too low/g)).toHaveLength(1)
    expect(textOf('refunded', { state: 'failed', reason: 'The balance is too low.' })).toBe('')
  })

  it('is not shown without a refund, or when it is done (OQ-210)', () => {
    expect(textOf('completed', null)).toBe('')
    expect(textOf('refunded', { state: 'processed' })).toBe('')
  })

  it('names what was refunded of an order, beside the state of a further part (OQ-260)', () => {
    expect(textOf('completed', { state: 'processed' }, 100000)).toContain('Refunded ₹1,000 of ₹2,499')
    expect(textOf('completed', { state: 'requested' }, 100000)).toMatch(
      /Refunded ₹1,000 of ₹2,499.*Refund in progress/,
    )
    expect(textOf('refunded', { state: 'processed' }, 249900)).toBe('')
  })
})
