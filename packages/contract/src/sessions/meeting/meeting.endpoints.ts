import * as z from 'zod/mini'
import { instant } from '../../date-time.ts'
import { endpoint, ok } from '../../endpoint.ts'
import { Id } from '../../field.ts'
import { commaList } from '../../list.ts'
import { mostCopies } from '../session-copy/copy-limits.ts'
import { MeetingAccount, MeetingClash } from './meeting.schema.ts'

/** Lists the meeting accounts, whether each is free in a time span, and its clashes. */
export const listMeetingAccounts = endpoint({
  name: 'listMeetingAccounts',
  method: 'GET',
  path: '/admin/meeting-accounts',
  summary: 'List the meeting accounts and whether each is free at a time',
  description: "except is the id of a session that doesn't count.",
  requirements: ['OQ-112'],
  permissions: ['content.read'],
  query: z.object({
    start_time: instant('Start time is required'),
    end_time: instant('End time is required'),
    except: z.optional(Id),
  }),
  response: ok(
    z.array(
      z.object({
        zoom_hub_name: MeetingAccount,
        free: z.boolean(),
        clashes: z.array(MeetingClash),
        /** Calls of this day in UTC that created or changed a meeting. Zoom takes `mostMeetingCalls`. */
        calls_today: z.int(),
      }),
    ),
  ),
})

/** Lists the clashes on each meeting account at several times, for sessions of one length (OQ-513). */
export const checkMeetingDates = endpoint({
  name: 'checkMeetingDates',
  method: 'GET',
  path: '/admin/meeting-accounts/dates',
  summary: 'List the clashes on the meeting accounts at several times',
  description: 'Takes up to 26 starts; seconds is the length of each session.',
  requirements: ['OQ-513'],
  permissions: ['content.read'],
  query: z.object({
    starts: commaList(instant('Start time is required')).check(
      z.minLength(1, 'Start time is required'),
      z.maxLength(mostCopies, `At most ${mostCopies} dates`),
    ),
    /** Length of a session in seconds. */
    seconds: z.pipe(
      z.string().check(z.regex(/^\d{1,8}$/, 'seconds must be a whole number of 0 or more')),
      z.transform(Number),
    ),
  }),
  response: ok(
    z.object({
      /** Min distance between two sessions on one account. */
      buffer_minutes: z.int(),
      /** In the order of the starts. */
      dates: z.array(
        z.object({
          start_time: z.string(),
          accounts: z.array(z.object({ zoom_hub_name: MeetingAccount, clashes: z.array(MeetingClash) })),
        }),
      ),
    }),
  ),
})
