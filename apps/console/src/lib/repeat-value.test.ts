import { afterEach, describe, expect, it, vi } from 'vitest'
import { repeatValue, settleValue } from './repeat-value.ts'

let made = 0
const value = (subject: string, of: string) => repeatValue(subject, of, () => `value ${++made}`)

afterEach(() => void vi.useRealTimers())

describe('a value of a write that is computed when it is sent (OQ-608)', () => {
  it('stays the same until the outcome is known, and differs for another write', () => {
    const first = value('refund 1', '500')
    expect(value('refund 1', '500')).toBe(first)
    expect(value('refund 2', '500')).not.toBe(first)
    settleValue('refund 1')
    const second = value('refund 1', '500')
    expect(second).not.toBe(first)
    expect(value('refund 1', '600')).not.toBe(second)
  })

  it('is kept for an hour', () => {
    vi.useFakeTimers()
    const first = value('post', 'text')
    vi.advanceTimersByTime(59 * 60_000)
    expect(value('post', 'text')).toBe(first)
    vi.advanceTimersByTime(2 * 60_000)
    expect(value('post', 'text')).not.toBe(first)
  })
})
