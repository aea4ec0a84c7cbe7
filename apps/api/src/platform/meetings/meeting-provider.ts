import type { MeetingAccount } from '@greenroom/contract/meeting/meeting.schema'

export interface MeetingRequest {
  account: MeetingAccount
  /** Ours, and unique: by it a meeting is found again whose making was never confirmed. */
  reference: string
  title: string
  agenda: string
  startTime: Date
  endTime: Date
  /** An IANA name, for instance Asia/Kolkata. */
  timeZone: string
}

/** A meeting as it may be stored. The host's own start link is left out on purpose: it expires, and it is a key. */
export interface ProviderMeeting {
  providerMeetingId: string
  /** Where participants join. */
  joinUrl: string
}

/** Whoever holds the online meetings. Never called inside a database transaction. */
export interface MeetingProvider {
  readonly kind: 'zoom' | 'sandbox'
  /**
   * Makes a meeting. A second call makes a second one: ask `find` first when an earlier outcome is unknown.
   * @throws MeetingProviderRefused when none was made
   * @throws MeetingProviderUnknown when one may have been made
   */
  create(meeting: MeetingRequest): Promise<ProviderMeeting>
  /**
   * Looks for the meeting that was made with our reference; null when there is none.
   * @throws MeetingProviderUnknown whenever this cannot be told, so that null is always an answer
   */
  find(account: MeetingAccount, reference: string, near: { startTime: Date }): Promise<ProviderMeeting | null>
  /**
   * Gives a meeting another title, time or text. May be repeated.
   * @throws MeetingProviderRefused when nothing was changed
   * @throws MeetingProviderUnknown when it may have been changed
   */
  update(account: MeetingAccount, providerMeetingId: string, meeting: MeetingRequest): Promise<void>
}

interface RefusalDetails {
  retryAfter?: number | undefined
  status?: number | undefined
  cause?: unknown
}

/** The provider did not do it. The message may be shown to a person. */
export class MeetingProviderRefused extends Error {
  override readonly name = 'MeetingProviderRefused'
  /** Seconds after which another try makes sense. */
  readonly retryAfter: number | undefined
  /** The provider's HTTP status, when it answered. */
  readonly status: number | undefined

  constructor(message: string, details: RefusalDetails = {}) {
    super(message, { cause: details.cause })
    this.retryAfter = details.retryAfter
    this.status = details.status
  }
}

/** The provider may or may not have done it. The message may be shown to a person. */
export class MeetingProviderUnknown extends Error {
  override readonly name = 'MeetingProviderUnknown'

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
  }
}
