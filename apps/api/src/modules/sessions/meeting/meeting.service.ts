import type { DataOf } from '@greenroom/contract/endpoint'
import type { checkMeetingDates } from '@greenroom/contract/sessions/meeting/meeting.endpoints'
import {
  type ClashWarning,
  type MeetingAccount,
  type MeetingClash,
  meetingAccounts,
} from '@greenroom/contract/sessions/meeting/meeting.schema'
import type { Logger } from 'pino'
import { AppError } from '../../../platform/app-error.ts'
import type { Call } from '../../../platform/call.ts'
import type { Database } from '../../../platform/database/database.ts'
import { isRecordId, newId } from '../../../platform/database/record-id.ts'
import { enqueue } from '../../../platform/jobs/job-runner.ts'
import {
  type MeetingProvider,
  MeetingProviderRefused,
  MeetingProviderUnknown,
  type MeetingRequest,
  type ProviderMeeting,
} from '../../../platform/meetings/meeting-provider.ts'
import { afterProviderCall } from '../../../platform/provider-call.ts'
import type { Settings } from '../../../settings.ts'
import {
  claimCall,
  findBookings,
  findBookingsAt,
  findMeeting,
  insertMeeting,
  lockAccount,
  lockMeeting,
  type MeetingRow,
  type Span,
  updateMeeting,
} from './meeting.repository.ts'

/** A session that is published through a meeting account. */
export interface MeetingSession {
  ownerId: string
  kind: 'masterclass' | 'webinar'
  account: MeetingAccount
  title: string
  start: Date
  end: Date
}

/** The jobs that settle an uncertain creation and send an edit to the provider; their payload is {ownerId}. */
export const settleMeetingTask = 'settle-meeting'
export const updateMeetingTask = 'tell-meeting'

/** How long a session holds its place while it is being published, in milliseconds. */
const reservation = 120_000
/** How long a claim outlasts the provider's own time-outs, in milliseconds. */
const margin = 5_000
/** How long a publishing request waits for another one's call, which may have died with its process. Milliseconds. */
const longestWait = 20_000

const resultNotSaved =
  'The meeting provider was called, but the result could not be saved. Publish again in a minute.'
const publicationNotSaved =
  'The meeting exists, but the publication could not be saved. Publish again in a moment.'

export type MeetingService = ReturnType<typeof createMeetingService>

/**
 * Meeting accounts: their bookings and clashes, and the meetings at the provider. The provider is never called inside
 * a transaction: `request` stores the intent, `make` calls, and a job settles what stayed unknown.
 */
