import * as z from 'zod/mini'
import { instant } from '../../date-time.ts'
import { MeetingAccount } from '../meeting/meeting.schema.ts'
import { copyMessages, mostCopies } from './copy-limits.ts'

/** The dates to which a session is copied. Without an account, a copy has that of the original. */
export const SessionCopies = z.object({
  copies: z
    .array(
      z.object({
        start_time: instant(copyMessages.startRequired),
        zoom_hub_name: z.optional(MeetingAccount),
      }),
      { error: copyMessages.datesRequired },
    )
    .check(z.minLength(1, copyMessages.datesRequired), z.maxLength(mostCopies, copyMessages.tooMany)),
})
export type SessionCopies = z.output<typeof SessionCopies>['copies']
