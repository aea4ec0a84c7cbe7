import type { ClashWarning, MeetingAccount } from '@greenroom/contract/sessions/meeting/meeting.schema'
import type { Call } from '../../../platform/call.ts'
import { newId } from '../../../platform/database/record-id.ts'
import { afterProviderCall } from '../../../platform/provider-call.ts'
import type { AccountBookings } from './account-bookings.service.ts'
import { findMeeting, insertMeeting, lockMeeting, updateMeeting } from './meeting.repository.ts'
import type { MeetingCalls } from './meeting-call.service.ts'
import { meetingLater, settleMeetingTask, updateMeetingTask } from './meeting-task.ts'

/** A session that is published through a meeting account. */
export interface MeetingSession {
  ownerId: string
  kind: 'masterclass' | 'webinar'
  account: MeetingAccount
  title: string
  start: Date
  end: Date
}

/** How long a session holds its place while it is being published, in milliseconds. */
const reservation = 120_000

const publicationNotSaved =
  'The meeting exists, but the publication could not be saved. Publish again in a moment.'

export type MeetingService = ReturnType<typeof createMeetingService>

/**
 * Meetings of sessions. The provider is never called inside a transaction: `request` stores the intent, `make` calls
 * (meeting-call), and a job settles what stayed unknown (meeting-jobs).
 */
export function createMeetingService({
  bookings,
  calls,
}: {
  bookings: Pick<AccountBookings, 'checkClashes'>
  calls: Pick<MeetingCalls, 'make'>
}) {
  return {
    make: calls.make,

    /**
     * Stores the intent to hold a session's meeting and reserves its place. Call it in the publishing transaction.
     * @returns the clashes, as warnings
     * @throws AppError MEETING_CLASH if the setting refuses clashes
     */
    async request(call: Call, session: MeetingSession): Promise<ClashWarning[]> {
      const warnings = await bookings.checkClashes(call, session)
      const reservedUntil = new Date(call.now.getTime() + reservation)
      await storeRequest(call, session, reservedUntil)
      await meetingLater(call, settleMeetingTask, session.ownerId, reservedUntil)
      return warnings
    },

    /**
     * Runs the publishing transaction that follows `make`.
     * @throws AppError UNAVAILABLE if the database fails for now; the meeting exists and the next attempt uses it
     */
    finish<T>(work: () => Promise<T>): Promise<T> {
      return afterProviderCall(publicationNotSaved, 5, work)
    },

    /** Books the session's place in the publishing transaction, and sends edits made meanwhile. */
    async book(call: Call, ownerId: string): Promise<void> {
      await updateMeeting(call.db, ownerId, { is_booked: true, reserved_until: null })
      await meetingLater(call, updateMeetingTask, ownerId)
    },

    /** Releases the place, in the transaction that unpublishes the session. */
    async unbook(call: Call, ownerId: string): Promise<void> {
      await updateMeeting(call.db, ownerId, { is_booked: false, reserved_until: null })
    },

    /** Tells whether the session has a meeting at the provider on its current account. */
    async isMade(call: Call, session: MeetingSession): Promise<boolean> {
      const meeting = await findMeeting(call.db, session.ownerId)
      return meeting?.state === 'created' && meeting.zoom_hub_name === session.account
    },

    /**
     * Copies an edit to the session's meeting, in the edit's transaction; a job sends it to the provider. If the
     * session holds a place and its time changes, the new time is checked for clashes, on the account that holds the
     * place: a published session cannot change its account (OQ-116).
     * @returns the clashes, as warnings
     * @throws AppError MEETING_CLASH if the setting refuses clashes
     */
    async change(call: Call, session: MeetingSession): Promise<ClashWarning[]> {
      const existing = await lockMeeting(call.db, session.ownerId)
      if (!existing) return []
      const holdsPlace =
        existing.is_booked || (existing.reserved_until !== null && existing.reserved_until > call.now)
      const isMoved =
        existing.start_time.getTime() !== session.start.getTime() ||
        existing.end_time.getTime() !== session.end.getTime()
      const account = existing.zoom_hub_name as MeetingAccount
      const warnings = holdsPlace && isMoved ? await bookings.checkClashes(call, { ...session, account }) : []
      await updateMeeting(call.db, session.ownerId, {
        title: session.title,
        start_time: session.start,
        end_time: session.end,
      })
      if (existing.is_booked) await meetingLater(call, updateMeetingTask, session.ownerId)
      return warnings
    },
  }
}

/** Stores the requested meeting, in place of what was requested before. */
async function storeRequest(call: Call, session: MeetingSession, reservedUntil: Date): Promise<void> {
  const values = {
    zoom_hub_name: session.account,
    title: session.title,
    start_time: session.start,
    end_time: session.end,
    reserved_until: reservedUntil,
  }
  const existing = await lockMeeting(call.db, session.ownerId)
  if (!existing) {
    await insertMeeting(call.db, {
      owner_id: session.ownerId,
      kind: session.kind,
      reference: `greenroom-${newId()}`,
      state: 'requested',
      ...values,
    })
  } else if (existing.zoom_hub_name !== session.account) {
    // The meeting on the other account stays; this account needs one of its own. Incrementing the attempts ends
    // the claim of a call for the other account that is still running.
    await updateMeeting(call.db, session.ownerId, {
      ...values,
      reference: `greenroom-${newId()}`,
      state: 'requested',
      attempts: existing.attempts + 1,
      calling_until: null,
      provider_meeting_id: null,
      join_url: null,
      told_title: null,
      told_start_time: null,
      told_end_time: null,
    })
  } else {
    await updateMeeting(
      call.db,
      session.ownerId,
      // Somebody may have deleted the meeting at the provider.
      existing.state === 'created' ? { ...values, must_check: true } : { ...values, state: 'requested' },
    )
  }
}
