import type { Reports } from '@greenroom/contract/community/moderation/moderation.schema'
import { mostCounted } from '@greenroom/contract/list'
import { describe, expect, it } from 'vitest'
import { fetchFromStart, withoutItem, withPage } from './queue-page.ts'

const idOf = (item: { id: string }) => item.id
const items = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, place) => ({ id: String(from + place) }))

/** A server with a number of items that records its requests. */
function server(total: number) {
  const calls: [number, number][] = []
  const all = items(1, total)
  return {
    calls,
    fetchItems: async ({ limit, offset }: { limit: number; offset: number }) => {
      calls.push([limit, offset])
      return all.slice(offset, offset + Math.min(limit, 200))
    },
  }
}

describe('the loaded part of a queue', () => {
  it('has more after a full page, and no more after fewer than 5 items (MOD-03)', async () => {
    const five = server(5)
    expect(await fetchFromStart(five.fetchItems, 1, 5)).toMatchObject({ pages: 1, hasMore: true })
    const four = server(4)
    expect(await fetchFromStart(four.fetchItems, 1, 5)).toMatchObject({ pages: 1, hasMore: false })

    const first = { items: items(1, 5), pages: 1, hasMore: true }
    expect(withPage(first, items(6, 10), 5, idOf)).toEqual({ items: items(1, 10), pages: 2, hasMore: true })
    expect(withPage(first, items(6, 9), 5, idOf)).toEqual({ items: items(1, 9), pages: 2, hasMore: false })
    expect(withPage(first, [], 5, idOf)).toEqual({ items: items(1, 5), pages: 2, hasMore: false })
  })

  it('is refetched in one call, or in several if it exceeds the limit of one (OQ-019)', async () => {
    const small = server(100)
    expect((await fetchFromStart(small.fetchItems, 3, 5)).items).toEqual(items(1, 15))
    expect(small.calls).toEqual([[15, 0]])
    const large = server(300)
    expect((await fetchFromStart(large.fetchItems, 50, 5)).items).toEqual(items(1, 250))
    expect(large.calls).toEqual([
      [200, 0],
      [50, 200],
    ])
  })

  it('contains an item that a later page repeats only once', () => {
    const first = { items: items(1, 5), pages: 1, hasMore: true }
    expect(withPage(first, items(4, 8), 5, idOf)).toEqual({ items: items(1, 8), pages: 2, hasMore: true })
  })

  it('removes a handled item and keeps the others', () => {
    const first = { items: items(1, 5), pages: 1, hasMore: true }
    expect(withoutItem(first, '2', idOf).items.map(idOf)).toEqual(['1', '3', '4', '5'])
  })

  it('keeps its counts with more pages, and counts a removed item once (OQ-217)', () => {
    const counts = (waiting: number) => ({ waiting, of_type: {} as Reports })
    const first = { items: items(1, 5), pages: 1, hasMore: true, counts: counts(12) }
    expect(withPage(first, items(6, 9), 5, idOf).counts).toEqual(counts(12))
    expect(withoutItem(first, '2', idOf).counts).toEqual(counts(11))
    expect(withoutItem(first, 'gone', idOf).counts).toEqual(counts(12))
    expect(withoutItem({ ...first, counts: counts(mostCounted) }, '2', idOf).counts).toEqual(
      counts(mostCounted),
    )
  })
})
