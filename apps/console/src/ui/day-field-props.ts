export interface DayFieldProps {
  label: string
  /** YYYY-MM-DD. */
  value: string
  onChange: (day: string) => void
  /** The first and the last day that can be picked, YYYY-MM-DD. */
  min?: string
  max?: string
  className?: string
}

/** How the calendar's library writes a day. */
export const dayFormat = 'D MMM YYYY'

const formatter = new Intl.DateTimeFormat('en-US', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Writes a day, YYYY-MM-DD, as the calendar does: 21 Nov 2026. */
export function formatDay(day: string): string {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of formatter.formatToParts(new Date(`${day}T00:00:00Z`))) parts[type] = value
  return `${parts.day} ${parts.month} ${parts.year}`
}
