import type { ReportCounts } from '@greenroom/contract/community/moderation/moderation.schema'
import { largestPage, mostCounted } from '@greenroom/contract/list'

/** The loaded beginning of a queue. */
export interface Queue<Item> {
  items: readonly Item[]
  /** Number of loaded pages. */
  pages: number
  /** Whether the last page was full, so that there may be more (MOD-03). */
  hasMore: boolean
  /** What waits in the whole queue. */
  counts?: ReportCounts | undefined
}

/** Fetches a range of a queue. */
type FetchItems<Item> = (stretch: { limit: number; offset: number }) => Promise<readonly Item[]>

/**
 * Fetches the first pages of a queue. It uses one call if possible, so that the response is consistent and no item is
 * lost between two pages.
 */
export async function fetchFromStart<Item>(
  fetchItems: FetchItems<Item>,
  pages: number,
  pageSize: number,
): Promise<Queue<Item>> {
  const wanted = pages * pageSize
  const items: Item[] = []
  while (items.length < wanted) {
    const limit = Math.min(wanted - items.length, largestPage)
    const got = await fetchItems({ limit, offset: items.length })
    items.push(...got)
    if (got.length < limit) return { items, pages, hasMore: false }
  }
  return { items, pages, hasMore: true }
}

/** Adds the next page. An item that it repeats, because others were reported in between, is kept once. */
export function withPage<Item>(
  queue: Queue<Item>,
  page: readonly Item[],
  pageSize: number,
  idOf: (item: Item) => string,
): Queue<Item> {
  const known = new Set(queue.items.map(idOf))
  return {
    ...queue,
    items: [...queue.items, ...page.filter((item) => !known.has(idOf(item)))],
    pages: queue.pages + 1,
    hasMore: page.length >= pageSize,
  }
}

/** Removes an item; one less waits. */
export function withoutItem<Item>(queue: Queue<Item>, id: string, idOf: (item: Item) => string): Queue<Item> {
  const items = queue.items.filter((item) => idOf(item) !== id)
  const { counts } = queue
  if (counts === undefined) return { ...queue, items }
  const waiting = waitingWithout(counts.waiting, queue.items.length - items.length)
  return { ...queue, items, counts: { ...counts, waiting } }
}

/** Returns how many wait without some; a count that stopped at its maximum stays. */
export function waitingWithout(waiting: number, removed: number): number {
  return waiting >= mostCounted ? waiting : Math.max(0, waiting - removed)
}
