import * as z from 'zod/mini'
import { endpoint, ok } from '../../endpoint.ts'
import { Id } from '../../field.ts'
import { GroupCounts, limit, offset, SearchText } from '../../list.ts'
import { masterclassGroups } from './masterclass.rules.ts'
import { ListedMasterclass, Masterclass } from './masterclass.schema.ts'

// Apart from the calls of the forms, whose fields the first screen does not need.

export const listMasterclasses = endpoint({
  name: 'listMasterclasses',
  method: 'GET',
  path: '/admin/masterclasses',
  summary: 'List masterclasses of one group or of all',
  requirements: ['MC-47', 'MC-52', 'OQ-036', 'OQ-195', 'OQ-448'],
  permissions: ['content.read'],
  query: z.object({
    status: z.optional(z.enum(masterclassGroups, { error: 'status must be active, draft or past' })),
    search: z.optional(SearchText),
    /** Only drafts that begin within 24 hours. */
    begins: z.optional(z.enum(['day'], { error: 'begins must be day' })),
    limit: limit(),
    offset: offset(),
  }),
  /** `group_counts` has the records of each tab that match the search (OQ-195). */
  response: ok(z.array(ListedMasterclass), { group_counts: GroupCounts }),
})

export const getMasterclass = endpoint({
  name: 'getMasterclass',
  method: 'GET',
  path: '/admin/masterclass/:id',
  summary: 'Get a masterclass',
  requirements: ['MC-22', 'OQ-007'],
  permissions: ['content.read'],
  params: z.object({ id: Id }),
  response: ok(Masterclass),
})

/** Copies a masterclass of any group to a new draft (OQ-188). */
export const duplicateMasterclass = endpoint({
  name: 'duplicateMasterclass',
  method: 'POST',
  path: '/admin/masterclass/:id/duplicate',
  summary: 'Copy a masterclass to a draft that starts a week later',
  requirements: ['OQ-188'],
  permissions: ['content.write'],
  params: z.object({ id: Id }),
  response: ok(Masterclass),
  status: 201,
})
