import { describe, expect, it } from 'vitest'
import {
  accountClashes,
  daysOfSpan,
  gapsOf,
  moneyOfSpan,
  percentChange,
  placedTimes,
} from './overview.rules.ts'
import type { AccountTime, DaySum } from './overview.schema.ts'

const sum = (day: string, completed: number, refunded = 0, currency_code: 'INR' | 'USD' = 'INR'): DaySum => ({
  day,
  currency_code,
  orders: 1,
  completed,
  refunded,
})

describe('the sums of a span', () => {
  const today = '2026-11-21'
  const sums = [
    sum('2026-10-22', 1),
    sum('2026-10-23', 10),
    sum('2026-11-07', 100),
    sum('2026-11-08', 1_000),
    sum('2026-11-14', 10_000),
    sum('2026-11-15', 100_000),
    sum('2026-11-20', 1_000_000, 250_000),
    sum('2026-11-21', 10_000_000),
    sum('2026-11-21', 7, 0, 'USD'),
  ]

  const money = {
    days: sums,
    later: [sum('2026-11-14', 4_000, 0), sum('2026-11-20', 600_000, 100_000)],
    today,
  }

  it('includes today and compares with as many days before, up to the same time of day (OQ-446)', () => {
    const netOf = (days: 1 | 7 | 30) => {
      const { now, before } = moneyOfSpan(money, 'INR', days)
      return [now.from, now.net, before.from, before.to, before.net]
    }
    expect(netOf(1)).toEqual(['2026-11-21', 10_000_000, '2026-11-20', '2026-11-20', 250_000])
    expect(netOf(7)).toEqual(['2026-11-15', 10_850_000, '2026-11-08', '2026-11-14', 7_000])
    expect(netOf(30)).toEqual(['2026-10-23', 10_861_110, '2026-09-23', '2026-10-22', 1])
  })

  it('takes a refund off and keeps currencies apart (OQ-446)', () => {
    expect(moneyOfSpan(money, 'INR', 1).before).toMatchObject({
      orders: 0,
      completed: 400_000,
      refunded: 150_000,
    })
    expect(moneyOfSpan(money, 'USD', 30).now).toMatchObject({ orders: 1, net: 7 })
  })

  it('has a percentage only of a sum above zero (OQ-446)', () => {
    expect(percentChange(150, 100)).toBe(50)
    expect(percentChange(0, 100)).toBe(-100)
    expect(percentChange(-50, 100)).toBe(-150)
    expect(percentChange(2, 3)).toBe(-33)
    expect(percentChange(100, 0)).toBeNull()
    expect(percentChange(100, -20)).toBeNull()
  })

  it('has every day of a span beside the day as many days before, also those without orders (OQ-446)', () => {
    const days = daysOfSpan(money, 'INR', 7)
    expect(days.slice(4).map(({ now, before }) => [now.from, now.net, before.from, before.net])).toEqual([
      ['2026-11-19', 0, '2026-11-12', 0],
      ['2026-11-20', 750_000, '2026-11-13', 0],
      ['2026-11-21', 10_000_000, '2026-11-14', 10_000],
    ])
  })
})

describe('the times of a meeting account', () => {
  const at = (hour: string) => `2026-11-21T${hour}:00Z`
  const time = (_id: string, start: string, end: string, is_booked = true): AccountTime => ({
    _id,
    kind: 'webinar',
    title: _id,
    start_time: at(start),
    end_time: at(end),
    is_booked,
  })
  const clashesOf = (times: AccountTime[], buffer: number) =>
    placedTimes(times, buffer).map(({ _id, clashes }) => [_id, clashes.map((clash) => clash._id)])

  it('clash when they overlap or lie closer than the buffer (OQ-447, OQ-112)', () => {
    const times = [time('b', '10:15', '11:00'), time('a', '09:00', '10:00'), time('c', '10:45', '11:30')]
    expect(clashesOf(times, 15)).toEqual([
      ['a', []],
      ['b', ['c']],
      ['c', ['b']],
    ])
    expect(clashesOf(times, 16)).toEqual([
      ['a', ['b']],
      ['b', ['a', 'c']],
      ['c', ['b']],
    ])
    expect(clashesOf([time('a', '09:00', '10:00'), time('b', '10:00', '11:00')], 0)).toEqual([
      ['a', []],
      ['b', []],
    ])
  })

  it('count as an instant when they end before they start (OQ-447, OQ-115)', () => {
    const times = [time('a', '09:00', '08:00'), time('b', '08:00', '08:50'), time('c', '08:30', '09:30')]
    expect(clashesOf(times, 5)).toEqual([
      ['b', ['c']],
      ['c', ['a', 'b']],
      ['a', ['c']],
    ])
  })

  it('are told with the draft to move and an account that is free (OQ-447)', () => {
    const accounts = [
      {
        zoom_hub_name: 'zoom_1' as const,
        times: [
          time('draft', '09:00', '10:00', false),
          time('booked', '09:30', '10:30'),
          time('close', '10:40', '11:00'),
          time('alone', '15:00', '16:00'),
        ],
      },
      { zoom_hub_name: 'zoom_2' as const, times: [] },
      { zoom_hub_name: 'zoom_4' as const, times: [time('other', '11:10', '12:00')] },
    ]
    const told = (now: string) =>
      accountClashes(accounts, 15, Date.parse(at(now))).map((clash) => [
        clash.time._id,
        clash.other._id,
        clash.overlaps,
        clash.free,
      ])
    expect(told('08:00')).toEqual([
      ['draft', 'booked', true, 'zoom_4'],
      // On zoom_4 it would be ten minutes before another, and forms do not offer zoom_2.
      ['close', 'booked', false, undefined],
    ])
    expect(told('10:50')).toEqual([['close', 'booked', false, undefined]])
    expect(told('11:01')).toEqual([])
  })

  it('leave gaps that hold an hour with the buffer around it; a draft holds no time (OQ-447)', () => {
    const span = { from: Date.parse(at('06:00')), until: Date.parse(at('18:00')) }
    const gaps = (times: AccountTime[]) =>
      gapsOf(times, span, 15).map(({ start, end }) =>
        [start, end].map((moment) => new Date(moment).toISOString().slice(11, 16)),
      )
    expect(gaps([])).toEqual([['06:00', '18:00']])
    expect(
      gaps([
        time('a', '07:00', '08:00'),
        time('b', '09:45', '11:00'),
        time('within', '10:00', '10:30'),
        time('draft', '12:00', '13:00', false),
        time('c', '16:00', '19:00'),
      ]),
    ).toEqual([
      ['08:15', '09:30'],
      ['11:15', '15:45'],
    ])
  })
})
