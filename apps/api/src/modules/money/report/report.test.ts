import { addDays } from '@greenroom/contract/calendar-day'
import { reportDimensions } from '@greenroom/contract/money/report/report.rules'
import type { BuyersReport, PartsReport, SalesReport } from '@greenroom/contract/money/report/report.schema'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { makeCreator, makeMasterclass, makeOrder } from '../../../test-records.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const read = (query: Record<string, string>, token?: string | null) =>
  app.call('GET', `/admin/numbers/sales?${new URLSearchParams(query)}`, {
    ...(token !== undefined && { token }),
  })

async function report(query: Record<string, string>): Promise<SalesReport> {
  const answer = await read({ currency_code: 'INR', ...query })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data
}

/** The sums of the list of transactions for the same days. */
async function listed(currency: string, from: string, to: string) {
  const query = new URLSearchParams({
    start_date: `${addDays(from, -1)}T18:30:00.000Z`,
    end_date: `${to}T18:29:59.999Z`,
    status: 'paid',
    currency_code: currency,
  })
  const { body } = await app.call('GET', `/admin/orders/sums?${query}`)
  const [sum] = body.data
  return sum ? { ...sum, orders: sum.count } : undefined
}

describe('the request (OQ-651)', () => {
  const whole = { currency_code: 'INR', from: '2026-11-01', to: '2026-11-30' }

  it('requires a credential (AUTH-09)', async () => {
    expect((await read(whole, null)).status).toBe(401)
  })

  it.each<[string, Record<string, string>, string]>([
    ['an unknown currency', { currency_code: 'EUR' }, 'currency_code'],
    ['a day that does not exist', { from: '2026-02-30' }, 'from'],
    ['a time', { to: '2026-11-30T00:00:00Z' }, 'to'],
    ['reversed days', { from: '2026-12-01' }, 'from'],
    ['more than 366 days', { from: '2025-11-29' }, 'to'],
    ['an unknown step', { step: 'year' }, 'step'],
    ['an unknown comparison', { compare: 'last' }, 'compare'],
  ])('refuses %s', async (_what, changes, path) => {
    const answer = await read({ ...whole, ...changes })
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).toContain(path)
  })

  it('takes 366 days', async () => {
    expect((await report({ ...whole, from: '2025-11-30' })).steps).toHaveLength(366)
  })
})

describe('the sums (OQ-651, OQ-652)', () => {
  const order = (created_at: string, values: object = {}) =>
    makeOrder(app.database.kysely, {
      entity_id: '0190a0a0-0000-7000-8000-000000000001',
      created_at,
      ...values,
    })

  beforeAll(async () => {
    // The first and the last millisecond of 20 November in India, and their neighbours.
    await order('2026-11-19T18:29:59.999Z', { amount: 1 })
    await order('2026-11-19T18:30:00.000Z', { amount: 10_01, tax_amount: 153 })
    await order('2026-11-20T18:29:59.999Z', { amount: 20_02, tax_amount: 305, refunded_amount: 7 })
    await order('2026-11-20T18:30:00.000Z', { amount: 100 })
    await order('2026-11-23T10:00:00Z', { amount: 5_000, status: 'refunded', refunded_amount: 5_000 })
    await order('2026-11-23T10:00:00Z', { amount: 4_900, currency_code: 'USD' })
    for (const status of ['pending', 'failed']) await order('2026-11-20T10:00:00Z', { amount: 9, status })
    await order('2025-11-20T10:00:00Z', { amount: 333 })
    await order('2026-10-31T10:00:00Z', { amount: 77 })
  })

  it('are those of the list of transactions to the paisa, before and after folding and without counts', async () => {
    const spans = [
      ['2026-11-20', '2026-11-20'],
      ['2026-11-19', '2026-11-27'],
      ['2025-12-01', '2026-11-30'],
    ] as const
    const check = async () => {
      for (const currency_code of ['INR', 'USD']) {
        for (const [from, to] of spans) {
          const { total, steps } = await report({ currency_code, from, to })
          const expected = await listed(currency_code, from, to)
          for (const name of ['orders', 'completed', 'refunded', 'net', 'tax'] as const) {
            expect(total[name]).toBe(expected?.[name] ?? 0)
            expect(steps.reduce((sum, step) => sum + step.sum[name], 0)).toBe(total[name])
          }
        }
      }
    }
    await check()
    await app.app.tasks['fold-counts']?.(
      {},
      { attempt: 1, isLastAttempt: false, signal: new AbortController().signal },
    )
    await check()
    await sql`update count_state set counted_at = null where list = 'transactions'`.execute(
      app.database.kysely,
    )
    await check()
    await sql`update count_state set counted_at = now() where list = 'transactions'`.execute(
      app.database.kysely,
    )
  })

  it('have the day of India at its first and last millisecond, and the rounded average', async () => {
    const { steps } = await report({ from: '2026-11-19', to: '2026-11-22' })
    expect(steps.map(({ from, sum }) => [from, sum.orders, sum.completed])).toEqual([
      ['2026-11-19', 1, 1],
      ['2026-11-20', 2, 30_03],
      ['2026-11-21', 1, 100],
      ['2026-11-22', 0, 0],
    ])
    expect(steps[1]?.sum).toEqual({
      orders: 2,
      completed: 30_03,
      refunded: 7,
      net: 29_96,
      tax: 458,
      average: 15_02,
    })
    expect(steps[3]?.sum.average).toBeNull()
  })

  it('are summed up by week and month', async () => {
    const weeks = await report({ from: '2026-11-19', to: '2026-11-23', step: 'week' })
    expect(weeks.steps.map(({ from, to, sum }) => [from, to, sum.orders])).toEqual([
      ['2026-11-19', '2026-11-22', 4],
      ['2026-11-23', '2026-11-23', 1],
    ])
    const months = await report({ from: '2026-10-01', to: '2026-11-30', step: 'month' })
    expect(months.steps.map(({ sum }) => sum.orders)).toEqual([1, 5])
  })

  it('stand beside those of the period before, or of a year earlier', async () => {
    const before = await report({ from: '2026-11-20', to: '2026-11-20', compare: 'before' })
    expect(before.previous).toMatchObject({ from: '2026-11-19', to: '2026-11-19', total: { completed: 1 } })
    expect(before.steps[0]?.previous).toMatchObject({ from: '2026-11-19', sum: { completed: 1 } })
    const month = await report({ from: '2026-11-01', to: '2026-11-30', step: 'month', compare: 'before' })
    expect(month.previous).toMatchObject({ from: '2026-10-01', to: '2026-10-31', total: { completed: 77 } })
    const year = await report({ from: '2026-11-19', to: '2026-11-20', compare: 'year' })
    expect(year.steps.map(({ previous }) => [previous?.from, previous?.sum.completed])).toEqual([
      ['2025-11-19', 0],
      ['2025-11-20', 333],
    ])
    const march = await report({ from: '2026-03-01', to: '2026-03-31', compare: 'before' })
    expect(march.steps.at(-1)?.previous).toBeNull()
    expect((await report({ from: '2026-11-19', to: '2026-11-20' })).steps[0]).not.toHaveProperty('previous')
  })
})

