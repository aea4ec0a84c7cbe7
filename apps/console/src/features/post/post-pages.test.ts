import { describe, expect, it } from 'vitest'
import { rowsOfPages } from '../../lib/api/rows-of-pages.ts'
import { nextOffset } from './post-pages.ts'
import { samplePost } from './post-sample.test-data.ts'

const page = (length: number, from = 0) =>
  Array.from({ length }, (_, place) => ({ ...samplePost, _id: `p${from + place}` }))

describe('the pages of a list', () => {
  it('POST-06 have more only after a full page of 25', () => {
    expect(nextOffset([page(24)])).toBeUndefined()
    expect(nextOffset([page(25)])).toBe(25)
    expect(nextOffset([page(25), page(25, 25)])).toBe(50)
    expect(nextOffset([page(25), page(3, 25)])).toBeUndefined()
    expect(nextOffset([page(0)])).toBeUndefined()
  })

  it('POST-06 show a post once that a new one has moved to the next page', () => {
    const rows = rowsOfPages([page(25), page(25, 24)])
    expect(rows).toHaveLength(49)
    expect(new Set(rows.map(({ _id }) => _id)).size).toBe(49)
  })
})
