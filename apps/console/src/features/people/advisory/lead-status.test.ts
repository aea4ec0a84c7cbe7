import { leadStatuses } from '@greenroom/contract/lead-status'
import { expect, it } from 'vitest'
import { typedStatus } from './lead-status.ts'

const typed = (text: string, from: (typeof leadStatuses)[number]) =>
  leadStatuses[typedStatus(text, leadStatuses.indexOf(from)) ?? -1]

it.each([
  ['d', 'DID_NOT_JOIN_CALL', 'DISCUSSION_COMPLETED'],
  ['dd', 'DISCUSSION_COMPLETED', 'DOCUMENTS_PENDING'],
  ['d', 'DEFERRED', 'DID_NOT_JOIN_CALL'],
  ['do', 'DOCUMENTS_PENDING', 'DOCUMENTS_PENDING'],
  ['do', 'DEFERRED', 'DOCUMENTS_PENDING'],
  ['closedL', 'CLOSED_WON', 'CLOSED_LOST'],
  ['fo', 'CLOSED_WON', undefined],
  ['j', 'CLOSED_WON', undefined],
] as const)('typing "%s" at %s selects %s (OQ-215)', (text, from, selected) => {
  expect(typed(text, from)).toBe(selected)
})
