import type { MeetingAccount } from '@greenroom/contract/sessions/meeting/meeting.schema'

export interface MeetingRequest {
  account: MeetingAccount
  /** Our own unique reference, to find a meeting again whose creation was never confirmed. */
  reference: string
  title: string
  agenda: string
  startTime: Date
  endTime: Date
  /** An IANA name, for instance Asia/Kolkata. */
  timeZone: string
}

/** What changes of a meeting. What a host set at the provider stays, unless it is named here. */
export type MeetingChanges = Partial<Pick<MeetingRequest, 'title' | 'startTime'>> & {
  /** How long it lasts. */
  minutes?: number
}

/** A meeting as it may be stored. The host's start link is left out on purpose: it expires, and it grants access. */
export interface ProviderMeeting {
  providerMeetingId: string
  /** The participants' link. */
  joinUrl: string
}

/** The provider of online meetings. Never called inside a database transaction. */
export interface MeetingProvider {
  readonly kind: 'zoom' | 'sandbox'
  /**
   * Creates a meeting. A second call creates a second one: call `find` first if an earlier outcome is unknown.
   * @throws MeetingProviderRefused if none was created
   * @throws MeetingProviderUnknown if one may have been created
   */
  create(meeting: MeetingRequest): Promise<ProviderMeeting>
  /**
   * Finds the meeting with our reference; null if there is none.
   * @throws MeetingProviderUnknown if this cannot be determined, so that null is always certain
   */
  find(account: MeetingAccount, reference: string, near: { startTime: Date }): Promise<ProviderMeeting | null>
  /**
   * Tells whether the provider still has a meeting. Does not count as one of the day's calls.
   * @throws MeetingProviderUnknown if this cannot be determined
   */
  exists(account: MeetingAccount, providerMeetingId: string): Promise<boolean>
  /**
   * Updates a meeting's title, start or length. May be repeated.
   * @returns false if somebody has deleted the meeting at the provider
   * @throws MeetingProviderRefused if nothing was changed
   * @throws MeetingProviderUnknown if it may have been changed
   */
  update(account: MeetingAccount, providerMeetingId: string, changes: MeetingChanges): Promise<boolean>
}

/** Returns whole minutes, at least one. A record may end before it starts; it then counts as an hour. */
export function meetingMinutes({ startTime, endTime }: { startTime: Date; endTime: Date }): number {
  const milliseconds = endTime.getTime() - startTime.getTime()
  return milliseconds < 0 ? 60 : Math.max(1, Math.ceil(milliseconds / 60_000))
}

interface RefusalDetails {
  retryAfter?: number | undefined
  status?: number | undefined
  code?: number | undefined
  cause?: unknown
}

/** The provider did not do it. The message may be shown to a person. */
export class MeetingProviderRefused extends Error {
  override readonly name = 'MeetingProviderRefused'
  /** Seconds after which to retry. */
  readonly retryAfter: number | undefined
  /** The provider's HTTP status, if it responded. */
  readonly status: number | undefined
  /** The provider's own error code, if it sent one. */
  readonly code: number | undefined

  constructor(message: string, details: RefusalDetails = {}) {
    super(message, { cause: details.cause })
    this.retryAfter = details.retryAfter
    this.status = details.status
    this.code = details.code
  }
}

/** The provider may or may not have done it. The message may be shown to a person. */
export class MeetingProviderUnknown extends Error {
  override readonly name = 'MeetingProviderUnknown'

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
  }
}
