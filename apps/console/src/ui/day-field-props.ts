const formatter = new Intl.DateTimeFormat('en-US', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/**
 * Formats a day as the calendar does: 21 Nov 2026.
 * @param day YYYY-MM-DD
 */
export function formatDay(day: string): string {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of formatter.formatToParts(new Date(`${day}T00:00:00Z`))) parts[type] = value
  return `${parts.day} ${parts.month} ${parts.year}`
}
