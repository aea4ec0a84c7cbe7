import { formatInstant } from '@greenroom/contract/date-time'

/** Writes a moment as cards do, in the viewer's zone: 21 Nov 2026 | 07:00 PM (LIM-05). Takes ISO 8601. */
export function formatCardTime(iso: string): string {
  return write(iso, ' | ')
}

/** Writes a moment as everything but cards does, in the viewer's zone: 21 Nov 2026, 07:00 PM (LIM-05). Takes ISO 8601. */
export function formatTime(iso: string): string {
  return write(iso, ', ')
}

/** Gives 00:00 of the day that holds the moment, in the viewer's zone. */
export function startOfDay(moment: Date = new Date()): Date {
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate())
}

function write(iso: string, separator: ' | ' | ', '): string {
  const moment = new Date(iso)
  return Number.isNaN(moment.getTime()) ? '' : formatInstant(moment, separator)
}
