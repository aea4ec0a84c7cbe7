import { dueDay, firstDayAfter, lastDayOf } from '@greenroom/contract/money/gst-return/gst-return.rules'
import type { GstMonth } from '@greenroom/contract/money/gst-return/gst-return.schema'
import { describe, expect, it } from 'vitest'
import { isLate, openSteps, progressOf, statesOf } from './month-steps.ts'

const dollars = { currency_code: 'USD' as const, count: 1, taxable: 1, cgst: 0, sgst: 0, igst: 0, total: 1 }
/** A month in which everything is done but filing. */
const month = (
  values: Partial<GstMonth> = {},
  comparison: Partial<GstMonth['comparison']> = {},
): GstMonth => ({
  month: '2026-10',
  invoices: 2,
  credit_notes: 0,
  debit_notes: 0,
  sums: [dollars],
  state_missing: 0,
  rate_missing: 0,
  usd_rate: '83.5000',
  earlier_rate: null,
  comparison: {
    differences: 0,
    days_missing: 0,
    finished_at: '2026-11-01T21:00:00.000Z',
    is_earlier: false,
    is_running: false,
    ...comparison,
  },
  exported: { at: '2026-11-02T06:00:00.000Z', by: 'meera', documents: 2, later: 0, is_outdated: false },
  documents_due: 0,
  refunds_open: 0,
  is_balanced: true,
  filed_at: null,
  filed_by: null,
  arn: null,
  version: 1,
  ...values,
})

describe('the steps of a month (OQ-658)', () => {
  it('are all done but filing', () => {
    const ready = month()
    expect(statesOf(ready)).toEqual({
      compare: 'done',
      states: 'done',
      rate: 'done',
      check: 'done',
      export: 'done',
      file: 'open',
    })
    expect(progressOf(ready)).toBe(5)
  })

  it.each([
    ['differences', { differences: 1 }],
    ['days that were not compared', { days_missing: 1 }],
    ['no comparison', { finished_at: null }],
  ])('are open with %s', (_, comparison) => {
    expect(openSteps(month({}, comparison))).toEqual([
      { step: 'compare', number: 1 },
      { step: 'file', number: 6 },
    ])
  })

  it('need no comparison in a month from before the first, unless it has differences', () => {
    expect(statesOf(month({}, { finished_at: null, is_earlier: true })).compare).toBe('skipped')
    expect(statesOf(month({}, { differences: 1, is_earlier: true })).compare).toBe('open')
  })

  it('need a rate only with dollars, whose return is incomplete without it', () => {
    expect(statesOf(month({ sums: [] })).rate).toBe('skipped')
    expect(progressOf(month({ sums: [] }))).toBe(5)
    const waiting = month({ sums: [], rate_missing: 1, state_missing: 2 })
    expect(openSteps(waiting).map(({ number }) => number)).toEqual([2, 3, 4, 6])
    expect(progressOf(waiting)).toBe(2)
  })

  it('are open while the tables differ from the registers', () => {
    expect(statesOf(month({ is_balanced: false })).check).toBe('open')
  })

  it('are open while paid orders wait for their invoices', () => {
    expect(statesOf(month({ documents_due: 1 })).check).toBe('open')
  })

  it('ask for an export until one has all documents, and for none of a month that was filed without', () => {
    const exported = {
      at: '2026-11-02T06:00:00.000Z',
      by: 'meera',
      documents: 2,
      later: 1,
      is_outdated: true,
    }
    const filed_at = '2026-11-05T10:00:00Z'
    expect(statesOf(month({ exported: null })).export).toBe('open')
    expect(statesOf(month({ exported })).export).toBe('open')
    expect(statesOf(month({ exported, filed_at })).export).toBe('open')
    expect(statesOf(month({ exported: null, filed_at })).export).toBe('skipped')
  })

  it('are done in a filed month, whose States are added in a later one', () => {
    const filed = month({ filed_at: '2026-11-05T10:00:00Z', is_balanced: null, state_missing: 2 })
    expect(statesOf(filed)).toMatchObject({ states: 'skipped', check: 'done', file: 'done' })
    expect(progressOf(filed)).toBe(6)
  })

  it('have days, over the end of a year too', () => {
    expect([dueDay('2026-10'), dueDay('2026-12')]).toEqual(['2026-11-11', '2027-01-11'])
    expect(['2026-11-11', '2026-11-12'].map((today) => isLate('2026-10', today))).toEqual([false, true])
    expect(firstDayAfter('2026-12')).toBe('2027-01-01')
  })
})

it('has the last day of a month, also of February in a leap year (OQ-678)', () => {
  expect(['2026-11', '2026-12', '2024-02'].map(lastDayOf)).toEqual(['2026-11-30', '2026-12-31', '2024-02-29'])
})
