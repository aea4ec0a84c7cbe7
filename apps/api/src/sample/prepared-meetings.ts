import type { MeetingAccount } from '@greenroom/contract/meeting/meeting.schema'
import type { ProviderMeeting } from '../platform/meetings/meeting-provider.ts'

/** A published session that needs a meeting. */
export interface PublishedSession {
  /** Tells it from all other sessions of the sample. */
  name: string
  account: MeetingAccount
  title: string
  start: Date
  end: Date
}

export interface PreparedMeeting {
  session: PublishedSession
  reference: string
  /** Null when the provider was not asked. */
  made: ProviderMeeting | null
}

export type PreparedMeetings = ReadonlyMap<string, PreparedMeeting>
