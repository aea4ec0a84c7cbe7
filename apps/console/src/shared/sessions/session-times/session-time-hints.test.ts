import { describe, expect, it } from 'vitest'
import { movedEnd, sessionTimeHints } from './session-time-hints.ts'

const now = Date.parse('2026-11-21T06:30:00.000Z')
const at = (ms: number) => new Date(now + ms).toISOString()

describe('session time warnings', () => {
  it('warn about a start or an end in the past, but not at this moment (OQ-037)', () => {
    expect(sessionTimeHints({ start_time: at(0), end_time: at(0) }, now)).toEqual({
      start_time: null,
      end_time: null,
    })
    expect(sessionTimeHints({ start_time: at(-1), end_time: at(0) }, now)).toEqual({
      start_time: 'The start has already passed.',
      end_time: null,
    })
    expect(sessionTimeHints({ start_time: at(-2), end_time: at(-1) }, now)).toEqual({
      start_time: 'The start has already passed.',
      end_time: 'The end has already passed.',
    })
  })

  it('warn about an end before the start, also if both have passed (OQ-037)', () => {
    expect(sessionTimeHints({ start_time: at(2), end_time: at(1) }, now).end_time).toBe(
      'The end is before the start.',
    )
    expect(sessionTimeHints({ start_time: at(-1), end_time: at(-2) }, now).end_time).toBe(
      'The end is before the start.',
    )
  })

  it('ignore an empty time (OQ-037)', () => {
    expect(sessionTimeHints({ start_time: null, end_time: null }, now)).toEqual({
      start_time: null,
      end_time: null,
    })
    expect(sessionTimeHints({ start_time: null, end_time: at(-1) }, now).end_time).toBe(
      'The end has already passed.',
    )
  })
})

describe('the end, when the start moves', () => {
  it('keeps the duration', () => {
    expect(movedEnd({ start_time: at(0), end_time: at(90) }, at(1000))).toBe(at(1090))
  })

  it('stays as it is without a duration', () => {
    expect(movedEnd({ start_time: null, end_time: at(90) }, at(1000))).toBeUndefined()
    expect(movedEnd({ start_time: at(0), end_time: null }, at(1000))).toBeUndefined()
    expect(movedEnd({ start_time: at(90), end_time: at(0) }, at(1000))).toBeUndefined()
    expect(movedEnd({ start_time: at(0), end_time: at(90) }, null)).toBeUndefined()
  })
})
