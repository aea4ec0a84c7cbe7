import type { Overview } from '@greenroom/contract/desk/overview/overview.schema'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { foldCounts } from '../../../platform/database/kept-counts.ts'
import { emptyingOf } from '../../../platform/database/test-emptying.ts'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { makeOrder } from '../../../test-records.ts'
import { transactionCounts } from './transaction-counts.repository.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function overview(): Promise<Overview> {
  const answer = await app.call('GET', '/admin/overview')
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data
}

describe('the sums of the last days', () => {
  beforeEach(() => app.database.pool.query(emptyingOf('transaction')))
  const order = (created_at: string, values: object = {}) =>
    makeOrder(app.database.kysely, {
      entity_id: '0190a0a0-0000-7000-8000-000000000001',
      created_at,
      amount: 100_000,
      ...values,
    })

  /** The sums of a day of the list, as the list of transactions has them. */
  async function listed(from: string, until: string) {
    const query = new URLSearchParams({ start_date: from, end_date: until, status: 'paid' })
    const { body } = await app.call('GET', `/admin/orders/sums?${query}`)
    return body.data
  }

  it('are those of the list of transactions, per business day and currency (OQ-446, OQ-281)', async () => {
    await order('2026-11-20T18:30:00Z')
    await order('2026-11-20T18:29:59Z', { amount: 500 })
    await order('2026-11-20T20:00:00Z', { status: 'refunded', refunded_amount: 100_000 })
    await order('2026-11-20T20:00:00Z', { refunded_amount: 30_000 })
    await order('2026-11-20T21:00:00Z', { currency_code: 'USD', amount: 4_900 })
    for (const status of ['pending', 'failed']) await order('2026-11-20T20:00:00Z', { status })
    // Before the 180 days.
    await order('2026-05-25T18:29:59Z')
    const expected = [
      { day: '2026-11-20', currency_code: 'INR', orders: 1, completed: 500, refunded: 0 },
      { day: '2026-11-21', currency_code: 'INR', orders: 3, completed: 300_000, refunded: 130_000 },
      { day: '2026-11-21', currency_code: 'USD', orders: 1, completed: 4_900, refunded: 0 },
    ]
    expect((await overview()).money).toEqual(expected)
    expect(await listed('2026-11-20T18:30:00.000Z', '2026-11-21T18:29:59.999Z')).toMatchObject([
      { currency_code: 'INR', count: 3, completed: 300_000, refunded: 130_000, net: 170_000 },
      { currency_code: 'USD', count: 1, completed: 4_900 },
    ])
    await foldCounts(app.database.kysely, transactionCounts, pino({ level: 'silent' }))
    expect((await overview()).money).toEqual(expected)
    await order('2026-05-25T18:30:00Z')
    expect((await overview()).money?.[0]).toMatchObject({ day: '2026-05-26', orders: 1 })
    // While the counts are incomplete, the orders themselves are summed up.
    await sql`update count_state set counted_at = null where list = 'transactions'`.execute(
      app.database.kysely,
    )
    expect((await overview()).money?.slice(1)).toEqual(expected)
    await sql`update count_state set counted_at = now() where list = 'transactions'`.execute(
      app.database.kysely,
    )
  })

  it('have what came later in the day than now, 1, 7, 30 and 90 days ago (OQ-446)', async () => {
    const now = app.clock.now().getTime()
    const at = (days: number, after: number) => new Date(now - days * 86_400_000 + after).toISOString()
    for (const days of [1, 2, 7, 30, 90]) {
      await order(at(days, -1))
      await order(at(days, 0), { amount: 1_000 * days, refunded_amount: 10 })
    }
    await order(at(1, 0), { status: 'pending' })
    await order(at(1, 0), { currency_code: 'USD', amount: 4_900 })
    // The first moment of the next day.
    await order('2026-11-20T18:30:00.000Z')
    const sum = (day: string, completed: number, refunded = 10, currency_code = 'INR') => ({
      day,
      currency_code,
      orders: 1,
      completed,
      refunded,
    })
    expect((await overview()).money_later).toEqual([
      sum('2026-08-23', 90_000),
      sum('2026-10-22', 30_000),
      sum('2026-11-14', 7_000),
      sum('2026-11-20', 1_000),
      sum('2026-11-20', 4_900, 0, 'USD'),
    ])
  })

  it('have the days of another business zone (OQ-446, OQ-025)', async () => {
    const elsewhere = await createTestApp({ BUSINESS_TIME_ZONE: 'America/New_York' })
    try {
      for (const created_at of ['2026-11-21T04:59:59Z', '2026-11-21T05:00:00Z']) {
        await makeOrder(elsewhere.database.kysely, {
          entity_id: '0190a0a0-0000-7000-8000-000000000001',
          created_at,
          amount: 100,
        })
      }
      const { body } = await elsewhere.call('GET', '/admin/overview')
      expect(body.data.money.map((sum: { day: string; orders: number }) => [sum.day, sum.orders])).toEqual([
        ['2026-11-20', 1],
        ['2026-11-21', 1],
      ])
    } finally {
      await elsewhere.close()
    }
  })
})
