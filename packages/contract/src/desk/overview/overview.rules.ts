import { addDays } from '../../calendar-day.ts'
import type { CurrencyCode } from '../../money.ts'
import { type MeetingAccount, offeredMeetingAccounts } from '../../sessions/meeting/meeting.schema.ts'
import type { AccountTime, DaySum } from './overview.schema.ts'

/** The lengths of the spans, in days. Each ends now. */
export const moneySpans = [1, 7, 30, 90] as const
export type MoneySpan = (typeof moneySpans)[number]

export interface SpanSum {
  /** First and last day, YYYY-MM-DD. */
  from: string
  to: string
  orders: number
  completed: number
  refunded: number
  /** Completed less refunded, in minor units. */
  net: number
}

/** Adds up the days of a span in one currency. */
function sumOfDays(
  sums: readonly DaySum[],
  currency: CurrencyCode,
  { from, to }: { from: string; to: string },
): SpanSum {
  const total = { from, to, orders: 0, completed: 0, refunded: 0, net: 0 }
  for (const sum of sums) {
    if (sum.currency_code !== currency || sum.day < from || sum.day > to) continue
    total.orders += sum.orders
    total.completed += sum.completed
    total.refunded += sum.refunded
  }
  return { ...total, net: total.completed - total.refunded }
}

/** The daily sums, and what of them came later in the day than now, as in `Overview`. */
export interface MoneySums {
  days: readonly DaySum[]
  later: readonly DaySum[]
  /** YYYY-MM-DD */
  today: string
}

/** Returns the sum of a span that ends now, and of the one before it, which ends at the same time of day. */
export function moneyOfSpan(
  { days: sums, later, today }: MoneySums,
  currency: CurrencyCode,
  days: MoneySpan,
): { now: SpanSum; before: SpanSum } {
  const from = addDays(today, 1 - days)
  const lastBefore = addDays(from, -1)
  const before = sumOfDays(sums, currency, { from: addDays(from, -days), to: lastBefore })
  const cut = sumOfDays(later, currency, { from: lastBefore, to: lastBefore })
  return {
    now: sumOfDays(sums, currency, { from, to: today }),
    before: {
      ...before,
      orders: before.orders - cut.orders,
      completed: before.completed - cut.completed,
      refunded: before.refunded - cut.refunded,
      net: before.net - cut.net,
    },
  }
}

/**
 * Returns the change in whole percent; null if the sum before was not above zero, because there is nothing to take a
 * percentage of.
 */
export function percentChange(now: number, before: number): number | null {
  return before > 0 ? Math.round(((now - before) / before) * 100) : null
}

/** The days of a span, the earliest first, each with its sum and that of the day as many days before. */
export function daysOfSpan(
  { days: sums, today }: Pick<MoneySums, 'days' | 'today'>,
  currency: CurrencyCode,
  days: number,
): { now: SpanSum; before: SpanSum }[] {
  return Array.from({ length: days }, (_, n) => {
    const day = addDays(today, n + 1 - days)
    const dayBefore = addDays(day, -days)
    return {
      now: sumOfDays(sums, currency, { from: day, to: day }),
      before: sumOfDays(sums, currency, { from: dayBefore, to: dayBefore }),
    }
  })
}

/** A time on a meeting account with its neighbours. */
export interface PlacedTime extends AccountTime {
  /** The others on the account at the same time, or closer than the buffer (OQ-112). */
  clashes: readonly AccountTime[]
}

/**
 * Returns the times of an account, the earliest first, each with those that it clashes with. Like the check before
 * publishing, a session that ends before it starts counts as an instant at its start (OQ-115).
 */
export function placedTimes(times: readonly AccountTime[], bufferMinutes: number): PlacedTime[] {
  const buffer = bufferMinutes * 60_000
  const spans = times.map((time) => {
    const start = Date.parse(time.start_time)
    return { time, start, end: Math.max(start, Date.parse(time.end_time)) }
  })
  return spans
    .map((one) => ({
      ...one.time,
      clashes: spans
        .filter((other) => other !== one && one.start < other.end + buffer && other.start < one.end + buffer)
        .map(({ time }) => time),
    }))
    .sort((a, b) => Date.parse(a.start_time) - Date.parse(b.start_time))
}

/** Two sessions on one account at the same time, or closer than the buffer. */
interface AccountClash {
  account: MeetingAccount
  /** The one to move: the draft; of two drafts or two published ones the later. */
  time: AccountTime
  other: AccountTime
  /** Whether they overlap; otherwise they are too close. */
  overlaps: boolean
  /** An account that forms offer on which the session would clash with none. */
  free: MeetingAccount | undefined
}

/**
 * Returns the clashes of all accounts that are not over, the earliest first.
 * @param now milliseconds
 */
export function accountClashes(
  accounts: readonly { zoom_hub_name: MeetingAccount; times: readonly AccountTime[] }[],
  bufferMinutes: number,
  now: number,
): AccountClash[] {
  const isFree = (time: AccountTime, account: MeetingAccount) => {
    const taken = accounts.find(({ zoom_hub_name }) => zoom_hub_name === account)?.times ?? []
    const placed = placedTimes([...taken, time], bufferMinutes)
    return placed.every(({ _id, clashes }) => _id !== time._id || clashes.length === 0)
  }
  const found = accounts.flatMap(({ zoom_hub_name: account, times }) =>
    placedTimes(times, bufferMinutes).flatMap((one, place, all) =>
      all.slice(place + 1).flatMap((later): AccountClash[] => {
        if (!one.clashes.some(({ _id }) => _id === later._id) || Date.parse(later.end_time) < now) return []
        const [time, other] = !one.is_booked && later.is_booked ? [one, later] : [later, one]
        const overlaps = Date.parse(later.start_time) < Date.parse(one.end_time)
        const free = offeredMeetingAccounts.find((name) => name !== account && isFree(time, name))
        return [{ account, time, other, overlaps, free }]
      }),
    ),
  )
  return found.sort((a, b) => Date.parse(a.time.start_time) - Date.parse(b.time.start_time))
}

/** A time in which an account is free for a session, at least a buffer away from the sessions around it. */
export interface Gap {
  start: number
  end: number
}

/**
 * Returns the gaps of an account in a span that can hold an hour, the earliest first. Drafts leave their time free:
 * only a published session holds it.
 * @param span milliseconds
 */
export function gapsOf(
  times: readonly AccountTime[],
  { from, until }: { from: number; until: number },
  bufferMinutes: number,
): Gap[] {
  const buffer = bufferMinutes * 60_000
  const booked = times
    .filter((time) => time.is_booked)
    .map((time) => {
      const start = Date.parse(time.start_time)
      return { start, end: Math.max(start, Date.parse(time.end_time)) }
    })
    .sort((a, b) => a.start - b.start)
  const gaps: Gap[] = []
  let free = from
  for (const { start, end } of booked) {
    gaps.push({ start: free, end: Math.min(start - buffer, until) })
    free = Math.max(free, end + buffer)
  }
  gaps.push({ start: free, end: until })
  return gaps.filter((gap) => gap.end - gap.start >= 3_600_000)
}
