import type { MeetingAccount } from '@greenroom/contract/sessions/meeting/meeting.schema'
import type { ProviderMeeting } from '../platform/meetings/meeting-provider.ts'

/** A published session that needs a meeting. */
export interface PublishedSession {
  /** Its unique name among the sample's sessions. */
  name: string
  account: MeetingAccount
  title: string
  start: Date
  end: Date
}

export interface PreparedMeeting {
  session: PublishedSession
  reference: string
  /** Null if the provider was not called. */
  made: ProviderMeeting | null
}

export type PreparedMeetings = ReadonlyMap<string, PreparedMeeting>
