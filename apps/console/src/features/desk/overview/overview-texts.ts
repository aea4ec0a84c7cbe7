import { dayIn } from '@greenroom/contract/calendar-day'
import { type MoneySpan, percentChange, type SpanSum } from '@greenroom/contract/desk/overview/overview.rules'
import type { CurrencyCode } from '@greenroom/contract/money'
import { formatMoney } from '../../../lib/money.ts'
import { moneyMessages } from './overview-messages.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * Formats how long something has been waiting: "5 minutes", "2 hours", "3 days".
 * @param since ISO 8601
 * @param now milliseconds
 */
export function ageText(since: string, now: number): string {
  const age = Math.max(0, now - Date.parse(since))
  const [length, unit] = age >= day ? [day, 'day'] : age >= hour ? [hour, 'hour'] : [minute, 'minute']
  const count = Math.max(1, Math.floor(age / Number(length)))
  return `${count.toLocaleString('en-IN')} ${unit}${count === 1 ? '' : 's'}`
}

/** Compares a span with the one before: in percent and as an amount. */
export function changeText(
  { now, before }: { now: SpanSum; before: SpanSum },
  currency: CurrencyCode,
  days: MoneySpan,
): string {
  if (before.orders === 0) return moneyMessages.noneBefore(days)
  const difference = now.net - before.net
  if (difference === 0) return moneyMessages.same(days)
  const amount = formatMoney(Math.abs(difference), currency)
  const percent = percentChange(now.net, before.net)
  const text = moneyMessages.change('', amount, difference > 0, days)
  if (percent === null) return text.replace(/^, /, '')
  const sign = difference > 0 ? '+' : '−'
  return `${sign}${Math.abs(percent).toLocaleString('en-IN')}%${text}`
}

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/**
 * Formats a business day: 21 Nov 2026.
 * @param day YYYY-MM-DD
 */
export function dayText(day: string): string {
  return dayFormat.format(new Date(`${day}T00:00:00Z`))
}

const shortDayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})

/** Formats a business day without its year: Sat, 21 Nov. */
export function shortDayText(day: string): string {
  return shortDayFormat.format(new Date(`${day}T00:00:00Z`))
}

const timeFormat = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hour12: true })

/**
 * Formats the end of a session beside its start: the time alone on the viewer's same day, otherwise with its day.
 * @param format formats a moment with its day
 */
export function endText(start: string, end: string, format: (iso: string) => string): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const [first, last] = [new Date(start), new Date(end)]
  return dayIn(first, zone) === dayIn(last, zone) ? timeFormat.format(last) : format(end)
}
