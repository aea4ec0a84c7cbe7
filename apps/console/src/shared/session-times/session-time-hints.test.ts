import { describe, expect, it } from 'vitest'
import { sessionTimeHints } from './session-time-hints.ts'

const now = Date.parse('2026-11-21T06:30:00.000Z')
const at = (ms: number) => new Date(now + ms).toISOString()

describe('the warnings about the times of a session', () => {
  it('OQ-037 a start or an end that has passed is warned about, one at this moment is not', () => {
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

  it('OQ-037 an end before the start is warned about, also where both have passed', () => {
    expect(sessionTimeHints({ start_time: at(2), end_time: at(1) }, now).end_time).toBe(
      'The end is before the start.',
    )
    expect(sessionTimeHints({ start_time: at(-1), end_time: at(-2) }, now).end_time).toBe(
      'The end is before the start.',
    )
  })

  it('OQ-037 an empty time gets no warning', () => {
    expect(sessionTimeHints({ start_time: null, end_time: null }, now)).toEqual({
      start_time: null,
      end_time: null,
    })
    expect(sessionTimeHints({ start_time: null, end_time: at(-1) }, now).end_time).toBe(
      'The end has already passed.',
    )
  })
})
