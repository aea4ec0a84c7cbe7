import { expect, it } from 'vitest'
import { tallyText } from './queue-tally.ts'

it.each([
  [{ ignored: 1, removed: 0, handled: 0 }, 'Report Ignored!'],
  [{ ignored: 0, removed: 1, handled: 0 }, 'Report Deleted!'],
  [{ ignored: 0, removed: 0, handled: 1 }, 'Already handled by someone else.'],
  [{ ignored: 4, removed: 3, handled: 0 }, '4 ignored, 3 deleted'],
  [{ ignored: 1, removed: 1, handled: 2 }, '1 ignored, 1 deleted, 2 already handled'],
  [{ ignored: 0, removed: 0, handled: 0 }, ''],
])('the toast of %o is "%s" (OQ-218)', (counts, text) => {
  expect(tallyText(counts)).toBe(text)
})
