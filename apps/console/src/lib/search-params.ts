/** Max characters of a parameter. The server takes 16 kB of address and headers. */
const longest = 500

/** Reads a search parameter as text; undefined when it is absent, empty or overlong. */
export function text(value: unknown): string | undefined {
  // The router reads digits as a number, and true and false as booleans.
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  return typeof text === 'string' && text !== '' && text.length <= longest ? text : undefined
}

/** Reads a search parameter that is one of the given values; undefined for anything else. */
export function oneOf<const Value extends string>(
  values: readonly Value[],
  value: unknown,
): Value | undefined {
  return values.find((one) => one === value)
}

/** More pages or rows than any list has. The server refuses an offset that is no safe integer. */
const largest = 1_000_000

/** Reads a search parameter that is a whole number from 1 to a million; undefined for anything else. */
export function positive(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number >= 1 && number <= largest
    ? number
    : undefined
}

/**
 * Reads a search parameter that is a day, YYYY-MM-DD; undefined for anything else, and outside the years 1901 to 9998: the API
 * takes times from 1900 to 9999, and a screen shows days next to this one (OQ-566).
 */
export function day(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value) || value < '1901' || value > '9999')
    return undefined
  const date = new Date(`${value}T00:00:00Z`)
  // JavaScript reads 31 February as a day in March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) ? value : undefined
}

/** Returns a reader for a search parameter that is one of the given values. */
export function choice<const Value extends string>(...values: readonly Value[]) {
  return (value: unknown) => oneOf(values, text(value))
}

export type SearchReaders = Record<string, (value: unknown) => unknown>

/** What the readers return; undefined for what is absent or invalid. */
export type SearchValues<Readers extends SearchReaders> = {
  [Name in keyof Readers]?: ReturnType<Readers[Name]>
}

/** Returns a validator that reads each search parameter. */
export function searchOf<Readers extends SearchReaders>(readers: Readers) {
  return (search: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(readers).map(([name, read]) => [name, read(search[name])]),
    ) as SearchValues<Readers>
}
