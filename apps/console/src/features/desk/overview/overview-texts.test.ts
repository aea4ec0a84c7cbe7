import type { SpanSum } from '@greenroom/contract/desk/overview/overview.rules'
import { describe, expect, it } from 'vitest'
import { ageText, changeText, endText } from './overview-texts.ts'

const now = Date.parse('2026-11-21T06:30:00Z')
const before = (milliseconds: number) => new Date(now - milliseconds).toISOString()
const minute = 60_000

describe('the age of what waits', () => {
  it.each([
    [0, '1 minute'],
    [minute, '1 minute'],
    [59 * minute, '59 minutes'],
    [60 * minute, '1 hour'],
    [24 * 60 * minute - 1, '23 hours'],
    [24 * 60 * minute, '1 day'],
    [400 * 24 * 60 * minute, '400 days'],
    // The clock of this machine is behind.
    [-minute, '1 minute'],
  ])('of %d ms is “%s” (OQ-448)', (age, text) => {
    expect(ageText(before(age), now)).toBe(text)
  })
})

describe('the change of a span', () => {
  const sum = (net: number, orders = 1): SpanSum => ({
    from: '2026-11-21',
    to: '2026-11-21',
    orders,
    completed: net,
    refunded: 0,
    net,
  })
  const text = (after: number, previous: SpanSum, days: 1 | 7 | 30 = 7) =>
    changeText({ now: sum(after), before: previous }, 'INR', days)

  it('has a percentage and an amount (OQ-446)', () => {
    expect(text(150_000, sum(100_000))).toBe('+50%, ₹500.00 more than the 7 days before')
    expect(text(0, sum(100_000), 1)).toBe('−100%, ₹1,000.00 less than yesterday')
    expect(text(100_000, sum(100_000), 30)).toBe('as much as the 30 days before')
  })

  it('does not divide by zero (OQ-446)', () => {
    expect(text(100_000, sum(0, 0))).toBe('no sales in the 7 days before')
    expect(text(100_000, sum(0, 0), 1)).toBe('no sales yesterday')
    // Everything was refunded.
    expect(text(100_000, sum(0, 3))).toBe('₹1,000.00 more than the 7 days before')
  })
})

describe('the end of a session', () => {
  const format = (iso: string) => `whole ${iso}`

  it('has no day if it is that of the start (OQ-445)', () => {
    expect(endText('2026-11-21T13:30:00Z', '2026-11-21T15:00:00Z', format)).toMatch(/^\d\d:\d\d [AP]M$/)
    expect(endText('2026-11-21T13:30:00Z', '2026-11-23T15:00:00Z', format)).toBe('whole 2026-11-23T15:00:00Z')
  })
})
