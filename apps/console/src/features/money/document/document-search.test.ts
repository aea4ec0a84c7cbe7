import { expect, it } from 'vitest'
import { documentListQuery, documentSearchOf, isFiltered, monthChoices } from './document-search.ts'

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

it('offers the last two years of months, and an older one that is chosen (OQ-242)', () => {
  const months = monthChoices('2026-01-31', '2020-05')
  expect(months.slice(0, 2)).toEqual([
    { value: '2026-01', label: 'January 2026' },
    { value: '2025-12', label: 'December 2025' },
  ])
  expect(months).toHaveLength(25)
  expect(months.at(-1)?.label).toBe('May 2020')
})
