import * as z from 'zod/mini'
import { instant } from '../../date-time.ts'
import { endpoint, ok } from '../../endpoint.ts'
import { Id } from '../../field.ts'
import { MeetingAccount } from '../meeting/meeting.schema.ts'
import { PublishFacts } from './publish-check.schema.ts'

/** Returns what the check before publishing needs from the database, for the times and the account of a form (OQ-512). */
export const getPublishFacts = endpoint({
  name: 'getPublishFacts',
  method: 'GET',
  path: '/admin/publish-check',
  summary: 'Get what the check of a session before publishing needs',
  requirements: ['OQ-512'],
  permissions: ['content.read'],
  query: z.object({
    /** The stored session; omitted for a new one. */
    id: z.optional(Id),
    start_time: instant('Start time is required'),
    end_time: instant('End time is required'),
    zoom_hub_name: z.optional(MeetingAccount),
  }),
  response: ok(PublishFacts),
})
