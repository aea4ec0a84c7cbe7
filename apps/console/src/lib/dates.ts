import * as calendar from '@greenroom/contract/calendar-day'
import { formatInstant, zoneName, zoneOffset } from '@greenroom/contract/date-time'
import { storedBusinessTimeZone } from './business-zone.ts'
import { serverNow } from './clock.ts'

// Moments are shown and entered in the viewer's zone, which is named where the business clock shows another time. Days
// (filters, validity, "today") are business days (OQ-025).

/**
 * Formats a moment for a card, in the viewer's zone: 21 Nov 2026 | 07:00 PM (LIM-05).
 * @param iso ISO 8601
 */
export function formatCardTime(iso: string): string {
  return write(iso, ' | ')
}

/**
 * Formats a moment for anything but a card, in the viewer's zone: 21 Nov 2026, 07:00 PM (LIM-05).
 * @param iso ISO 8601
 */
export function formatTime(iso: string): string {
  return write(iso, ', ')
}

/**
 * Returns the short name of the viewer's zone at a moment, such as "EST"; undefined where the business clock shows the
 * same time, so no name is needed.
 */
export function viewerZoneName(moment: Date = new Date()): string | undefined {
  const stored = storedBusinessTimeZone()
  if (stored === undefined) return undefined
  return zoneOffset(moment) === zoneOffset(moment, stored) ? undefined : zoneName(moment)
}

/** Returns whether the viewer's clock differs from the business clock at any time of this year. */
export function isAwayFromBusiness(): boolean {
  const year = new Date().getFullYear()
  // Within a year only daylight saving changes the offset, so checking January and July is enough.
  return [0, 6].some((month) => viewerZoneName(new Date(Date.UTC(year, month, 1))) !== undefined)
}

/**
 * Returns the long name of the business time zone, such as "India Standard Time"; undefined where viewerZoneName is.
 */
export function businessZoneName(moment: Date = new Date()): string | undefined {
  return viewerZoneName(moment) && zoneName(moment, businessTimeZone(), 'long')
}

const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/**
 * Formats a calendar month: "October 2026".
 * @param month YYYY-MM
 */
export function formatMonth(month: string): string {
  return monthFormat.format(new Date(`${month}-01T00:00:00Z`))
}

/** Returns the business time zone as an IANA name; the viewer's zone until the server has named it. */
export function businessTimeZone(): string {
  return storedBusinessTimeZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Returns the business day of a moment, YYYY-MM-DD. */
export function businessDay(moment: Date = new Date(serverNow())): string {
  return calendar.dayIn(moment, businessTimeZone())
}

/** Returns the first moment of the business day that contains the given moment. */
export function startOfDay(moment: Date = new Date(serverNow())): Date {
  return calendar.startOfDay(businessDay(moment), businessTimeZone())
}

function write(iso: string, separator: ' | ' | ', '): string {
  const moment = new Date(iso)
  if (Number.isNaN(moment.getTime())) return ''
  const zone = viewerZoneName(moment)
  return formatInstant(moment, separator) + (zone === undefined ? '' : ` ${zone}`)
}
