const formats = {
  short: new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric' }),
  long: new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' }),
}

/** Formats the month of a moment in the viewer's zone, as the times beside it: November 2026. @param at ISO 8601 */
export function monthOf(at: string, month: keyof typeof formats): string {
  return formats[month].format(new Date(at))
}
