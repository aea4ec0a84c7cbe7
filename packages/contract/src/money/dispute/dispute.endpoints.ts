import * as z from 'zod/mini'
import { endpoint, ok } from '../../endpoint.ts'
import { limit, offset } from '../../list.ts'
import { Dispute } from './dispute.schema.ts'

/** Lists payments that buyers claim back through their banks. */
export const listDisputes = endpoint({
  name: 'listDisputes',
  method: 'GET',
  path: '/admin/disputes',
  summary: 'List disputes of payments',
  description:
    'Lists open ones by the deadline for evidence, ended ones by their end, the newest first. Each count is at most 1,000.',
  requirements: ['OQ-783'],
  permissions: ['money.read'],
  query: z.object({
    state: z._default(z.enum(['open', 'ended'], { error: 'state must be open or ended' }), 'open'),
    limit: limit(20),
    offset: offset(),
  }),
  response: ok(z.object({ counts: z.object({ open: z.int(), ended: z.int() }), disputes: z.array(Dispute) })),
})
