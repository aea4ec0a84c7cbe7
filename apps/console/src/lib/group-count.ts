import { countText } from './count-text.ts'

/** Returns the counts of tabs as they are shown: 12, and 999+ for what the server doesn't count to its end (OQ-195). */
export function shownCounts<Tab extends string>(
  counts: Readonly<Record<Tab, number>> | undefined,
): Partial<Record<Tab, string>> {
  const shown: Partial<Record<Tab, string>> = {}
  for (const tab in counts) shown[tab] = countText(counts[tab])
  return shown
}
