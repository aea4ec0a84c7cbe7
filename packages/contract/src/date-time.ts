import * as z from 'zod/mini'

const isoInstant = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(:(\d\d)(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

/** Far from the years before 1, which a zone's offset reaches from the year 1, and which dates write in another way. */
const firstInstant = Date.parse('1900-01-01T00:00:00Z')
const lastInstant = Date.parse('9999-12-31T23:59:59Z')

/**
 * Tells whether a text is an ISO 8601 instant with an explicit offset: a real calendar date of the years 1900 to 9999.
 * Without an offset the same text would mean a different instant elsewhere, so it is refused.
 */
export function isInstant(text: string): boolean {
  const parts = isoInstant.exec(text)
  if (!parts) return false
  const [, year, month, day] = parts.map(Number)
  const date = new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, day ?? 0))
  const isCalendarDate = date.getUTCMonth() + 1 === month && date.getUTCDate() === day
  const time = Date.parse(text)
  return isCalendarDate && time >= firstInstant && time <= lastInstant
}

/**
 * A required instant, sent as ISO 8601 text with an offset.
 * @param required message for a missing or empty value
 */
export function instant(required: string) {
  return z.string({ error: required }).check(
    z.check((context) => {
      if (context.value.trim() === '') {
        context.issues.push({ code: 'custom', input: context.value, message: required })
      } else if (!isInstant(context.value)) {
        context.issues.push({
          code: 'custom',
          input: context.value,
          message: 'Enter a date and time such as 2026-12-31T18:30:00Z',
        })
      }
    }),
  )
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/**
 * Formats an instant as on the cards: "21 Nov 2026 | 07:00 PM" (LIM-05).
 * @param separator between date and time: " | " on cards, ", " elsewhere
 * @param timeZone an IANA zone; undefined takes the machine's zone, in the console the viewer's
 */
export function formatInstant(moment: Date, separator: ' | ' | ', ', timeZone?: string): string {
  const key = timeZone ?? ''
  let formatter = formatters.get(key)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hour12: true,
      ...(timeZone ? { timeZone } : {}),
    })
    formatters.set(key, formatter)
  }
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const part of formatter.formatToParts(moment)) parts[part.type] = part.value
  return `${parts.day} ${parts.month} ${parts.year}${separator}${parts.hour}:${parts.minute} ${parts.dayPeriod}`
}

/**
 * Returns a zone's short name at an instant, such as "EST" or "GMT+5:30"; its long name is such as "India Standard
 * Time".
 * @param timeZone an IANA zone; undefined takes the machine's zone, in the console the viewer's
 * @throws RangeError for an unknown zone
 */
export function zoneName(moment: Date, timeZone?: string, length: 'short' | 'long' = 'short'): string {
  return zonePart(moment, timeZone, length)
}

/**
 * Returns how many milliseconds a zone is ahead of UTC at an instant.
 * @param timeZone an IANA zone; undefined takes the machine's zone, in the console the viewer's
 * @throws RangeError for an unknown zone
 */
export function zoneOffset(moment: Date, timeZone?: string): number {
  const [, sign, hours, minutes, seconds] =
    /^GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(zonePart(moment, timeZone, 'longOffset')) ?? []
  const size = (Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)) * 1000
  return sign === '-' ? -size : size
}

function zonePart(
  moment: Date,
  timeZone: string | undefined,
  style: 'short' | 'long' | 'longOffset',
): string {
  const key = `${style} ${timeZone ?? ''}`
  let formatter = formatters.get(key)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', { timeZoneName: style, ...(timeZone ? { timeZone } : {}) })
    formatters.set(key, formatter)
  }
  return formatter.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? ''
}
