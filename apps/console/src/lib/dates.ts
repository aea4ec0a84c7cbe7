import * as calendar from '@greenroom/contract/calendar-day'
import { formatInstant, zoneName, zoneOffset } from '@greenroom/contract/date-time'
import { storedBusinessTimeZone } from './business-zone.ts'

// Moments are shown and entered in the viewer's zone, which is named where the business's clock shows another time.
// Days (filters, validity, "today") are days of the business (OQ-025).

/** Writes a moment as cards do, in the viewer's zone: 21 Nov 2026 | 07:00 PM (LIM-05). Takes ISO 8601. */
export function formatCardTime(iso: string): string {
  return write(iso, ' | ')
}

/** Writes a moment as everything but cards does, in the viewer's zone: 21 Nov 2026, 07:00 PM (LIM-05). Takes ISO 8601. */
export function formatTime(iso: string): string {
  return write(iso, ', ')
}

/**
 * Returns the short name of the viewer's zone at a moment, such as "EST"; undefined where the business's clock shows the
 * same time, so that nothing can be misread.
 */
export function viewerZoneName(moment: Date = new Date()): string | undefined {
  const stored = storedBusinessTimeZone()
  if (stored === undefined) return undefined
  return zoneOffset(moment) === zoneOffset(moment, stored) ? undefined : zoneName(moment)
}

/** Tells whether the viewer's clock differs from the business's at any time of this year. */
export function isAwayFromBusiness(): boolean {
  const year = new Date().getFullYear()
  // Within a year only summer time changes a clock, so January and July tell.
  return [0, 6].some((month) => viewerZoneName(new Date(Date.UTC(year, month, 1))) !== undefined)
}

/** Returns the long name of the business's zone, such as "India Standard Time"; undefined where viewerZoneName is. */
export function businessZoneName(moment: Date = new Date()): string | undefined {
  return viewerZoneName(moment) && zoneName(moment, businessTimeZone(), 'long')
}

/** Returns the business's time zone, an IANA name; the viewer's own until the server has named it. */
export function businessTimeZone(): string {
  return storedBusinessTimeZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Returns the business day that holds the moment, YYYY-MM-DD. */
export function businessDay(moment: Date = new Date()): string {
  return calendar.dayIn(moment, businessTimeZone())
}

/** Returns the first moment of the business day that holds the moment. */
export function startOfDay(moment: Date = new Date()): Date {
  return calendar.startOfDay(businessDay(moment), businessTimeZone())
}

function write(iso: string, separator: ' | ' | ', '): string {
  const moment = new Date(iso)
  if (Number.isNaN(moment.getTime())) return ''
  const zone = viewerZoneName(moment)
  return formatInstant(moment, separator) + (zone === undefined ? '' : ` ${zone}`)
}
