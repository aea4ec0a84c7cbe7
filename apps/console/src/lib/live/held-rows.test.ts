import { describe, expect, it } from 'vitest'
import { changedRows, holdRows } from './held-rows.ts'

const rowsOf = (text: string) => [...text].map((id) => ({ id }))
const idOf = ({ id }: { id: string }) => id
const hold = (shown: string, current: string, isFull = false) => {
  const held = holdRows(rowsOf(shown), rowsOf(current), { idOf, isFull })
  return { rows: held.rows.map(idOf).join(''), waiting: held.waiting, left: [...held.left].join('') }
}

describe('rows on the screen (OQ-490)', () => {
  it.each([
    ['nothing changed', 'abc', 'abc', false, { rows: 'abc', waiting: 0, left: '' }],
    ['new rows wait', 'abc', 'yzabc', false, { rows: 'abc', waiting: 2, left: '' }],
    [
      'a new row pushes the last one to the next page',
      'abc',
      'zab',
      true,
      { rows: 'abc', waiting: 1, left: '' },
    ],
    ['so many are new that none is left', 'abc', 'xyz', true, { rows: 'abc', waiting: 3, left: '' }],
    ['a row has left', 'abc', 'ac', false, { rows: 'abc', waiting: 0, left: 'b' }],
    ['the last row has left', 'abc', 'ab', false, { rows: 'abc', waiting: 0, left: 'c' }],
    [
      'a row that left pulls one up from the next page',
      'abc',
      'acd',
      true,
      { rows: 'abc', waiting: 0, left: 'b' },
    ],
    ['one is new, one has left', 'abc', 'zac', true, { rows: 'abc', waiting: 1, left: 'b' }],
    ['all have left', 'abc', '', false, { rows: 'abc', waiting: 0, left: 'abc' }],
    ['the order changed', 'abc', 'cba', false, { rows: 'abc', waiting: 0, left: '' }],
    ['a row was added at the end of a short list', 'ab', 'abc', false, { rows: 'ab', waiting: 1, left: '' }],
  ] as const)('%s', (_title, shown, current, isFull, expected) => {
    expect(hold(shown, current, isFull)).toEqual(expected)
  })

  it('have their current content', () => {
    const before = [{ id: 'a', status: 'pending' }]
    const now = [{ id: 'a', status: 'completed' }]
    expect(holdRows(before, now, { idOf, isFull: false }).rows).toEqual(now)
    expect(changedRows(before, now, idOf)).toEqual(['a'])
    expect(
      changedRows(
        now,
        [
          { id: 'a', status: 'completed' },
          { id: 'b', status: 'x' },
        ],
        idOf,
      ),
    ).toEqual([])
  })
})
