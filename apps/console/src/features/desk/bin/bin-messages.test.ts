import { expect, it } from 'vitest'
import { binScreenMessages, contentsText } from './bin-messages.ts'

it('says what comes back with a record, without what it has none of (OQ-475)', () => {
  const none = { posts: 0, comments: 0, reactions: 0, reports: 0, files: 0 }
  expect(contentsText(none)).toBe('')
  expect(contentsText({ ...none, comments: 1, files: 2 })).toBe('1 comment, 2 files')
})

it.each([
  [-1, 'today'],
  [0, 'today'],
  [1, '1 day left'],
  [30, '30 days left'],
])('says how long a record is kept: %i', (days, text) => {
  expect(binScreenMessages.daysLeft(days)).toBe(text)
})
