import type { EventType } from '../../sessions/event/event.schema.ts'
import { type bannerPages, lastBannerOrder } from './banner.schema.ts'

/** The kind of event that a page of the app shows. */
export const pageEventType = {
  events: 'OFFLINE',
  webinars: 'ONLINE',
} as const satisfies Record<(typeof bannerPages)[number], EventType>

interface Placed {
  _id: string
  order: number
}

/**
 * Moves one banner behind another. The banners in between exchange their order numbers, so that no other number is
 * taken. Only equal numbers are made different, where the new order needs it (OQ-201).
 * @param banners all active banners in their order
 * @param after id of the banner that comes before the moved one; null moves it to the first place
 * @returns the banners whose number changes, in their new order
 */
export function movedBanners<Banner extends Placed>(
  banners: readonly Banner[],
  id: string,
  after: string | null,
): Banner[] {
  const from = banners.findIndex(({ _id }) => _id === id)
  const moved = banners[from]
  if (moved === undefined || after === id) return []
  const others = banners.filter((banner) => banner !== moved)
  const to = after === null ? 0 : others.findIndex(({ _id }) => _id === after) + 1
  if (to === from) return []
  const first = Math.min(from, to)
  const numbers = banners.slice(first, Math.max(from, to) + 1).map(({ order }) => order)
  const next = others.toSpliced(to, 0, moved)

  let previous = next[first - 1]?.order ?? -1
  const placed = next.map((banner, place) => {
    if (place < first) return banner
    const order = Math.max(numbers[place - first] ?? banner.order, previous + 1)
    previous = order
    return { ...banner, order }
  })
  const fits = previous <= lastBannerOrder
  return (fits ? placed : next.map((banner, place) => ({ ...banner, order: place }))).filter(
    (banner) => banner.order !== banners.find(({ _id }) => _id === banner._id)?.order,
  )
}
