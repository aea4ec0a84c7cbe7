import type { Masterclass } from '@greenroom/contract/masterclass/masterclass.schema'
import { describe, expect, it } from 'vitest'
import { nextOffset, rowsInGroup } from './masterclass-pages.ts'
import { sampleMasterclass } from './masterclass-test-data.ts'

const start = Date.parse(sampleMasterclass.start_time)
const minute = 60_000
const row = (id: string, startsAt: number, is_active = true) => ({
  ...sampleMasterclass,
  _id: id,
  is_active,
  start_time: new Date(startsAt).toISOString(),
})
const page = (loadedAt: number, ...rows: Masterclass[]) => ({ rows, loadedAt })
const ids = (rows: Masterclass[]) => rows.map(({ _id }) => _id)
const fullPage = (loadedAt: number) =>
  page(loadedAt, ...Array.from({ length: 100 }, (_, place) => row(`${place}`, start + place * minute)))

describe('the masterclasses of a tab', () => {
  it('MC-06 leave Active and Draft once they have started, and not at the moment of their start', () => {
    for (const [group, isActive] of [
      ['active', true],
      ['draft', false],
    ] as const) {
      const pages = [
        page(start - minute, row('now', start, isActive), row('later', start + minute, isActive)),
      ]
      expect(ids(rowsInGroup(pages, group, start))).toEqual(['now', 'later'])
      expect(ids(rowsInGroup(pages, group, start + 1))).toEqual(['later'])
    }
  })

  it("MC-06 stay where the server put them when this machine's clock disagreed from the start", () => {
    const anHourAhead = start + 60 * minute
    const pages = [page(anHourAhead, row('begins later for the server', start))]
    expect(ids(rowsInGroup(pages, 'active', anHourAhead + minute))).toEqual(['begins later for the server'])
    const anHourBehind = start - 60 * minute
    expect(ids(rowsInGroup([page(anHourBehind, row('past', start))], 'past', anHourBehind))).toEqual(['past'])
  })

  it('MC-47 are shown once when a page shifted, as the later page has them', () => {
    const pages = [
      page(start, row('a', start + minute), { ...row('b', start + minute), title: 'Before' }),
      page(start, { ...row('b', start + minute), title: 'After' }, row('c', start + minute)),
    ]
    const rows = rowsInGroup(pages, 'active', start)
    expect(ids(rows)).toEqual(['a', 'b', 'c'])
    expect(rows[1]?.title).toBe('After')
  })
})

describe('the next page', () => {
  it('MC-47 starts after the loaded masterclasses', () => {
    expect(nextOffset([fullPage(start)], 'active', start)).toBe(100)
  })

  it('MC-47 starts earlier by as many as have started since, because the server leaves those out too', () => {
    expect(nextOffset([fullPage(start - minute)], 'active', start + 2 * minute + 1)).toBe(97)
  })
})