export function createMeetingService({
  provider,
  settings,
  log,
}: {
  provider: MeetingProvider
  settings: Pick<
    Settings,
    'MEETING_BUFFER_MINUTES' | 'MEETING_CLASHES' | 'MEETING_TIMEOUT_SECONDS' | 'BUSINESS_TIME_ZONE'
  >
  log: Logger
}) {
  // Replacing a deleted meeting takes four calls (token, update, search, create), each with its own time-out.
  const callTime = settings.MEETING_TIMEOUT_SECONDS * 4000 + margin

  async function clashesOn(
    call: Call,
    account: MeetingAccount,
    span: Span,
    exceptOwner: string | undefined,
  ): Promise<MeetingClash[]> {
    const rows = await findBookings(call.db, {
      account,
      span,
      exceptOwner,
      bufferMinutes: settings.MEETING_BUFFER_MINUTES,
      now: call.now,
    })
    return rows.map(presentClash)
  }

  /** Checks for clashes while holding the account, so that the second of two concurrent sessions sees the first. */
  async function checkClashes(call: Call, session: MeetingSession): Promise<ClashWarning[]> {
    await lockAccount(call.db, session.account)
    const clashes = await clashesOn(call, session.account, session, session.ownerId)
    const [first] = clashes
    if (!first) return []
    const message = `${session.account} is already booked for “${first.title}” at that time.`
    if (settings.MEETING_CLASHES === 'refuse') {
      throw new AppError('MEETING_CLASH', message, {
        errors: [{ path: 'zoom_hub_name', message }],
        data: { clashes },
      })
    }
    return [{ code: 'MEETING_CLASH', message, clashes }]
  }

  function requestOf(row: MeetingRow): MeetingRequest {
    return {
      account: row.zoom_hub_name as MeetingAccount,
      reference: row.reference,
      title: row.title,
      agenda: '',
      startTime: row.start_time,
      endTime: row.end_time,
      timeZone: settings.BUSINESS_TIME_ZONE,
    }
  }

  async function recordMade(db: Database, row: MeetingRow, made: ProviderMeeting): Promise<void> {
    await updateMeeting(
      db,
      row.owner_id,
      {
        state: 'created',
        provider_meeting_id: made.providerMeetingId,
        join_url: made.joinUrl,
        told_title: row.title,
        told_start_time: row.start_time,
        told_end_time: row.end_time,
        calling_until: null,
      },
      row.attempts,
    )
  }

  async function recordFound(db: Database, row: MeetingRow, found: ProviderMeeting): Promise<void> {
    await updateMeeting(
      db,
      row.owner_id,
      {
        state: 'created',
        provider_meeting_id: found.providerMeetingId,
        join_url: found.joinUrl,
        calling_until: null,
      },
      row.attempts,
    )
  }

  /**
   * Calls the provider for a claimed meeting and records the outcome, also a failure.
   * @param onFailure what else a failure changes
   */
  async function callProvider(
    db: Database,
    claimed: MeetingRow,
    onFailure: { reserved_until?: null } = {},
  ): Promise<void> {
    let row = claimed
    try {
      if (row.state === 'created') {
        if (await sendChanges(db, row)) return
        log.warn({ ownerId: row.owner_id }, 'The meeting was deleted at the provider; a new one is created')
        row = await forgetMeeting(db, row)
      }
      await createMeeting(db, row)
    } catch (error) {
      await recordFailure(db, row, error, onFailure)
      throw error
    }
  }

  /** @returns false if the meeting was deleted at the provider */
  async function sendChanges(db: Database, row: MeetingRow): Promise<boolean> {
    const { provider_meeting_id: providerMeetingId, join_url: joinUrl } = row
    if (!providerMeetingId || !joinUrl) throw new Error('A created meeting has no id or link')
    const request = requestOf(row)
    if (!(await provider.update(request.account, providerMeetingId, request))) return false
    await recordMade(db, row, { providerMeetingId, joinUrl })
    return true
  }

  /** Stored before the new meeting is requested, so that a failure leaves no dead link behind. */
  async function forgetMeeting(db: Database, row: MeetingRow): Promise<MeetingRow> {
    const changes = { state: 'requested', provider_meeting_id: null, join_url: null }
    await updateMeeting(db, row.owner_id, changes, row.attempts)
    return { ...row, ...changes }
  }

  async function createMeeting(db: Database, row: MeetingRow): Promise<void> {
    const request = requestOf(row)
    // An earlier attempt may have created the meeting although no response arrived.
    const earlier = row.attempts > 1 ? await provider.find(request.account, row.reference, request) : null
    const isThere = earlier && (await provider.update(request.account, earlier.providerMeetingId, request))
    await recordMade(db, row, isThere ? earlier : await provider.create(request))
  }

  async function recordFailure(
    db: Database,
    row: MeetingRow,
    error: unknown,
    changes: { reserved_until?: null },
  ): Promise<void> {
    const isMade = row.state === 'created'
    const state = isMade ? 'created' : error instanceof MeetingProviderRefused ? 'failed' : 'unknown'
    await updateMeeting(db, row.owner_id, { ...changes, state, calling_until: null }, row.attempts)
  }

  async function updateProviderLater(call: Call, ownerId: string): Promise<void> {
    await enqueue(call.db, {
      task: updateMeetingTask,
      payload: { ownerId },
      key: `${updateMeetingTask}:${ownerId}`,
    })
  }

  return {
    /**
     * Returns which accounts are free in a span, and the clashes on the others.
     * @param exceptOwner id of the session that the span is for; ignored if malformed
     */
    async accounts(
      call: Call,
      span: Span,
      exceptOwner: string | undefined,
    ): Promise<{ zoom_hub_name: MeetingAccount; free: boolean; clashes: MeetingClash[] }[]> {
      const except = exceptOwner !== undefined && isRecordId(exceptOwner) ? exceptOwner : undefined
      const accounts = []
      for (const account of meetingAccounts) {
        const clashes = await clashesOn(call, account, span, except)
        accounts.push({ zoom_hub_name: account, free: clashes.length === 0, clashes })
      }
      return accounts
    },

    /** Returns the clashes on each account at several times, for sessions of one length. */
    async dates(
      call: Call,
      { starts, lengthMs }: { starts: readonly string[]; lengthMs: number },
    ): Promise<DataOf<typeof checkMeetingDates>> {
      const rows = await findBookingsAt(call.db, {
        accounts: meetingAccounts,
        starts: starts.map((start) => new Date(start)),
        lengthMs,
        bufferMinutes: settings.MEETING_BUFFER_MINUTES,
        now: call.now,
      })
      return {
        buffer_minutes: settings.MEETING_BUFFER_MINUTES,
        dates: starts.map((start_time, place) => ({
          start_time,
          accounts: meetingAccounts.map((account) => ({
            zoom_hub_name: account,
            clashes: rows
              .filter((row) => row.place === place && row.zoom_hub_name === account)
              .map(presentClash),
          })),
        })),
      }
    },

    /** Returns the sessions that hold a place on an account within a span, the earliest first, at most 200. */
    async bookings(call: Call, account: MeetingAccount, span: Span): Promise<MeetingClash[]> {
      const rows = await findBookings(call.db, { account, span, bufferMinutes: 0, now: call.now })
      return rows.map(presentClash)
    },

    /**
     * Stores the intent to hold a session's meeting and reserves its place. Call it in the publishing transaction.
     * @returns the clashes, as warnings
     * @throws AppError MEETING_CLASH if the setting refuses clashes
     */
    async request(call: Call, session: MeetingSession): Promise<ClashWarning[]> {
      const warnings = await checkClashes(call, session)
      const reservedUntil = new Date(call.now.getTime() + reservation)
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
          // Sent again although nothing may have changed: somebody may have deleted the meeting at the provider.
          existing.state === 'created' ? { ...values, told_title: null } : { ...values, state: 'requested' },
        )
      }
      await enqueue(call.db, {
        task: settleMeetingTask,
        payload: { ownerId: session.ownerId },
        runAt: reservedUntil,
        key: `${settleMeetingTask}:${session.ownerId}`,
      })
      return warnings
    },

    /**
     * Creates the requested meeting at the provider unless it exists, and sends changes made since. Only one caller
     * at a time calls the provider; another waits for its result, so publishing twice creates one meeting.
     * @throws AppError MEETING_PROVIDER if the provider refused or did not respond; UNAVAILABLE if the result could not
     * be saved
     */
    async make(call: Call, ownerId: string): Promise<void> {
      const patience = Date.now() + Math.min(callTime, longestWait)
      while (true) {
        const { now } = call.refreshed()
        const known = await findMeeting(call.db, ownerId)
        if (!known) throw new Error('make was called without request')
        if (known.state === 'created' && isUpToDate(known)) return
        const claimed = await claimCall(call.db, ownerId, now, new Date(now.getTime() + callTime))
        if (claimed) {
          // Another caller may have finished between the two reads.
          if (claimed.state === 'created' && isUpToDate(claimed)) {
            return updateMeeting(call.db, ownerId, { calling_until: null })
          }
          // Without a saved result, the claim lasts until its end.
          return afterProviderCall(resultNotSaved, callTime / 1000, () =>
            callProvider(call.db, claimed, { reserved_until: null }).catch((error: unknown) => {
              throw refusalOf(error)
            }),
          )
        }
        if (Date.now() > patience) {
          throw new AppError(
            'MEETING_PROVIDER',
            'The meeting is still being created. Try again in a moment.',
            {
              retryAfter: callTime / 1000,
            },
          )
        }
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
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
      await updateProviderLater(call, ownerId)
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
      const warnings = holdsPlace && isMoved ? await checkClashes(call, { ...session, account }) : []
      await updateMeeting(call.db, session.ownerId, {
        title: session.title,
        start_time: session.start,
        end_time: session.end,
        ...(existing.is_booked && { told_title: null }),
      })
      if (existing.is_booked) await updateProviderLater(call, session.ownerId)
      return warnings
    },

    /** Job: asks the provider whether a meeting exists whose creation had no outcome, and records the answer. */
    async settle(call: Call, payload: unknown): Promise<void> {
      const { ownerId } = payload as { ownerId: string }
      const row = await findMeeting(call.db, ownerId)
      if (!row || row.state === 'created' || row.state === 'failed') return
      const { now } = call
      const claimed = await claimCall(call.db, ownerId, now, new Date(now.getTime() + callTime))
      if (!claimed) throw new Error('The meeting is being created; the job will be retried')
      try {
        const request = requestOf(claimed)
        const found = await provider.find(request.account, claimed.reference, request)
        // The session may have been edited since the lost response, so its title and times still have to be sent.
        if (found) await recordFound(call.db, claimed, found)
        else await updateMeeting(call.db, ownerId, { state: 'failed', calling_until: null }, claimed.attempts)
        log.info({ ownerId, found: found !== null }, 'Settled a meeting whose outcome was unknown')
      } catch (error) {
        await updateMeeting(call.db, ownerId, { calling_until: null }, claimed.attempts)
        throw error
      }
    },

    /**
     * Job: sends an edited session to the provider, and creates a new meeting if somebody deleted it there. One call
     * at a time, so that the last edit wins.
     */
    async updateProvider(call: Call, payload: unknown): Promise<void> {
      const { ownerId } = payload as { ownerId: string }
      const row = await findMeeting(call.db, ownerId)
      if (!row || !mustTell(row)) return
      const { now } = call
      const claimed = await claimCall(call.db, ownerId, now, new Date(now.getTime() + callTime))
      // Two concurrent updates could arrive in the wrong order.
      if (!claimed) throw new Error('The meeting is being changed; the job will be retried')
      if (mustTell(claimed)) await callProvider(call.db, claimed)
      else await updateMeeting(call.db, ownerId, { calling_until: null }, claimed.attempts)
    },
  }
}

/**
 * Tells whether the job has to call the provider. A draft without a meeting gets one when it is published; a published
 * session lacks one only while a deleted meeting is being replaced.
 */
function mustTell(row: MeetingRow): boolean {
  return row.state === 'created' ? !isUpToDate(row) : row.is_booked
}

function isUpToDate(row: MeetingRow): boolean {
  return (
    row.told_title === row.title &&
    row.told_start_time?.getTime() === row.start_time.getTime() &&
    row.told_end_time?.getTime() === row.end_time.getTime()
  )
}

function presentClash(row: MeetingRow): MeetingClash {
  return {
    _id: row.owner_id,
    kind: row.kind as MeetingClash['kind'],
    title: row.title,
    start_time: row.start_time.toISOString(),
    end_time: row.end_time.toISOString(),
  }
}

function refusalOf(error: unknown): unknown {
  if (error instanceof MeetingProviderRefused) {
    return new AppError('MEETING_PROVIDER', error.message, {
      cause: error,
      ...(error.retryAfter === undefined ? {} : { retryAfter: error.retryAfter }),
    })
  }
  if (error instanceof MeetingProviderUnknown)
    return new AppError('MEETING_PROVIDER', error.message, { cause: error })
  return error
}
