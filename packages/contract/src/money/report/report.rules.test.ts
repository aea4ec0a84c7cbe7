import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays } from '../../calendar-day.ts'
import {
  comparedSpan,
  comparedSteps,
  daysOf,
  reportComparisons,
  reportSteps,
  stepsOf,
} from './report.rules.ts'

const span = (from: string, to: string) => ({ from, to })

it('divides a span into weeks from Monday and into months, cut at its ends (OQ-651)', () => {
  expect(stepsOf(span('2026-11-26', '2026-12-02'), 'week')).toEqual([
    span('2026-11-26', '2026-11-29'),
    span('2026-11-30', '2026-12-02'),
  ])
  expect(stepsOf(span('2026-11-26', '2027-01-01'), 'month')).toEqual([
    span('2026-11-26', '2026-11-30'),
    span('2026-12-01', '2026-12-31'),
    span('2027-01-01', '2027-01-01'),
  ])
  expect(stepsOf(span('2026-11-29', '2026-11-29'), 'week')).toEqual([span('2026-11-29', '2026-11-29')])
})

it.each([
  ['days by as many days', '2026-11-21', '2026-11-27', 'before', '2026-11-14', '2026-11-20'],
  ['a month by the month before', '2026-03-01', '2026-03-31', 'before', '2026-02-01', '2026-02-28'],
  ['a quarter by the quarter before', '2026-01-01', '2026-03-31', 'before', '2025-10-01', '2025-12-31'],
  ['days by those of a year earlier', '2026-11-21', '2026-11-27', 'year', '2025-11-21', '2025-11-27'],
  ['February by that of a leap year', '2025-02-01', '2025-02-28', 'year', '2024-02-01', '2024-02-29'],
  ['29 February by the day after the 28th', '2024-02-29', '2024-03-02', 'year', '2023-03-01', '2023-03-02'],
] as const)('compares %s (OQ-652)', (_what, from, to, comparison, first, last) => {
  expect(comparedSpan(span(from, to), comparison)).toEqual(span(first, last))
})

it('compares no day with one that an earlier month does not have (OQ-652)', () => {
  const steps = comparedSteps(span('2026-03-01', '2026-03-31'), 'day', 'before')
  expect(steps.slice(26)).toEqual([
    span('2026-02-27', '2026-02-27'),
    span('2026-02-28', '2026-02-28'),
    null,
    null,
    null,
  ])
})

it('has each day of the earlier period in one week or month of any span (OQ-652)', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 4000 }),
      fc.integer({ min: 0, max: 365 }),
      fc.constantFrom(...reportSteps),
      fc.constantFrom(...reportComparisons),
      (start, length, step, comparison) => {
        const from = addDays('2020-01-01', start)
        const whole = span(from, addDays(from, length))
        const steps = stepsOf(whole, step)
        expect(steps.reduce((days, one) => days + daysOf(one), 0)).toBe(length + 1)
        const compared = comparedSteps(whole, step, comparison)
        expect(compared).toHaveLength(steps.length)
        const there = compared.filter((one) => one !== null)
        for (const [n, one] of there.entries()) {
          expect(daysOf(one)).toBeGreaterThan(0)
          const next = addDays(there[n - 1]?.to ?? '2000-01-01', 1)
          if (n > 0 && step === 'day') expect(one.from >= next).toBe(true)
          else if (n > 0) expect(one.from).toBe(next)
        }
        if (step === 'day' || there.length === 0) return
        const earlier = comparedSpan(whole, comparison)
        expect([there[0]?.from, there.at(-1)?.to]).toEqual([earlier.from, earlier.to])
      },
    ),
    { numRuns: 300 },
  )
})
