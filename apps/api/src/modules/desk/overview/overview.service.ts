import { addDays, dayIn, startOfDay } from '@greenroom/contract/calendar-day'
import { moneySpans } from '@greenroom/contract/desk/overview/overview.rules'
import {
  type AccountTime,
  accountDays,
  moneyDays,
  type NextSession,
  nextSessionsShown,
  type Overview,
} from '@greenroom/contract/desk/overview/overview.schema'
import { meetingAccounts } from '@greenroom/contract/sessions/meeting/meeting.schema'
import type { Call } from '../../../platform/call.ts'
import { fileUrl } from '../../../platform/files/files.ts'
import type { Settings } from '../../../settings.ts'
import { sumsOfLastDays, sumsOfLaterToday } from '../../money/transaction/daily-sums.service.ts'
import type { AccountBookings } from '../../sessions/meeting/account-bookings.service.ts'
import { readWaitingOfOverview } from '../waiting/waiting.service.ts'
import { hasNothing, listDrafts, listNextSessions, type NextSessionRow } from './overview.repository.ts'

/** The overview: the next sessions, the sums of the last days and what waits, each only for roles that include it. */
export function createOverviewService({
  bookings,
  settings,
}: {
  bookings: Pick<AccountBookings, 'list'>
  settings: Pick<Settings, 'BUSINESS_TIME_ZONE' | 'MEETING_BUFFER_MINUTES'>
}) {
  const timeZone = settings.BUSINESS_TIME_ZONE

  async function readSessions(call: Call): Promise<NonNullable<Overview['sessions']>> {
    const today = dayIn(call.now, timeZone)
    const days = Array.from({ length: accountDays }, (_, n) => {
      const day = addDays(today, n)
      return {
        day,
        start_time: startOfDay(day, timeZone).toISOString(),
        end_time: startOfDay(addDays(day, 1), timeZone).toISOString(),
      }
    })
    const from = startOfDay(today, timeZone)
    const until = startOfDay(addDays(today, accountDays), timeZone)
    const next = await listNextSessions(call.db, call.now, nextSessionsShown + 1)
    const drafts = await listDrafts(call.db, { from, until })
    const accounts = []
    for (const account of meetingAccounts) {
      const booked = await bookings.list(call, account, { start: from, end: until })
      const times: AccountTime[] = booked.map((booking) => ({ ...booking, is_booked: true }))
      for (const { id, zoom_hub_name, ...draft } of drafts) {
        // A session that is being published already holds its place.
        if (zoom_hub_name !== account || times.some(({ _id }) => _id === id)) continue
        times.push({ _id: id, ...draft, is_booked: false })
      }
      accounts.push({ zoom_hub_name: account, times })
    }
    return {
      next: next.slice(0, nextSessionsShown).map(presentSession),
      has_more: next.length > nextSessionsShown,
      days,
      buffer_minutes: settings.MEETING_BUFFER_MINUTES,
      accounts,
    }
  }

  return {
    /** Reads all parts that the caller's role includes; no other is queried. */
    async read(call: Call): Promise<Overview> {
      const { permissions } = call.actor
      const { counts, oldest } = await readWaitingOfOverview(call)
      return {
        today: dayIn(call.now, timeZone),
        is_new: await hasNothing(call.db, permissions),
        ...(permissions.has('content.read') && { sessions: await readSessions(call) }),
        ...(permissions.has('money.read') && {
          money: await sumsOfLastDays(call, moneyDays, timeZone),
          money_later: await sumsOfLaterToday(call, moneySpans, timeZone),
        }),
        waiting: counts,
        oldest,
      }
    },
  }
}

function presentSession({ id, kind, ...row }: NextSessionRow): NextSession {
  return {
    _id: id,
    kind,
    title: row.title,
    start_time: row.start_time,
    end_time: row.end_time,
    is_published: row.is_published,
    is_hidden: row.is_hidden,
    banner: row.banner_key === null ? null : fileUrl(row.banner_key),
    creator_name: row.creator_name,
    zoom_hub_name: row.zoom_hub_name,
    registrations_count: row.registrations_count,
    total_tickets: row.total_tickets,
  }
}
