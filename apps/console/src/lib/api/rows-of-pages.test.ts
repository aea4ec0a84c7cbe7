import { expect, it } from 'vitest'
import { rowsOfPages } from './rows-of-pages.ts'

it('gives a row that comes twice once, as the later answer has it', () => {
  const pages = [
    [
      { _id: 'a', name: 'A' },
      { _id: 'b', name: 'B' },
    ],
    [
      { _id: 'b', name: 'B, renamed' },
      { _id: 'c', name: 'C' },
    ],
  ]
  expect(rowsOfPages(pages)).toEqual([
    { _id: 'a', name: 'A' },
    { _id: 'b', name: 'B, renamed' },
    { _id: 'c', name: 'C' },
  ])
})
