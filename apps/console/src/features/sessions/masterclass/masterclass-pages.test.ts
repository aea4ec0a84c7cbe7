import type { ListedMasterclass } from '@greenroom/contract/sessions/masterclass/masterclass.schema'
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
const page = (loadedAt: number, ...rows: ListedMasterclass[]) => ({ rows, loadedAt })
const ids = (rows: ListedMasterclass[]) => rows.map(({ _id }) => _id)
const fullPage = (loadedAt: number) =>
  page(loadedAt, ...Array.from({ length: 100 }, (_, place) => row(`${place}`, start + place * minute)))

describe('the masterclasses of a tab', () => {
  it('leave Active and Draft after their start, not at its very moment (MC-06)', () => {
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

  it("stay in the server's group if this machine's clock disagreed when they were loaded (MC-06)", () => {
    const anHourAhead = start + 60 * minute
    const pages = [page(anHourAhead, row('begins later for the server', start))]
    expect(ids(rowsInGroup(pages, 'active', anHourAhead + minute))).toEqual(['begins later for the server'])
    const anHourBehind = start - 60 * minute
    expect(ids(rowsInGroup([page(anHourBehind, row('past', start))], 'past', anHourBehind))).toEqual(['past'])
  })

  it('are shown once if pages overlap, as in the later page (MC-47)', () => {
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
  it('starts after the loaded masterclasses (MC-47)', () => {
    expect(nextOffset([fullPage(start)], 'active', start)).toBe(100)
  })

  it('does not count masterclasses that have started since, as the server leaves them out (MC-47)', () => {
    expect(nextOffset([fullPage(start - minute)], 'active', start + 2 * minute + 1)).toBe(97)
  })
})
