import { describe, expect, it } from 'vitest'
import { hourName, spanName } from './calendar-names.ts'

describe('names in the calendar', () => {
  it.each([
    ['2026-11-23', '2026-11-29', '23–29 Nov 2026'],
    ['2026-10-26', '2026-11-01', '26 Oct – 1 Nov 2026'],
    ['2026-12-28', '2027-01-03', '28 Dec 2026 – 3 Jan 2027'],
  ])('say month and year of a week once: %s to %s (OQ-511)', (from, to, name) => {
    expect(spanName(from, to)).toBe(name)
  })

  it('write hours with AM and PM (OQ-664)', () => {
    expect([0, 9, 12, 19, 24].map(hourName)).toEqual(['12 AM', '9 AM', '12 PM', '7 PM', '12 AM'])
  })
})