describe('the parts (OQ-654)', () => {
  const coupon = '0190a0a0-0000-7000-8000-00000000c0de'
  const days = { from: '2026-08-01', to: '2026-08-31' }
  const readParts = (query: Record<string, string>) =>
    app.call(
      'GET',
      `/admin/numbers/parts?${new URLSearchParams({ currency_code: 'INR', ...days, ...query })}`,
    )
  async function parts(dimension: string, query: Record<string, string> = {}): Promise<PartsReport> {
    const answer = await readParts({ dimension, ...query })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body.data
  }
  let creator: string
  let masterclass: string

  beforeAll(async () => {
    creator = (await makeCreator(app, { first_name: 'Ishaan', last_name: 'Kapoor' }))._id
    masterclass = (await makeMasterclass(app, { creator_id: creator }))._id
    const order = (amount: number, values: object = {}) =>
      makeOrder(app.database.kysely, {
        entity_id: masterclass,
        entity_title: 'First salary',
        created_at: '2026-08-10T10:00:00Z',
        amount,
        ...values,
      })
    await order(300, {
      source: 'meta',
      campaign: 'diwali ring 9876543210',
      coupon_id: coupon,
      coupon_code: 'DIWALI',
      payment_method: 'upi',
      billing_state: 'Karnataka',
      refunded_amount: 50,
      tax_amount: 45,
    })
    await order(200, { source: 'google', coupon_code: 'OLD', created_at: '2026-07-31T18:30:00Z' })
    const membership = {
      entity_type: 'membership',
      entity_id: '0190a0a0-0000-7000-8000-0000000000aa',
      entity_title: 'Gold',
    }
    await order(1_000, membership)
    await order(7, { status: 'pending' })
    await order(9, { currency_code: 'USD' })
    await order(11, { created_at: '2026-08-31T18:30:00Z' })
    // Only the earlier period has it.
    await order(70, { source: 'organic', created_at: '2026-07-10T10:00:00Z' })
  })

  it.each(reportDimensions)('add up to the list of transactions, by %s', async (dimension) => {
    const { total, parts: rows, others } = await parts(dimension)
    const expected = await listed('INR', days.from, days.to)
    for (const name of ['orders', 'completed', 'refunded', 'net', 'tax'] as const) {
      expect(total[name]).toBe(expected[name])
      expect(rows.reduce((sum, row) => sum + row.sum[name], others.sum[name])).toBe(expected[name])
    }
  })

  it.each<[string, string | null, string | null, number][]>([
    [
      ['type', 'membership', 'membership', 1_000],
      ['type', 'masterclass', 'masterclass', 500],
    ],
    [
      ['session', null, null, 1_000],
      ['session', 'masterclass', 'First salary', 500],
    ],
    [
      ['membership', 'gold', 'Gold', 1_000],
      ['membership', null, null, 500],
    ],
    [
      ['creator', null, null, 1_000],
      ['creator', 'creator', 'Ishaan Kapoor', 500],
    ],
    [
      ['coupon', null, null, 1_000],
      ['coupon', coupon, 'DIWALI', 300],
      ['coupon', 'OLD', 'OLD', 200],
    ],
    [
      ['source', null, null, 1_000],
      ['source', 'meta', 'meta', 300],
      ['source', 'google', 'google', 200],
    ],
    [
      ['campaign', null, null, 1_200],
      ['campaign', 'diwali ring 9876543210', 'diwali ring 9876543210', 300],
    ],
    [
      ['method', null, null, 1_200],
      ['method', 'upi', 'upi', 300],
    ],
    [
      ['state', null, null, 1_200],
      ['state', 'Karnataka', 'Karnataka', 300],
    ],
  ])('have the orders with the same value, those without one as one', async (...expected) => {
    const ids: Record<string, string> = { masterclass, creator, gold: '0190a0a0-0000-7000-8000-0000000000aa' }
    const dimension = expected[0]?.[0] ?? ''
    const { parts: rows } = await parts(dimension)
    expect(rows.map(({ key, name, sum }) => [dimension, key, name, sum.completed])).toEqual(
      expected.map(([one, key, name, sum]) => [
        one,
        dimension === 'type' ? key : (ids[key ?? ''] ?? key),
        name,
        sum,
      ]),
    )
  })

  it('stand beside those of the earlier period, also without orders in this one', async () => {
    const { parts: rows, previous } = await parts('source', { compare: 'before' })
    expect(previous).toMatchObject({ from: '2026-07-01', to: '2026-07-31', total: { completed: 70 } })
    expect(rows.map(({ key, sum, previous: before }) => [key, sum.completed, before?.completed])).toEqual([
      [null, 1_000, 0],
      ['meta', 300, 0],
      ['google', 200, 0],
      ['organic', 0, 70],
    ])
  })

  it('are at most a hundred, with the sum of the others', async () => {
    for (let n = 0; n < 103; n++)
      await makeOrder(app.database.kysely, {
        entity_id: masterclass,
        created_at: '2026-05-10T10:00:00Z',
        amount: n + 1,
        campaign: `campaign ${n}`,
      })
    const { parts: rows, others } = await parts('campaign', { from: '2026-05-01', to: '2026-05-31' })
    expect([rows.length, rows[0]?.sum.completed]).toEqual([100, 103])
    expect(others).toMatchObject({ count: 3, sum: { orders: 3, completed: 1 + 2 + 3 } })
  })

  it('refuse an unknown dimension, and 367 days', async () => {
    expect((await readParts({ dimension: 'phone' })).status).toBe(400)
    expect((await readParts({ dimension: 'type', from: '2025-08-30' })).status).toBe(400)
  })
})

