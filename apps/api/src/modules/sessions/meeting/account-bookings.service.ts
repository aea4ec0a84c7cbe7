import type { DataOf } from '@greenroom/contract/endpoint'
import type {
  checkMeetingDates,
  listMeetingAccounts,
} from '@greenroom/contract/sessions/meeting/meeting.endpoints'
import {
  type ClashWarning,
  type MeetingAccount,
  type MeetingClash,
  meetingAccounts,
} from '@greenroom/contract/sessions/meeting/meeting.schema'
import { AppError } from '../../../platform/app-error.ts'
import type { Call } from '../../../platform/call.ts'
import { isRecordId } from '../../../platform/database/record-id.ts'
import type { Settings } from '../../../settings.ts'
import {
  callsOfDay,
  findBookings,
  findBookingsAt,
  lockAccount,
  type MeetingRow,
  type Span,
} from './meeting.repository.ts'

/** The place that a session holds, or would. */
interface HeldPlace extends Span {
  ownerId: string
  account: MeetingAccount
}

export type AccountBookings = ReturnType<typeof createAccountBookings>

/** Meeting accounts: the sessions that hold a place on them, and their clashes. */
export function createAccountBookings(
  settings: Pick<Settings, 'MEETING_BUFFER_MINUTES' | 'MEETING_CLASHES'>,
) {
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

  return {
    /**
     * Returns which accounts are free in a span, and the clashes on the others.
     * @param exceptOwner id of the session that the span is for; ignored if malformed
     */
    async byAccount(
      call: Call,
      span: Span,
      exceptOwner: string | undefined,
    ): Promise<DataOf<typeof listMeetingAccounts>> {
      const except = exceptOwner !== undefined && isRecordId(exceptOwner) ? exceptOwner : undefined
      const calls = await callsOfDay(call.db, call.now)
      const accounts = []
      for (const account of meetingAccounts) {
        const clashes = await clashesOn(call, account, span, except)
        accounts.push({
          zoom_hub_name: account,
          free: clashes.length === 0,
          clashes,
          calls_today: calls.get(account) ?? 0,
        })
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
    async list(call: Call, account: MeetingAccount, span: Span): Promise<MeetingClash[]> {
      const rows = await findBookings(call.db, { account, span, bufferMinutes: 0, now: call.now })
      return rows.map(presentClash)
    },

    /** Checks for clashes while holding the account, so that the second of two concurrent sessions sees the first. */
    async checkClashes(call: Call, session: HeldPlace): Promise<ClashWarning[]> {
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
    },
  }
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
