import * as z from 'zod/mini'
import { Empty, endpoint, ok } from '../../endpoint.ts'
import { Id } from '../../field.ts'
import { limit, offset, SearchText } from '../../list.ts'
import { BinItem, BinKind, Restored } from './bin.schema.ts'

/** Page size of the console's list. */
const binPageSize = 20

/** Lists what was deleted, the newest first: only what the caller's role shows outside the bin. */
export const listBin = endpoint({
  name: 'listBin',
  method: 'GET',
  path: '/admin/bin',
  summary: 'List what was deleted and can be restored, the newest first',
  requirements: ['OQ-475', 'OQ-478'],
  permissions: ['content.read'],
  query: z.object({
    kind: z.optional(BinKind),
    /** A part of the label. */
    search: z.optional(SearchText),
    limit: limit(binPageSize),
    offset: offset(),
  }),
  response: ok(
    z.object({
      items: z.array(BinItem),
      /** How many match, at most `mostCounted`. */
      count: z.int(),
    }),
  ),
})

export const restoreFromBin = endpoint({
  name: 'restoreFromBin',
  method: 'POST',
  path: '/admin/bin/:id/restore',
  summary: 'Restore what was deleted, with everything that was deleted with it',
  description:
    'Needs the permission that deleting it needed (403). Refuses what belongs to something that is deleted itself (409, with what to restore first), and what lost its place to another record (409 DUPLICATE).',
  requirements: ['OQ-475', 'OQ-476'],
  // And what deleting it needed (OQ-478).
  permissions: ['content.read'],
  params: z.object({ id: Id }),
  response: ok(Restored),
})

export const removeFromBin = endpoint({
  name: 'removeFromBin',
  method: 'POST',
  path: '/admin/bin/:id/remove',
  summary: 'Delete for good what is in the bin',
  description: 'Needs what restoring it needs, too (403).',
  requirements: ['OQ-478'],
  // And what deleting it needed (OQ-478).
  permissions: ['content.read', 'personal.erase'],
  params: z.object({ id: Id }),
  response: ok(Empty),
})
