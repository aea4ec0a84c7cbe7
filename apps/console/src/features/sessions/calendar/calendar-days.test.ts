import type { CalendarSession } from '@greenroom/contract/sessions/calendar/calendar.schema'
import { describe, expect, it } from 'vitest'
import { sessionsByDay, shifted, targetOf, weeksOf } from './calendar-days.ts'

describe('weeks of the calendar', () => {
  it('begin on Monday and contain the whole month (OQ-511)', () => {
    const weeks = weeksOf('month', '2026-11-20')
    expect(weeks).toHaveLength(6)
    expect([weeks[0]?.[0], weeks.at(-1)?.at(-1)]).toEqual(['2026-10-26', '2026-12-06'])
  })

  it('are four for a February that begins on Monday, and never more than six (OQ-511)', () => {
    expect(weeksOf('month', '2027-02-28')).toHaveLength(4)
    for (let month = 1; month <= 12; month++) {
      expect(weeksOf('month', `2026-${String(month).padStart(2, '0')}-15`).length).toBeLessThanOrEqual(6)
    }
  })

  it.each(['1901-01-01', '9998-12-31', '9999-12-31'])('end also around %s (OQ-566)', (day) => {
    expect(weeksOf('month', day).length).toBeLessThanOrEqual(6)
    expect(weeksOf('week', day)).toHaveLength(1)
  })

  it('are one in the view of a week (OQ-511)', () => {
    expect(weeksOf('week', '2026-11-22')).toEqual([
      ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'],
    ])
  })
})

describe('moving in the calendar', () => {
  const key = (name: string, shiftKey = false) => ({ key: name, shiftKey })
  it.each([
    ['ArrowLeft', '2026-11-30'],
    ['ArrowRight', '2026-12-02'],
    ['ArrowUp', '2026-11-24'],
    ['ArrowDown', '2026-12-08'],
    ['Home', '2026-11-30'],
    ['End', '2026-12-06'],
    ['PageUp', '2026-11-01'],
    ['PageDown', '2027-01-01'],
  ])('%s leads from 1 December to %s (OQ-511)', (name, day) => {
    expect(targetOf(key(name), 'month', '2026-12-01')).toBe(day)
  })

  it('moves by a week in the view of a week, and by a year with Shift (OQ-511)', () => {
    expect(targetOf(key('PageDown'), 'week', '2026-12-01')).toBe('2026-12-08')
    expect(targetOf(key('PageUp', true), 'week', '2028-02-29')).toBe('2027-02-28')
  })

  it('ignores other keys (OQ-511)', () => {
    expect(targetOf(key('Enter'), 'month', '2026-12-01')).toBeUndefined()
  })

  it('takes the last day of a shorter month (OQ-511)', () => {
    expect(shifted('month', '2026-10-31', 1)).toBe('2026-11-30')
    expect(shifted('month', '2026-01-31', -1)).toBe('2025-12-31')
  })
})

describe('sessions of a day', () => {
  const session = (_id: string, start_time: string, end_time: string) =>
    ({ _id, start_time, end_time }) as CalendarSession
  const days = ['2026-11-20', '2026-11-21', '2026-11-22']
  const ids = (sessions: CalendarSession[]) =>
    Object.fromEntries(
      [...sessionsByDay(sessions, days, 'Asia/Kolkata')].map(([day, list]) => [
        day,
        list.map(({ _id }) => _id).join(),
      ]),
    )

  it('are those of the business day (OQ-511, OQ-025)', () => {
    // 18:30 UTC is midnight in India.
    expect(ids([session('a', '2026-11-20T18:30:00Z', '2026-11-20T19:30:00Z')])).toMatchObject({
      '2026-11-20': '',
      '2026-11-21': 'a',
    })
  })

  it('include each day of a long one, but not one that begins as it ends (OQ-511)', () => {
    const long = session('a', '2026-11-20T10:00:00Z', '2026-11-21T18:30:00Z')
    expect(ids([long])).toEqual({ '2026-11-20': 'a', '2026-11-21': 'a', '2026-11-22': '' })
  })

  it('include one that ends before it starts on its first day only (OQ-511, OQ-115)', () => {
    const backwards = session('a', '2026-11-21T10:00:00Z', '2026-11-20T10:00:00Z')
    expect(ids([backwards])).toEqual({ '2026-11-20': '', '2026-11-21': 'a', '2026-11-22': '' })
  })
})
