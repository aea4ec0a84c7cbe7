import { expect, it } from 'vitest'
import { historyFiltersOf, historySearchOf } from './history-search.ts'

it('reads the filters of an address, and ignores what is not one (OQ-340)', () => {
  expect(
    historyFiltersOf(
      historySearchOf({ kind: 'refused', section: 'coupon', record: 'coupon:c1', person: 'a@b.example' }),
    ),
  ).toEqual({
    kind: 'refused',
    section: 'coupon',
    entity_type: 'coupon',
    entity_id: 'c1',
    person: 'a@b.example',
  })
  expect(historyFiltersOf(historySearchOf({ kind: 'x', section: 'y', record: 'z' }))).toEqual({})
  expect(historyFiltersOf(historySearchOf({ from: '2026-11-03', to: '2026-11-02' }))).toEqual({
    from: '2026-11-03',
  })
})
