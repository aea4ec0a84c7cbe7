import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { commaList, largestPage, limit, mostCounted, offset, SearchText } from './list.ts'

it.each([
  [undefined, 200],
  ['1', 1],
  ['200', 200],
  ['201', 200],
  ['999999999999999', 200],
])('takes the limit %s for %i (OQ-019)', (sent, taken) => {
  expect(z.parse(limit(), sent)).toBe(taken)
})

it.each(['0', '-1', '1.5', '', 'ten', '1000000000000000'])('refuses the limit "%s" (OQ-019)', (sent) => {
  expect(z.safeParse(limit(), sent).error?.issues).toMatchObject([
    { message: 'limit must be a whole number of 1 or more' },
  ])
})

it('starts at the offset 0', () => {
  expect(z.parse(offset(), undefined)).toBe(0)
  expect(z.parse(offset(), '0')).toBe(0)
  expect(z.safeParse(offset(), '-1').success).toBe(false)
})

it('searches for 200 characters at most', () => {
  expect(z.safeParse(SearchText, 'a'.repeat(200)).success).toBe(true)
  expect(z.safeParse(SearchText, 'a'.repeat(201)).error?.issues).toMatchObject([
    { message: 'Search for at most 200 characters' },
  ])
})

it('takes a list of at most 100 values, separated or repeated (OQ-022)', () => {
  const list = commaList(z.string())
  expect(z.parse(list, ['a, b', 'c,'])).toEqual(['a', 'b', 'c'])
  expect(z.safeParse(list, 'a,'.repeat(100)).success).toBe(true)
  expect(z.safeParse(list, 'a,'.repeat(101)).error?.issues).toMatchObject([{ message: 'At most 100 values' }])
})

it('counts to 1,000 and returns 200 records at most (OQ-019, OQ-195)', () => {
  expect([mostCounted, largestPage]).toEqual([1_000, 200])
})
