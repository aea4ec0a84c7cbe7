import { readTab, writeTab } from './tab-storage.ts'

const key = 'businessTimeZone'
let held: string | undefined

/**
 * Returns the business time zone as an IANA name (OQ-025): the one the server named in this tab, or undefined before
 * that. Screens use `businessTimeZone` of dates.ts.
 */
export function storedBusinessTimeZone(): string | undefined {
  held ??= readTab(key) ?? undefined
  return held
}

/**
 * Stores the server's zone for this tab, so that it is known right after a reload.
 * @throws RangeError for a zone that the browser does not know
 */
export function storeBusinessTimeZone(timeZone: string): void {
  if (timeZone === storedBusinessTimeZone()) return
  Intl.DateTimeFormat('en', { timeZone })
  held = timeZone
  writeTab(key, timeZone)
}
