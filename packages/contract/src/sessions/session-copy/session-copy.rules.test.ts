import { describe, expect, it } from 'vitest'
import { mostCopies } from './copy-limits.ts'
import { copyErrors, seriesStarts } from './session-copy.rules.ts'

const now = new Date('2026-11-21T06:30:00.000Z')
const copy = (start_time: string, zoom_hub_name: string | null = 'zoom_1') => ({ start_time, zoom_hub_name })

describe('copies of a session', () => {
  it('are refused at a time that has passed, this moment included (OQ-513)', () => {
    expect(copyErrors([copy('2026-11-21T06:30:00.001Z'), copy('2026-11-21T06:30:00Z')], now)).toEqual([
      { path: 'copies.1.start_time', message: 'This time has already passed' },
    ])
  })

  it('are refused at one time on one account, however the time is written (OQ-513)', () => {
    const errors = copyErrors(
      [
        copy('2026-11-28T13:30:00Z'),
        copy('2026-11-28T13:30:00Z', 'zoom_2'),
        copy('2026-11-28T19:00:00+05:30'),
      ],
      now,
    )
    expect(errors).toEqual([{ path: 'copies.2.start_time', message: 'Another copy has this time' }])
  })
})

describe('a series', () => {
  it('keeps weekday and time of day (OQ-513)', () => {
    expect(seriesStarts('2026-11-28T13:30:00.000Z', 3, 2, 'Asia/Kolkata')).toEqual([
      '2026-11-28T13:30:00.000Z',
      '2026-12-12T13:30:00.000Z',
      '2026-12-26T13:30:00.000Z',
    ])
  })

  it('keeps the time of day when clocks change (OQ-513)', () => {
    // Clocks in New York go back on 1 November 2026.
    expect(seriesStarts('2026-10-31T23:00:00.000Z', 2, 1, 'America/New_York')).toEqual([
      '2026-10-31T23:00:00.000Z',
      '2026-11-08T00:00:00.000Z',
    ])
  })

  it('has at most half a year of weeks (OQ-513)', () => {
    expect(seriesStarts('2026-11-28T13:30:00Z', 1000, 1, 'Asia/Kolkata')).toHaveLength(mostCopies)
  })
})
