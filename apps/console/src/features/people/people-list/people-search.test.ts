import { expect, test } from 'vitest'
import { isFiltered, noFilters, peopleFiltersOf, peopleSearchOf } from './people-search.ts'

test('drops unknown words, amounts that are none, and the end of a reversed span', () => {
  expect(
    peopleSearchOf({
      type: 'x',
      entity: 'id',
      attendance: 'came',
      account: 'x',
      sort: 'x',
      spent: '1,5',
      from: '2026-11-02',
      to: '2026-11-01',
    }),
  ).toEqual({ from: '2026-11-02' })
  expect(peopleSearchOf({ type: 'events', entity: 'id', session: 's', attendance: 'came' })).toMatchObject({
    type: 'events',
    entity: 'id',
    attendance: 'came',
  })
})

test('asks for rupees in paise, and for nothing that is not set', () => {
  expect(peopleFiltersOf({ spent: '499.50', since: '2026-11-01', sort: 'name' })).toEqual({
    spent_from: '49950',
    since_from: '2026-11-01',
    sort: 'name',
  })
})

test('a sort is no filter', () => {
  expect(isFiltered({ sort: 'name' })).toBe(false)
  expect(isFiltered({ ...noFilters, label: 'VIP' })).toBe(true)
})
