import { randomUUID } from 'node:crypto'
import { addDays, startOfDay } from '@greenroom/contract/calendar-day'
import { reportDimensions, stepsOf } from '@greenroom/contract/money/report/report.rules'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../../platform/database/database.ts'
import { checkCounts, foldCounts, recount } from '../../../platform/database/kept-counts.ts'
import { emptyingOf } from '../../../platform/database/test-emptying.ts'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { makeOrder } from '../../../test-records.ts'
import { countBuyers, sumParts } from './report-sums.repository.ts'
import { transactionCounts } from './transaction-counts.repository.ts'

const zone = 'Asia/Kolkata'
const period = { from: '2026-02-03', to: '2026-03-10' }
const errors: string[] = []
const log = pino({ level: 'error' }, { write: (line: string) => errors.push(JSON.parse(line).msg) })
let app: TestApp
let db: Database
beforeAll(async () => {
  app = await createTestApp()
  db = app.database.kysely
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.database.pool.query(emptyingOf('transaction'))
  errors.length = 0
})

const fold = () => foldCounts(db, transactionCounts, log)
const wrong = () => checkCounts(db, transactionCounts)

/** Returns repeatable numbers below a bound. */
function numbers(seed: number): (bound: number) => number {
  let state = seed + 1
  return (bound) => {
    state = (state * 48_271) % 2_147_483_647
    return state % bound
  }
}

const idOf = (n: number) => `0190a0a0-0000-7000-8000-00000000000${n}`

/** Few values of everything, so that orders have much in common; days from January to April. */
function anyOrder(next: (bound: number) => number) {
  return {
    entity_type: (['masterclass', 'events', 'membership', 'custom'] as const)[next(4)] ?? 'custom',
    entity_id: idOf(next(3)),
    user_id: idOf(next(5)),
    status: ['completed', 'completed', 'refunded', 'pending'][next(4)] ?? 'failed',
    currency_code: next(4) ? ('INR' as const) : ('USD' as const),
    amount: 1_000 + next(1_000),
    refunded_amount: next(900),
    tax_amount: next(200),
    coupon_id: next(3) ? null : idOf(7),
    coupon_code: ['', 'DIWALI', null][next(3)] ?? null,
    source: ['', 'meta', null][next(3)] ?? null,
    campaign: ['', 'spring', null][next(3)] ?? null,
    payment_method: ['upi', 'card', null][next(3)] ?? null,
    billing_state: ['Kerala', 'Goa', null][next(3)] ?? null,
    created_at: new Date(
      Date.parse('2026-01-01T00:00:00Z') + next(100 * 24) * 3_600_000 + next(2),
    ).toISOString(),
  }
}

const spanOf = (days: { from: string; to: string }) => ({
  days,
  from: startOfDay(days.from, zone),
  until: startOfDay(addDays(days.to, 1), zone),
})

/** Every report of the period, from what is kept or from the orders. */
async function reports(database: Database, isKept: boolean) {
  const answers: Record<string, unknown> = {}
  for (const currency of ['INR', 'USD'] as const) {
    for (const dimension of reportDimensions) {
      const rows = await sumParts(database, dimension, spanOf(period), currency, isKept)
      answers[`${currency} ${dimension}`] = rows.toSorted((a, b) => `${a.key}`.localeCompare(`${b.key}`))
    }
    for (const step of ['day', 'week', 'month'] as const) {
      const rows = await countBuyers(database, stepsOf(period, step).map(spanOf), currency, isKept)
      answers[`${currency} ${step}`] = rows.toSorted((a, b) => a.place - b.place)
    }
  }
  return answers
}

/** Who paid in the period, and who of them for the first time, order by order. */
async function buyersOneByOne(currency: string) {
  const orders = await db
    .selectFrom('transaction')
    .select(['user_id', 'created_at'])
    .where('currency_code', '=', currency)
    .where('status', 'in', ['completed', 'refunded'])
    .execute()
  const { from, until } = spanOf(period)
  const inside = new Set(
    orders.filter((one) => one.created_at >= from && one.created_at < until).map((one) => one.user_id),
  )
  const earlier = new Set(orders.filter((one) => one.created_at < from).map((one) => one.user_id))
  return { buyers: inside.size, new: [...inside].filter((id) => !earlier.has(id)).length }
}

