import * as z from 'zod/mini'
import { endpoint, ok } from '../../endpoint.ts'
import { Id } from '../../field.ts'
import { SessionCopies } from '../session-copy/session-copy.schema.ts'
import { Masterclass } from './masterclass.schema.ts'

/** Copies a masterclass to drafts on several dates, all or none (OQ-513). */
export const copyMasterclassToDates = endpoint({
  name: 'copyMasterclassToDates',
  method: 'POST',
  path: '/admin/masterclass/:id/duplicates',
  summary: 'Copy a masterclass to drafts on several dates',
  description:
    'Returns the copies in the order of the dates. Refuses a time that has passed or comes twice (400).',
  requirements: ['OQ-513'],
  permissions: ['content.write'],
  params: z.object({ id: Id }),
  body: SessionCopies,
  response: ok(z.array(Masterclass)),
  status: 201,
})