describe('the buyers (OQ-655)', () => {
  const days = { from: '2026-02-02', to: '2026-02-15' }
  async function buyers(query: Record<string, string> = {}): Promise<BuyersReport> {
    const all = new URLSearchParams({ currency_code: 'INR', step: 'week', ...days, ...query })
    const answer = await app.call('GET', `/admin/numbers/buyers?${all}`)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body.data
  }
  const counts = (all: number, fresh: number) => ({ buyers: all, new: fresh, returning: all - fresh })

  beforeAll(async () => {
    const buy = (buyer: number, day: string, values: object = {}) =>
      makeOrder(app.database.kysely, {
        entity_id: '0190a0a0-0000-7000-8000-000000000001',
        user_id: `0190a0a0-0000-7000-8000-00000000000${buyer}`,
        created_at: `${day}T10:00:00Z`,
        ...values,
      })
    // 1 bought before; 2 buys twice in a week and again in the next; 3 paid in dollars before, and 4 didn't pay.
    await buy(1, '2026-01-10')
    await buy(1, '2026-02-03')
    await buy(2, '2026-02-03')
    await buy(2, '2026-02-04', { status: 'refunded', refunded_amount: 99_900 })
    await buy(2, '2026-02-10')
    await buy(3, '2026-01-10', { currency_code: 'USD' })
    await buy(3, '2026-02-11')
    await buy(4, '2026-01-20', { status: 'pending' })
    await buy(4, '2026-02-12')
  })

  it('count once in each week, and once in all of them', async () => {
    const { total, steps } = await buyers()
    expect(steps.map((step) => [step.from, step.counts])).toEqual([
      ['2026-02-02', counts(2, 1)],
      ['2026-02-09', counts(3, 2)],
    ])
    expect(total).toEqual(counts(4, 3))
  })

  it('stand beside those of the earlier period', async () => {
    const { previous, steps } = await buyers({
      from: '2026-02-01',
      to: '2026-02-28',
      step: 'month',
      compare: 'before',
    })
    expect(previous).toEqual({ from: '2026-01-01', to: '2026-01-31', total: counts(1, 1) })
    expect(steps[0]?.previous?.counts).toEqual(counts(1, 1))
    const none = await buyers({ from: '2024-02-05', to: '2024-02-06', step: 'day', compare: 'year' })
    expect(none.steps.map(({ counts: now, previous: before }) => [now, before?.counts])).toEqual([
      [counts(0, 0), counts(0, 0)],
      [counts(0, 0), counts(0, 0)],
    ])
  })
})
