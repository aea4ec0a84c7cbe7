import * as z from 'zod/mini'
import { instant } from '../date-time.ts'
import { endpoint, ok } from '../endpoint.ts'
import { Id } from '../field.ts'
import { MeetingAccount, MeetingClash } from './meeting.schema.ts'

/** Lists the meeting accounts, whether each is free in a time span, and its clashes. */
export const listMeetingAccounts = endpoint({
  name: 'listMeetingAccounts',
  method: 'GET',
  path: '/admin/meeting-accounts',
  summary: 'List the meeting accounts and whether each is free at a time',
  requirements: ['OQ-112'],
  permissions: ['content.read'],
  query: z.object({
    start_time: instant('Start time is required'),
    end_time: instant('End time is required'),
    except: z.optional(Id),
  }),
  response: ok(
    z.array(z.object({ zoom_hub_name: MeetingAccount, free: z.boolean(), clashes: z.array(MeetingClash) })),
  ),
})
