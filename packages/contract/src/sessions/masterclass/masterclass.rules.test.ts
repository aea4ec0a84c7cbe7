import { describe, expect, it } from 'vitest'
import { masterclassAllows, masterclassGroup } from './masterclass.rules.ts'
import { timesBeforeToday } from './masterclass-times.rules.ts'

const start = '2026-11-28T13:30:00.000Z'
const at = (offset: number) => new Date(Date.parse(start) + offset)

describe('masterclass group', () => {
  it.each([
    ['a published one before its start is active (MC-06)', true, -1, 'active'],
    ['a published one at its start is active (MC-06)', true, 0, 'active'],
    ['a published one after its start is past (MC-06)', true, 1, 'past'],
    ['an unpublished one before its start is a draft (MC-06)', false, -1, 'draft'],
    ['an unpublished one at its start is a draft, so that none vanishes (MC-06)', false, 0, 'draft'],
    ['an unpublished one after its start is past (MC-06)', false, 1, 'past'],
  ] as const)('%s', (_title, is_active, offset, group) => {
    expect(masterclassGroup({ is_active, start_time: start }, at(offset))).toBe(group)
  })

  it('allows editing drafts only (MC-10)', () => {
    expect([
      masterclassAllows.edit('draft'),
      masterclassAllows.edit('active'),
      masterclassAllows.edit('past'),
    ]).toEqual([true, false, false])
  })

  it('allows adding coupons unless past (CPN-03)', () => {
    expect([
      masterclassAllows.addCoupon('draft'),
      masterclassAllows.addCoupon('active'),
      masterclassAllows.addCoupon('past'),
    ]).toEqual([true, true, false])
  })
})

describe('minimum today', () => {
  const earliest = new Date('2026-11-21T00:00:00Z')
  it('rejects times before today and names both (MC-32, MC-33)', () => {
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

  it('accepts the first instant of today, also with another offset (MC-32)', () => {
    expect(timesBeforeToday({ start_time: '2026-11-21T05:30:00+05:30' }, earliest)).toEqual([])
  })
})
