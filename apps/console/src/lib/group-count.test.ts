import { expect, test } from 'vitest'
import { shownCounts } from './group-count.ts'

test('shows each count, and 999+ where the server stops counting (OQ-195)', () => {
  expect(shownCounts({ active: 0, draft: 999, past: 1_000 })).toEqual({
    active: '0',
    draft: '999',
    past: '999+',
  })
  expect(shownCounts(undefined)).toEqual({})
})