describe('the kept sums of the reports (OQ-674)', () => {
  it('are those of the orders at any moment, during concurrent changes and folding', {
    timeout: 60_000,
  }, async () => {
    const first = numbers(1)
    for (let n = 0; n < 150; n++) await makeOrder(db, anyOrder(first))
    const worker = async (seed: number) => {
      const next = numbers(seed)
      for (let turn = 0; turn < 40; turn++) {
        const { rows } = await sql<{
          id: string
        }>`select id from transaction order by random() limit 3`.execute(db)
        const ids = rows.map(({ id }) => id).sort()
        const order = anyOrder(next)
        const changes = [
          { user_id: order.user_id },
          { refunded_amount: order.refunded_amount, status: 'refunded' },
          { created_at: order.created_at },
          { campaign: order.campaign, coupon_code: order.coupon_code, coupon_id: order.coupon_id },
          { payment_method: order.payment_method, billing_state: order.billing_state, source: order.source },
          { status: order.status, tax_amount: order.tax_amount },
          { entity_id: order.entity_id, currency_code: order.currency_code },
        ]
        const work = async () => {
          const choice = next(changes.length + 2)
          const change = changes[choice]
          if (change) return db.updateTable('transaction').set(change).where('id', 'in', ids).execute()
          if (choice === changes.length) return db.deleteFrom('transaction').where('id', 'in', ids).execute()
          for (let n = 0; n < 4; n++) await makeOrder(db, anyOrder(next))
        }
        // Rows that two workers change in different orders may deadlock; the loser is rolled back.
        await work().catch((error: { code?: string }) => {
          if (error.code !== '40P01') throw error
        })
      }
    }
    let isDone = false
    const folder = async () => {
      while (!isDone) await fold()
    }
    const reader = async () => {
      while (!isDone) {
        await db
          .transaction()
          .setIsolationLevel('repeatable read')
          .execute(async (snapshot) => {
            expect(await reports(snapshot, true)).toEqual(await reports(snapshot, false))
          })
      }
    }
    const others = Promise.all([folder(), reader()])
    await Promise.all([2, 3, 4].map(worker)).finally(() => {
      isDone = true
    })
    await others
    await fold()
    expect(await wrong()).toBe(0)
    const kept = await reports(db, true)
    expect(kept).toEqual(await reports(db, false))
    for (const currency of ['INR', 'USD']) {
      const [whole] = kept[`${currency} month`] as { place: number }[]
      expect(whole).toEqual({ place: 0, ...(await buyersOneByOne(currency)) })
    }
    // Derived alone: recounted, they are the same.
    await app.database.pool.query('truncate transaction_part_count, transaction_buyer_day')
    expect(await wrong()).toBeGreaterThan(0)
    await recount(db, transactionCounts)
    expect(await wrong()).toBe(0)
    expect(await reports(db, true)).toEqual(kept)
    expect(errors).toEqual([])
  })

  it('read no order while they are complete, and all of them while they are not', async () => {
    await makeOrder(db, {
      entity_id: idOf(1),
      user_id: idOf(1),
      created_at: '2026-02-10T10:00:00Z',
      amount: 500,
    })
    await fold()
    const sales = async () => (await reports(db, true))['INR type']
    const expected = [{ key: 'masterclass', name: null, orders: 1, completed: 500, refunded: 0, tax: 0 }]
    expect(await sales()).toEqual(expected)
    await app.database.pool.query('update transaction_part_count set n = 2')
    expect(await sales()).toEqual([{ ...expected[0], orders: 2 }])
    await sql`update count_state set counted_at = null where list = 'transactions'`.execute(db)
    expect(await sales()).toEqual(expected)
    // The job then counts again.
    await fold()
    expect(await wrong()).toBe(0)
    expect(await sales()).toEqual(expected)
  })

  it('forget a buyer, a campaign and a day with their last order', async () => {
    const order = { entity_id: idOf(1), user_id: idOf(1), campaign: 'spring' }
    await makeOrder(db, { ...order, id: randomUUID(), created_at: '2026-02-10T10:00:00Z' })
    await makeOrder(db, { ...order, id: randomUUID(), created_at: '2026-02-12T10:00:00Z' })
    await fold()
    await sql`delete from transaction where created_at < '2026-02-11'`.execute(db)
    await sql`update transaction set campaign = null`.execute(db)
    await fold()
    const { rows } =
      await sql`select to_char(day, 'YYYY-MM-DD') as day, previous_day from transaction_buyer_day`.execute(db)
    expect(rows).toEqual([{ day: '2026-02-12', previous_day: null }])
    const { rows: campaigns } =
      await sql`select key from transaction_part_count where dimension = 'campaign'`.execute(db)
    expect(campaigns).toEqual([{ key: '' }])
  })
})
