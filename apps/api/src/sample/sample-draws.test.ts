import { expect, test } from 'vitest'
import { createDraws } from './sample-draws.ts'

test('returns the same draws for the same seed, and others for another', () => {
  const drawn = (seed: number) => {
    const draws = createDraws(seed)
    return [
      draws.fraction(),
      draws.letters(14),
      draws.mixed(9, [
        ['a', 1],
        ['b', 2],
      ]),
    ]
  }
  expect(drawn(7)).toEqual(drawn(7))
  expect(drawn(7)).not.toEqual(drawn(8))
})

test('mixes a list of the wanted length with each value’s share', () => {
  const list = createDraws(1).mixed(101, [
    ['most', 80],
    ['few', 15],
    ['rare', 5],
  ])
  expect(list).toHaveLength(101)
  expect(list.filter((value) => value === 'most')).toHaveLength(81)
  expect(list.filter((value) => value === 'few')).toHaveLength(15)
  expect(list.filter((value) => value === 'rare')).toHaveLength(5)
  expect(list.slice(0, 81)).not.toEqual(Array.from({ length: 81 }, () => 'most'))
})

test('throws for an empty list', () => {
  expect(() => createDraws(1).pick([])).toThrow(TypeError)
  expect(createDraws(1).pick(['only'])).toBe('only')
})
