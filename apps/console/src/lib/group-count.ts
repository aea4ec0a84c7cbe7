import type { GroupCounts } from '@greenroom/contract/list'
import { countText } from './count-text.ts'

/** Returns the counts of tabs as they are shown: 12, and 999+ for what the server doesn't count to its end (OQ-195). */
export function shownCounts(counts: GroupCounts | undefined): Partial<Record<keyof GroupCounts, string>> {
  return Object.fromEntries(Object.entries(counts ?? {}).map(([tab, count]) => [tab, countText(count)]))
}
