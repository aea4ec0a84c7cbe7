import * as z from 'zod/mini'
import { isInstant } from '../../date-time.ts'
import { endpoint, ok } from '../../endpoint.ts'
import { isRecordId } from '../../field.ts'
import { limit } from '../../list.ts'
import { daysInOrder, HistoryEntry, historyFilters, historyMessages, wholeRecord } from './history.schema.ts'

/** Whether a text is a time and an id, as the list returns them: "2026-11-20T10:00:00.123456Z_0197…". */
function isCursor(text: string): boolean {
  const [at = '', id = '', ...rest] = text.split('_')
  return rest.length === 0 && isInstant(at) && isRecordId(id)
}

/**
 * Lists changes, sign-ins, refusals and looks, the newest first. The pages continue after an entry instead of at a number, so
 * that entries that are added meanwhile shift none.
 */
export const listHistory = endpoint({
  name: 'listHistory',
  method: 'GET',
  path: '/admin/history',
  summary: 'List who changed what and when, sign-ins, what was refused, and who saw contacts',
  description:
    'next is the value of after for the next page, null at the end. actor_name is null for a refused sign-in. Without a kind it has no looks; these need staff.write as well (403).',
  requirements: ['OQ-340', 'OQ-388', 'OQ-669'],
  // Entries contain phone numbers and e-mail addresses in any of their texts.
  permissions: ['history.read', 'personal.read'],
  query: z
    .object({
      ...historyFilters,
      limit: limit(50),
      /** `next` of the previous page. */
      after: z.optional(z.string().check(z.refine(isCursor, { error: historyMessages.cursor }))),
    })
    .check(daysInOrder(), wholeRecord()),
  response: ok(z.object({ entries: z.array(HistoryEntry), next: z.nullable(z.string()) })),
})

/** Lists who is in the history, by address: what its filter by person offers. */
export const listHistoryPeople = endpoint({
  name: 'listHistoryPeople',
  method: 'GET',
  path: '/admin/history/people',
  summary: 'List who made changes or signed in',
  requirements: ['OQ-340'],
  permissions: ['history.read', 'personal.read'],
  response: ok(z.array(z.object({ email: z.string(), name: z.nullable(z.string()) }))),
})
