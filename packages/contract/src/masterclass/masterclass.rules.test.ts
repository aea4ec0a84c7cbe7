import { describe, expect, it } from 'vitest'
import { masterclassAllows, masterclassGroup, timesBeforeToday } from './masterclass.rules.ts'

const start = '2026-11-28T13:30:00.000Z'
const at = (offset: number) => new Date(Date.parse(start) + offset)

describe('the group of a masterclass', () => {
  it.each([
    ['MC-06 a published one before its start is active', true, -1, 'active'],
    ['MC-06 a published one at its start is active', true, 0, 'active'],
    ['MC-06 a published one after its start is past', true, 1, 'past'],
    ['MC-06 an unpublished one before its start is a draft', false, -1, 'draft'],
    ['MC-06 an unpublished one at its start is a draft, so that none vanishes', false, 0, 'draft'],
    ['MC-06 an unpublished one after its start is past', false, 1, 'past'],
  ] as const)('%s', (_title, is_active, offset, group) => {
    expect(masterclassGroup({ is_active, start_time: start }, at(offset))).toBe(group)
  })

  it('MC-10 only drafts are edited', () => {
    expect([
      masterclassAllows.edit('draft'),
      masterclassAllows.edit('active'),
      masterclassAllows.edit('past'),
    ]).toEqual([true, false, false])
  })

  it('CPN-03 coupons are added to all but past ones', () => {
    expect([
      masterclassAllows.addCoupon('draft'),
      masterclassAllows.addCoupon('active'),
      masterclassAllows.addCoupon('past'),
    ]).toEqual([true, true, false])
  })
})

describe('minimum today', () => {
  const earliest = new Date('2026-11-21T00:00:00Z')
  it('MC-32 MC-33 refuses what lies before, and names both times', () => {
    expect(
      timesBeforeToday(
        { start_time: '2026-11-20T23:59:59.999Z', end_time: '2026-11-20T12:00:00Z' },
        earliest,
      ),
    ).toEqual([
      { path: 'start_time', message: 'Start Time cannot be before today.' },
      { path: 'end_time', message: 'End Time cannot be before today.' },
    ])
  })

  it('MC-32 takes the first moment of today, also written with another offset', () => {
    expect(timesBeforeToday({ start_time: '2026-11-21T05:30:00+05:30' }, earliest)).toEqual([])
  })
})
