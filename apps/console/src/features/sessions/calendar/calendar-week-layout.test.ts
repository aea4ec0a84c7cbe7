import type { CalendarSession } from '@greenroom/contract/sessions/calendar/calendar.schema'
import { describe, expect, it } from 'vitest'
import { shownHours, weekDay } from './calendar-week-layout.ts'

const zone = 'Asia/Kolkata'
const day = '2026-11-20'
let made = 0

/** @param times in India, of 20 November unless a day precedes them: '10:30', '21T00:30' */
function session(start: string, end: string, account: string | null = 'zoom_1', kind = 'masterclass') {
  const iso = (time: string) => {
    const [date, clock] = time.includes('T') ? time.split('T') : ['20', time]
    return new Date(`2026-11-${date}T${clock}:00+05:30`).toISOString()
  }
  return {
    _id: String(++made),
    kind,
    title: `${start} ${account}`,
    start_time: iso(start),
    end_time: iso(end),
    zoom_hub_name: account,
  } as CalendarSession
}

const blocks = (...sessions: CalendarSession[]) =>
  weekDay(sessions, day, zone).blocks.map(({ from, to, lane, lanes, width, depth }) => ({
    at: `${from / 60}-${to / 60}`,
    lane: `${width === 1 ? lane + 1 : `${lane + 1}-${lane + width}`}/${lanes}`,
    depth,
  }))

describe('a day of the week', () => {
  it('shows a session at its time, in the whole width (OQ-664)', () => {
    expect(blocks(session('10:30', '12:00'), session('12:00', '13:00', 'zoom_2'))).toEqual([
      { at: '10.5-12', lane: '1/1', depth: 0 },
      { at: '12-13', lane: '1/1', depth: 0 },
    ])
  })

  it('shows sessions at the same time in lanes, preferably that of the account, as wide as is free (OQ-664)', () => {
    expect(
      blocks(
        session('10:00', '12:00', 'zoom_1'),
        session('10:30', '11:00', 'zoom_4'),
        session('11:00', '12:00', null, 'event'),
        session('11:30', '13:00', 'zoom_2'),
        session('12:00', '12:30', 'zoom_1'),
      ),
    ).toEqual([
      { at: '10-12', lane: '1/3', depth: 0 },
      { at: '10.5-11', lane: '2-3/3', depth: 0 },
      { at: '11-12', lane: '2/3', depth: 0 },
      { at: '11.5-13', lane: '3/3', depth: 0 },
      { at: '12-12.5', lane: '1-2/3', depth: 0 },
    ])
  })

  it('lays a session over the one that it clashes with (OQ-664)', () => {
    expect(blocks(session('10:00', '12:00'), session('11:00', '12:30'))).toEqual([
      { at: '10-12', lane: '1/1', depth: 0 },
      { at: '11-12.5', lane: '1/1', depth: 1 },
    ])
  })

  it('never hides the head of a session: a clash from the start is beside it (OQ-664)', () => {
    expect(blocks(session('10:00', '11:00'), session('10:30', '11:00'))).toEqual([
      { at: '10-11', lane: '1/2', depth: 0 },
      { at: '10.5-11', lane: '2/2', depth: 0 },
    ])
  })

  it('never lays sessions without an account over each other (OQ-664)', () => {
    expect(
      blocks(session('10:00', '12:00', null, 'event'), session('11:00', '12:00', null, 'event')),
    ).toMatchObject([{ lane: '1/2' }, { lane: '2/2' }])
  })

  it('ends and begins at midnight, and draws a short session so that it can be pressed (OQ-664)', () => {
    expect(blocks(session('23:00', '21T01:00'))).toMatchObject([{ at: '23-24' }])
    expect(blocks(session('19T23:00', '01:00'))).toMatchObject([{ at: '0-1' }])
    expect(blocks(session('23:50', '23:55'))).toMatchObject([{ at: '23.5-24' }])
    expect(blocks(session('10:00', '09:00'))).toMatchObject([{ at: '10-10.5' }])
  })

  it('shows sessions of a day or longer above the hours (OQ-664)', () => {
    const long = session('19T10:00', '21T18:00', null, 'event')
    const { long: above, blocks: within } = weekDay([long, session('10:00', '11:00')], day, zone)
    expect([above, within.length]).toEqual([[long], 1])
  })
})

describe('the hours of a week', () => {
  const hours = (...sessions: CalendarSession[]) => shownHours([weekDay(sessions, day, zone)])
  it('are 9 to 21, and more where sessions are earlier or later (OQ-664)', () => {
    expect(hours()).toEqual({ from: 9, to: 21 })
    expect(hours(session('10:00', '21:00'))).toEqual({ from: 9, to: 21 })
    expect(hours(session('06:45', '07:30'), session('21:00', '21:15'))).toEqual({ from: 6, to: 22 })
    expect(hours(session('23:00', '21T01:00'))).toEqual({ from: 9, to: 24 })
  })
})
