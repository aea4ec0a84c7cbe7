import * as z from 'zod/mini'
import { endpoint, ok } from '../../endpoint.ts'
import { Id } from '../../field.ts'
import { SessionCopies } from '../session-copy/session-copy.schema.ts'
import { Event } from './event.schema.ts'

/** Copies an event or webinar to unpublished ones on several dates, all or none (OQ-513). */
export const copyEventToDates = endpoint({
  name: 'copyEventToDates',
  method: 'POST',
  path: '/admin/event/:id/duplicates',
  summary: 'Copy an event or webinar to unpublished ones on several dates',
  description:
    'Returns the copies in the order of the dates. Refuses a time that has passed or comes twice (400).',
  requirements: ['OQ-513'],
  permissions: ['content.write'],
  params: z.object({ id: Id }),
  body: SessionCopies,
  response: ok(z.array(Event)),
  status: 201,
})
