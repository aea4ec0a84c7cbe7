import * as z from 'zod/mini'

/** A day, YYYY-MM-DD. @param name of the member, for the message */
export function dayField(name: string) {
  const error = `${name} must be a day such as 2026-11-21`
  return z.string({ error }).check(z.refine(isDay, { error }))
}

function isDay(text: string): boolean {
  if (!/^(?:19|20)\d\d-\d\d-\d\d$/.test(text) || text < '1910') return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
