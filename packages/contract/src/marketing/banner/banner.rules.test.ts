import { describe, expect, it } from 'vitest'
import { movedBanners } from './banner.rules.ts'
import { lastBannerOrder } from './banner.schema.ts'

/** Banners a, b, c … with these order numbers. */
const banners = (...orders: number[]) =>
  orders.map((order, place) => ({ _id: String.fromCodePoint(97 + place), order }))

describe('moving a banner', () => {
  it.each<[string, number[], string, string | null, Record<string, number>]>([
    ['to the first place', [1, 4, 9], 'c', null, { c: 1, a: 4, b: 9 }],
    ['to the last place', [1, 4, 9], 'a', 'c', { b: 1, c: 4, a: 9 }],
    ['between two others', [1, 4, 9, 12], 'a', 'b', { b: 1, a: 4 }],
    ['to its own place', [1, 4, 9], 'b', 'a', {}],
    ['behind itself', [1, 4, 9], 'b', 'b', {}],
    ['among equal numbers', [5, 5, 5], 'c', null, { a: 6, b: 7 }],
    ['before an equal number outside', [5, 5, 5, 5], 'b', null, { a: 6, c: 7, d: 8 }],
    ['without room above', [lastBannerOrder, lastBannerOrder], 'b', null, { b: 0, a: 1 }],
  ])('%s changes only the numbers that it must (OQ-201)', (_title, orders, id, after, changed) => {
    const moved = movedBanners(banners(...orders), id, after)
    expect(Object.fromEntries(moved.map(({ _id, order }) => [_id, order]))).toEqual(changed)
  })
})
