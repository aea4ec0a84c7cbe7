import { expect, it } from 'vitest'
import { addWorkingDays } from './working-days.ts'

it.each([
  // 2026-11-20 is a Friday.
  ['2026-11-18', 2, '2026-11-20'],
  ['2026-11-19', 2, '2026-11-23'],
  ['2026-11-20', 2, '2026-11-24'],
  ['2026-11-21', 2, '2026-11-24'],
  ['2026-11-22', 1, '2026-11-23'],
  ['2026-11-20', 7, '2026-12-01'],
  ['2026-11-21', 0, '2026-11-21'],
])('of %s and %d working days is %s (OQ-802)', (day, count, expected) => {
  expect(addWorkingDays(day, count)).toBe(expected)
})
