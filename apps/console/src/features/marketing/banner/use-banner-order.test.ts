import { describe, expect, it } from 'vitest'
import { sampleBanner } from './banner-test-data.ts'
import { rowsAfter } from './use-banner-order.ts'

describe('the list after a move', () => {
  const rows = [1, 4, 9].map((order) => ({ ...sampleBanner, _id: `b${order}`, order, priority: order }))
  const shown = (move: Parameters<typeof rowsAfter>[1]) =>
    rowsAfter(rows, move).map(({ _id, order, priority }) => [_id, order, priority])

  it('shows the new order with the numbers that the server will store (OQ-201)', () => {
    expect(shown({ id: 'b9', after: 'b1' })).toEqual([
      ['b1', 1, 1],
      ['b9', 4, 4],
      ['b4', 9, 9],
    ])
  })

  it('stays as it is when the server has already stored the move', () => {
    const moved = rowsAfter(rows, { id: 'b9', after: null })
    expect(rowsAfter(moved, { id: 'b9', after: null })).toBe(moved)
  })
})
