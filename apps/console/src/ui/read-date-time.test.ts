import { describe, expect, it } from 'vitest'
import { readDateTime } from './read-date-time.ts'

// A Sunday.
const today = '2026-11-22'

describe('a typed date and time', () => {
  it.each([
    ['28 nov 5:30p', '2026-11-28', '17:30'],
    ['28 Nov 2026, 05:30 PM', '2026-11-28', '17:30'],
    ['28th november 5.30 p.m.', '2026-11-28', '17:30'],
    ['sat 28 nov at 5 pm', '2026-11-28', '17:00'],
    ['nov 28 17:30', '2026-11-28', '17:30'],
    ['28nov 11am', '2026-11-28', '11:00'],
    ['28/11 11am', '2026-11-28', '11:00'],
    ['28/11/26 00:05', '2026-11-28', '00:05'],
    ['28-11-2026 12a', '2026-11-28', '00:00'],
    ['2026-11-28 12p', '2026-11-28', '12:00'],
    ['5:30p 28 nov', '2026-11-28', '17:30'],
    ['today noon', '2026-11-22', '12:00'],
    ['tomorrow 7 pm', '2026-11-23', '19:00'],
    ['sat 11am', '2026-11-28', '11:00'],
    ['sunday 9:15', '2026-11-29', '09:15'],
    ['3 jan 8p', '2027-01-03', '20:00'],
    ['22 nov 8p', '2026-11-22', '20:00'],
    ['1 nov 2026 8p', '2026-11-01', '20:00'],
  ])('%s', (text, day, time) => {
    expect(readDateTime(text, today)).toEqual({ day, time })
  })

  it('may lack the time or the day', () => {
    expect(readDateTime('28 nov', today)).toEqual({ day: '2026-11-28' })
    expect(readDateTime('5:30p', today)).toEqual({ time: '17:30' })
    expect(readDateTime('17:30', today)).toEqual({ time: '17:30' })
  })

  it.each([
    '',
    'soon',
    '31 nov 5p',
    '29 feb 2027 5p',
    '28 nov 25:00',
    '28 nov 13p',
    '28 nov 5:75p',
    '28',
    '28 now 5p',
    '13/13 5p',
    '1/1/0026 5p',
  ])('refuses “%s”', (text) => {
    expect(readDateTime(text, today)).toBeNull()
  })
})
