import { expect, test } from 'vitest'
import { allowance } from './rate-limit.ts'

const limit = { calls: 4, within: 5_000 }
const at = (milliseconds: number) => new Date(1_764_000_000_000 + milliseconds)

test.each<[name: string, times: number[], now: number, allowed: number, next: number | null]>([
  ['allows all calls at first', [], 0, 4, null],
  ['subtracts recent calls', [0, 1_000], 2_000, 2, null],
  ['allows none when all are used, until the first one is old enough', [0, 1, 2, 3], 4_999, 0, 5_001],
  ['counts a call on the very edge of the span', [0, 0, 0, 0], 5_000, 0, 5_001],
  ['forgets a call after the span', [0, 0, 0, 0], 5_001, 4, null],
  ['frees the calls one by one', [0, 2_000, 3_000, 4_000], 5_001, 1, null],
  ['waits for the fourth to last of too many calls', [0, 1_000, 2_000, 3_000, 4_000, 4_500], 4_600, 0, 7_001],
  ['does not depend on the order of the times', [3, 0, 2, 1], 4_999, 0, 5_001],
])('%s (OQ-414)', (_name, times, now, allowed, next) => {
  expect(allowance(limit, times.map(at), at(now))).toEqual({ allowed, next: next === null ? null : at(next) })
})

test('never allows more than the limit in any span, if every allowed call is made (OQ-414)', () => {
  const calls: Date[] = []
  let now = at(0)
  while (calls.length < 41) {
    const { allowed, next } = allowance(limit, calls, now)
    for (let n = 0; n < allowed; n++) calls.push(now)
    now = next ?? new Date(now.getTime() + 700)
  }
  for (const start of calls) {
    const inSpan = calls.filter((call) => call >= start && call.getTime() <= start.getTime() + limit.within)
    expect(inSpan.length).toBeLessThanOrEqual(limit.calls)
  }
})
