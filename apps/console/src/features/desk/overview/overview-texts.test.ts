import { describe, expect, it } from 'vitest'
import { ageText, dayName, endText } from './overview-texts.ts'

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

describe('the name of a day', () => {
  it('is Today and Tomorrow where it is, with its date (OQ-445)', () => {
    expect(dayName('2026-11-21', now)).toBe('Today, Sat 21 Nov')
    expect(dayName('2026-11-22', now)).toBe('Tomorrow, Sun 22 Nov')
    expect(dayName('2026-11-23', now)).toBe('Mon 23 Nov')
  })
})

describe('the end of a session', () => {
  const format = (iso: string) => `whole ${iso}`

  it('has no day if it is that of the start (OQ-445)', () => {
    expect(endText('2026-11-21T13:30:00Z', '2026-11-21T15:00:00Z', format)).toMatch(/^\d\d:\d\d [AP]M$/)
    expect(endText('2026-11-21T13:30:00Z', '2026-11-23T15:00:00Z', format)).toBe('whole 2026-11-23T15:00:00Z')
  })
})
