import type { MeetingAccount } from '@greenroom/contract/sessions/meeting/meeting.schema'
import type { Logger } from 'pino'
import { AppError } from '../../../platform/app-error.ts'
import type { Call } from '../../../platform/call.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import {
  type MeetingChanges,
  type MeetingProvider,
  MeetingProviderRefused,
  MeetingProviderUnknown,
  type MeetingRequest,
  meetingMinutes,
  type ProviderMeeting,
} from '../../../platform/meetings/meeting-provider.ts'
import { afterProviderCall } from '../../../platform/provider-call.ts'
import type { Settings } from '../../../settings.ts'
import { claimCall, countCall, findMeeting, type MeetingRow, updateMeeting } from './meeting.repository.ts'

/** How long a claim outlasts the provider's own time-outs, in milliseconds. */
const margin = 5_000
/** How long a publishing request waits for another one's call, which may have died with its process. Milliseconds. */
const longestWait = 20_000

const resultNotSaved =
  'The meeting provider was called, but the result could not be saved. Publish again in a minute.'

interface CallsOptions {
  provider: MeetingProvider
  settings: Pick<Settings, 'MEETING_TIMEOUT_SECONDS' | 'BUSINESS_TIME_ZONE'>
  clock: Clock
  log: Logger
}

export type MeetingCalls = ReturnType<typeof createMeetingCalls>

/** Calls the provider for stored meetings, one caller at a time, and records the outcomes. Never in a transaction. */
export function createMeetingCalls({ provider, settings, clock, log }: CallsOptions) {
  // Replacing a deleted meeting takes four calls (token, update, search, create), each with its own time-out.
  const callTime = settings.MEETING_TIMEOUT_SECONDS * 4000 + margin
  const requestOf = (row: MeetingRow) => meetingRequest(row, settings.BUSINESS_TIME_ZONE)

  /** Returns the meeting, claimed for one call; undefined while another caller holds it. */
  const claim = (db: Database, ownerId: string, now: Date) =>
    claimCall(db, ownerId, now, new Date(now.getTime() + callTime))

  /** @returns false if the meeting was deleted at the provider */
  async function sendChanges(db: Database, row: MeetingRow): Promise<boolean> {
    const { provider_meeting_id: providerMeetingId, join_url: joinUrl } = row
    if (!providerMeetingId || !joinUrl) throw new Error('A created meeting has no id or link')
    const account = row.zoom_hub_name as MeetingAccount
    if (row.must_check && !(await provider.exists(account, providerMeetingId))) return false
    const changes = changesOf(row)
    if (Object.keys(changes).length > 0) {
      await countCall(db, account, clock.now())
      if (!(await provider.update(account, providerMeetingId, changes))) return false
    }
    await recordMade(db, row, { providerMeetingId, joinUrl })
    return true
  }

  async function createMeeting(db: Database, row: MeetingRow): Promise<void> {
    const request = requestOf(row)
    // An earlier attempt may have created the meeting although no response arrived.
    const earlier = row.attempts > 1 ? await provider.find(request.account, row.reference, request) : null
    await countCall(db, request.account, clock.now())
    const isThere =
      earlier && (await provider.update(request.account, earlier.providerMeetingId, changesOf(row)))
    await recordMade(db, row, isThere ? earlier : await provider.create(request))
  }

  /**
   * Calls the provider for a claimed meeting and records the outcome, also a failure.
   * @param onFailure what else a failure changes
   */
  async function send(
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

  /** Makes the meeting of a publishing request. Without a saved result, the claim lasts until its end. */
  async function makeClaimed(db: Database, claimed: MeetingRow): Promise<void> {
    // Another caller may have finished between the two reads.
    if (claimed.state === 'created' && isUpToDate(claimed)) {
      return updateMeeting(db, claimed.owner_id, { calling_until: null })
    }
    return afterProviderCall(resultNotSaved, callTime / 1000, () =>
      send(db, claimed, { reserved_until: null }).catch((error: unknown) => {
        throw refusalOf(error)
      }),
    )
  }

  return {
    claim,
    send,

    /** Returns what the provider has for a meeting of ours; null if it has none. */
    find(row: MeetingRow): Promise<ProviderMeeting | null> {
      const request = requestOf(row)
      return provider.find(request.account, row.reference, request)
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
        const claimed = await claim(call.db, ownerId, now)
        if (claimed) return makeClaimed(call.db, claimed)
        if (Date.now() > patience) {
          const message = 'The meeting is still being created. Try again in a moment.'
          throw new AppError('MEETING_PROVIDER', message, { retryAfter: callTime / 1000 })
        }
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
  }
}

/** Tells whether the provider knows the session's title and times. */
export function isUpToDate(row: MeetingRow): boolean {
  return (
    !row.must_check &&
    row.told_title === row.title &&
    row.told_start_time?.getTime() === row.start_time.getTime() &&
    row.told_end_time?.getTime() === row.end_time.getTime()
  )
}

/** What the provider has to hear: what differs from what it was told last, so that a host's own changes stay (OQ-753). */
function changesOf(row: MeetingRow): MeetingChanges {
  const { told_title, told_start_time: startTime, told_end_time: endTime } = row
  const minutes = meetingMinutes({ startTime: row.start_time, endTime: row.end_time })
  const told = startTime && endTime ? meetingMinutes({ startTime, endTime }) : null
  return {
    ...(told_title === row.title ? {} : { title: row.title }),
    ...(startTime?.getTime() === row.start_time.getTime() ? {} : { startTime: row.start_time }),
    ...(told === minutes ? {} : { minutes }),
  }
}

function meetingRequest(row: MeetingRow, timeZone: string): MeetingRequest {
  return {
    account: row.zoom_hub_name as MeetingAccount,
    reference: row.reference,
    title: row.title,
    agenda: '',
    startTime: row.start_time,
    endTime: row.end_time,
    timeZone,
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
      must_check: false,
      calling_until: null,
    },
    row.attempts,
  )
}

/** Stored before the new meeting is requested, so that a failure leaves no dead link behind. */
async function forgetMeeting(db: Database, row: MeetingRow): Promise<MeetingRow> {
  const changes = {
    state: 'requested',
    provider_meeting_id: null,
    join_url: null,
    told_title: null,
    told_start_time: null,
    told_end_time: null,
  }
  await updateMeeting(db, row.owner_id, changes, row.attempts)
  return { ...row, ...changes }
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
