import { expect, it } from 'vitest'
import { documentListQuery, documentSearchOf, isFiltered } from './document-search.ts'

it('ignores invalid search parameters (OQ-242)', () => {
  expect(documentSearchOf({ tab: 'state-missing', kind: 'invoice', month: '2026-11', q: 'GR' })).toEqual({
    tab: 'state-missing',
    kind: 'invoice',
    month: '2026-11',
    q: 'GR',
  })
  expect(documentSearchOf({ tab: 'x', kind: 'y', month: '2026-13' })).toEqual({})
})

it('asks for one page of a tab (OQ-242)', () => {
  expect(documentListQuery({ tab: 'state-missing', q: 'GR', size: 20 }, 3)).toEqual({
    group: 'state-missing',
    q: 'GR',
    limit: 20,
    offset: 40,
  })
  expect(isFiltered({ tab: 'state-missing' })).toBe(false)
  expect(isFiltered({ month: '2026-11' })).toBe(true)
})
