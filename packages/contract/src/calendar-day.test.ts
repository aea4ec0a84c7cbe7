import { describe, expect, it } from 'vitest'
import { addDays, dayIn, daysBetween, endOfDay, nextWeekly, startOfDay } from './calendar-day.ts'
import { zoneOffset } from './date-time.ts'

describe('days in a time zone', () => {
  it.each([
    ['Asia/Kolkata', '2026-11-21T18:29:59.999Z', '2026-11-21'],
    ['Asia/Kolkata', '2026-11-21T18:30:00.000Z', '2026-11-22'],
    ['America/New_York', '2026-11-22T04:59:59.999Z', '2026-11-21'],
    ['America/New_York', '2026-11-22T05:00:00.000Z', '2026-11-22'],
    ['Pacific/Kiritimati', '2026-11-21T10:00:00.000Z', '2026-11-22'],
    ['UTC', '2026-12-31T23:59:59.999Z', '2026-12-31'],
  ])('in %s, %s is on %s (OQ-025)', (zone, moment, day) => {
    expect(dayIn(new Date(moment), zone)).toBe(day)
  })

  it.each([
    ['an ordinary day', 'Asia/Kolkata', '2026-11-21', '2026-11-20T18:30:00.000Z', '2026-11-21T18:29:59.999Z'],
    [
      'a day of 23 hours',
      'America/New_York',
      '2025-03-09',
      '2025-03-09T05:00:00.000Z',
      '2025-03-10T03:59:59.999Z',
    ],
    [
      'a day of 25 hours',
      'America/New_York',
      '2025-11-02',
      '2025-11-02T04:00:00.000Z',
      '2025-11-03T04:59:59.999Z',
    ],
    // Clocks went from 00:00 to 01:00, so the day begins at 01:00.
    [
      'a day without a midnight',
      'America/Sao_Paulo',
      '2018-11-04',
      '2018-11-04T03:00:00.000Z',
      '2018-11-05T01:59:59.999Z',
    ],
    // Clocks went back from 00:00 to 23:00: the hour belongs to the day before.
    [
      'a day after one of 25 hours',
      'America/Sao_Paulo',
      '2018-02-18',
      '2018-02-18T03:00:00.000Z',
      '2018-02-19T02:59:59.999Z',
    ],
    // Clocks went back from 01:00 to 00:00: the day has two midnights and begins at the first.
    [
      'a day with two midnights',
      'America/Havana',
      '2025-11-02',
      '2025-11-02T04:00:00.000Z',
      '2025-11-03T04:59:59.999Z',
    ],
    [
      'the first day with four digits',
      'UTC',
      '1000-01-01',
      '1000-01-01T00:00:00.000Z',
      '1000-01-01T23:59:59.999Z',
    ],
    ['the last one', 'Asia/Kolkata', '9999-12-31', '9999-12-30T18:30:00.000Z', '9999-12-31T18:29:59.999Z'],
  ])('starts and ends %s (%s %s) (OQ-025)', (_words, zone, day, first, last) => {
    expect(startOfDay(day, zone).toISOString()).toBe(first)
    expect(endOfDay(day, zone).toISOString()).toBe(last)
  })

  it.each([
    ['the week after a session to come', '2026-11-24T13:30:00Z', '2026-12-01T13:30:00.000Z'],
    ['the first week after now for a past session', '2026-10-06T13:30:00Z', '2026-11-24T13:30:00.000Z'],
    ['a week later when the session begins now', '2026-11-21T06:30:00Z', '2026-11-28T06:30:00.000Z'],
    ['a week later when its last repeat begins now', '2026-11-14T06:30:00Z', '2026-11-28T06:30:00.000Z'],
    ['the first week after now for one of last year', '2025-11-22T13:30:00Z', '2026-11-21T13:30:00.000Z'],
  ])('repeats a weekly session in %s (OQ-188)', (_words, start, next) => {
    const now = new Date('2026-11-21T06:30:00Z')
    expect(nextWeekly(new Date(start), now, 'Asia/Kolkata').toISOString()).toBe(next)
  })

  it('keeps the time of day when clocks change (OQ-188)', () => {
    // New York left daylight saving time on 1 November 2026.
    const start = new Date('2026-10-28T22:00:00Z')
    const next = nextWeekly(start, new Date('2026-10-29T00:00:00Z'), 'America/New_York')
    expect(next.toISOString()).toBe('2026-11-04T23:00:00.000Z')
  })

  it('keeps the time of day on the day when clocks change (OQ-188)', () => {
    const start = new Date('2026-10-25T06:30:00Z')
    expect(nextWeekly(start, start, 'America/New_York').toISOString()).toBe('2026-11-01T07:30:00.000Z')
  })

  it.each([
    ['UTC', '2026-11-21', 0],
    ['Asia/Kolkata', '2026-11-21', 5.5 * 3600],
    ['America/St_Johns', '2026-11-21', -3.5 * 3600],
    ['Asia/Kolkata', '1900-01-01', 5 * 3600 + 21 * 60 + 10],
  ])('knows the offset of %s on %s (OQ-025)', (zone, day, seconds) => {
    expect(zoneOffset(new Date(day), zone)).toBe(seconds * 1000)
  })

  it('counts days by the calendar (OQ-025, OQ-050)', () => {
    expect(daysBetween('2026-02-27', '2026-03-02')).toBe(3)
    expect(daysBetween('2026-03-02', '2026-02-27')).toBe(-3)
    expect(addDays('2026-11-21', -6)).toBe('2026-11-15')
    expect(addDays('2028-02-28', 2)).toBe('2028-03-01')
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  })
})
