import { expect, it } from 'vitest'
import { timeInStatus } from './lead-time.ts'

const now = Date.parse('2026-11-21T06:30:00.000Z')

it.each([
  ['2026-11-21T06:29:31.000Z', 'a moment'],
  // The clock of another program may be ahead.
  ['2026-11-21T06:31:00.000Z', 'a moment'],
  ['2026-11-21T06:29:00.000Z', '1 minute'],
  ['2026-11-21T05:30:01.000Z', '59 minutes'],
  ['2026-11-21T05:30:00.000Z', '1 hour'],
  ['2026-11-19T06:30:01.000Z', '47 hours'],
  ['2026-11-19T06:30:00.000Z', '2 days'],
  ['2025-11-21T06:30:00.000Z', '365 days'],
])('says how long a lead has its status since %s: %s (OQ-500)', (since, text) => {
  expect(timeInStatus(since, now)).toBe(text)
})
