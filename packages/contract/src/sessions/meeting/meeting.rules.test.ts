import { describe, expect, it } from 'vitest'
import { minutesBetween, spanConflict } from './meeting.rules.ts'

const at = (minutes: number) => new Date(Date.parse('2026-11-28T13:30:00Z') + minutes * 60_000).toISOString()
const span = (start: number, end: number) => ({ start_time: at(start), end_time: at(end) })
const session = span(0, 60)

describe('two sessions on one meeting account', () => {
  it.each([
    ['overlap if one begins during the other', span(59, 120), 'overlap'],
    ['overlap if one contains the other', span(-10, 90), 'overlap'],
    ['overlap at the same time', span(0, 60), 'overlap'],
    ['are too close if they touch', span(60, 120), 'gap'],
    ['are too close just within the buffer', span(74, 120), 'gap'],
    ['are too close just within the buffer before', span(-60, -14), 'gap'],
    ['are free at the buffer', span(75, 120), null],
    ['are free at the buffer before', span(-60, -15), null],
    ['treat an end before the start as an instant', span(30, 10), 'overlap'],
  ] as const)('%s (OQ-112, OQ-115, OQ-510)', (_title, other, conflict) => {
    expect(spanConflict(session, other, 15)).toBe(conflict)
    expect(spanConflict(other, session, 15)).toBe(conflict)
  })

  it('may touch without a buffer (OQ-112)', () => {
    expect(spanConflict(session, span(60, 120), 0)).toBeNull()
  })

  it('have whole minutes between them (OQ-512)', () => {
    expect(minutesBetween(session, span(65, 120))).toBe(5)
    expect(minutesBetween(span(65.5, 120), session)).toBe(5)
    expect(minutesBetween(session, span(30, 120))).toBe(0)
  })
})
