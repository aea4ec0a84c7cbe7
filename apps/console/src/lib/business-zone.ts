const key = 'businessTimeZone'
let held: string | undefined

/**
 * Returns the time zone whose calendar counts, an IANA name (OQ-025): what the server named in this tab, undefined
 * before it has. `businessTimeZone` in dates.ts is what screens use.
 */
export function storedBusinessTimeZone(): string | undefined {
  held ??= globalThis.sessionStorage?.getItem(key) ?? undefined
  return held
}

/**
 * Keeps the zone that the server names for this tab, so that a reload knows it at once.
 * @throws RangeError for a zone that the browser does not know
 */
export function storeBusinessTimeZone(timeZone: string): void {
  if (timeZone === storedBusinessTimeZone()) return
  Intl.DateTimeFormat('en', { timeZone })
  held = timeZone
  try {
    sessionStorage.setItem(key, timeZone)
  } catch {
    // The storage is full or blocked: a reload learns the zone from the server again.
  }
}
