import { randomUUID } from 'node:crypto'
import type { Transaction } from '@greenroom/contract/money/transaction/transaction.schema'
import type { TransactionSum } from '@greenroom/contract/money/transaction/transaction-detail.schema'
import {
  paidStatuses,
  type TransactionType,
  transactionStatuses,
  transactionStatusFilters,
} from '@greenroom/contract/money/transaction/transaction-kinds'
import fc from 'fast-check'
import type { Insertable, SelectQueryBuilder } from 'kysely'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Call } from '../../../platform/call.ts'
import { checkCounts, foldCounts, recount } from '../../../platform/database/kept-counts.ts'
import type { DB } from '../../../platform/database/tables.ts'
import { emptyingOf } from '../../../platform/database/test-emptying.ts'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { salesOf } from './sales.service.ts'
import { listTransactions } from './transaction.repository.ts'
import { transactionCounts } from './transaction-counts.repository.ts'
import { sumTransactions } from './transaction-sums.repository.ts'

type NewTransaction = Insertable<DB['transaction']>

/** Messages of the log's error lines. */
const errors: string[] = []
const log = pino({ level: 'error' }, { write: (line: string) => errors.push(JSON.parse(line).msg) })
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({}, log)
})
afterAll(() => app.close())

let count = 0
function transaction(overrides: Partial<NewTransaction> = {}): NewTransaction {
  count++
  return {
    id: randomUUID(),
    reference_order_id: `order_${count}`,
    status: 'completed',
    amount: 249900,
    currency_code: 'INR',
    created_at: new Date('2026-11-20T10:00:00.000Z'),
    entity_type: 'masterclass',
    entity_id: '01931f6e-0000-7000-8000-00000000aaaa',
    entity_title: 'Save tax the legal way',
    entity_start_time: new Date('2026-11-28T13:30:00.000Z'),
    user_id: randomUUID(),
    user_first_name: 'Priya',
    user_last_name: 'Sharma',
    user_phone: '+919876543210',
    user_email: 'priya@mail.example',
    source: 'meta',
    medium: 'cpc',
    campaign: 'diwali',
    zoom_join_url: 'https://zoom.example/j/1',
    ...overrides,
  }
}

const empty = () => app.database.pool.query(emptyingOf('transaction'))
const fold = () => foldCounts(app.database.kysely, transactionCounts, log)

async function store(...rows: NewTransaction[]): Promise<void> {
  for (let at = 0; at < rows.length; at += 500) {
    await app.database.kysely
      .insertInto('transaction')
      .values(rows.slice(at, at + 500))
      .execute()
  }
}

const list = (query: Record<string, string | number | undefined> = {}) => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return app.call('GET', `/admin/orders?${search}`)
}
const sumsOf = async (query: Record<string, string | number | undefined> = {}) => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  const answer = await app.call('GET', `/admin/orders/sums?${search}`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data as TransactionSum[]
}
const found = async (query: Record<string, string | number | undefined>) => {
  const answer = await list(query)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return {
    count: answer.body.data.ordersCount as number,
    orders: answer.body.data.ordersList.map(
      (one: { reference_order_id: string }) => one.reference_order_id,
    ) as string[],
  }
}

describe('one transaction in the list', () => {
  beforeAll(empty)

  it('requires a credential (AUTH-09)', async () => {
    expect((await app.call('GET', '/admin/orders', { token: null })).status).toBe(401)
  })

  it('returns the fields of an order and nothing else (TXN-01, TXN-15)', async () => {
    const row = transaction({ billing_state: 'Kerala', gstin: '32AAAAA0000A1ZB', payment_id: 'pay_1' })
    await store(row)
    const answer = await list()
    expect(answer.body.data).toEqual({
      ordersCount: 1,
      ordersList: [
        {
          _id: row.id,
          reference_order_id: row.reference_order_id,
          status: 'completed',
          amount: 249900,
          currency_code: 'INR',
          created_at: '2026-11-20T10:00:00.000Z',
          entity_type: 'masterclass',
          entity_id: {
            _id: row.entity_id,
            title: 'Save tax the legal way',
            start_time: '2026-11-28T13:30:00.000Z',
          },
          user_id: {
            _id: row.user_id,
            first_name: 'Priya',
            last_name: 'Sharma',
            phone: '+919876543210',
            email: 'priya@mail.example',
          },
          meta: {
            source: 'meta',
            medium: 'cpc',
            campaign: 'diwali',
            zoom_join_url: 'https://zoom.example/j/1',
          },
          refund: null,
          refunded_amount: 0,
          coupon: null,
        },
      ],
    })
  })

  it('returns the coupon and what was refunded (OQ-280, TXN-01)', async () => {
    await empty()
    const coupon_id = randomUUID()
    await store(
      transaction({ coupon_id, coupon_code: 'DIWALI', discount_amount: 50_000, refunded_amount: 1_000 }),
    )
    expect((await list()).body.data.ordersList[0]).toMatchObject({
      refunded_amount: 1_000,
      coupon: { _id: coupon_id, code: 'DIWALI', discount_amount: 50_000 },
    })
  })

  it('returns any status unchanged and leaves out unknown members (TXN-02, TXN-01)', async () => {
    await empty()
    await store(
      transaction({
        status: 'failed',
        currency_code: 'USD',
        entity_start_time: null,
        source: null,
        medium: null,
        campaign: null,
        zoom_join_url: null,
      }),
    )
    const order = (await list()).body.data.ordersList[0]
    expect(order).toMatchObject({ status: 'failed', currency_code: 'USD', meta: {} })
    expect(order.entity_id.start_time).toBeNull()
  })

  it('returns the state of the latest refund (TXN-15)', async () => {
    await empty()
    const row = transaction()
    await store(row)
    const refund = (state: string, at: string, reason: string | null) =>
      app.database.kysely
        .insertInto('refund')
        .values({
          id: randomUUID(),
          transaction_id: row.id,
          idempotency_key: randomUUID(),
          state,
          amount: 249900,
          currency_code: 'INR',
          reason,
          requested_by: 'meera.nair@greenroom.example',
          requested_at: new Date(at),
        })
        .execute()
    await refund('failed', '2026-11-20T11:00:00Z', 'Low balance')
    const refundOf = async () => (await list()).body.data.ordersList[0].refund
    expect(await refundOf()).toEqual({
      state: 'failed',
      requested_at: '2026-11-20T11:00:00.000Z',
      open_amount: 0,
      reason: 'Low balance',
    })
    await refund('unknown', '2026-11-20T12:00:00Z', null)
    expect(await refundOf()).toEqual({
      state: 'unknown',
      requested_at: '2026-11-20T12:00:00.000Z',
      open_amount: 249900,
    })
    expect((await list()).body.data.ordersList).toHaveLength(1)
  })
})

describe('filters', () => {
  beforeAll(async () => {
    await empty()
    const base = Date.parse('2026-11-20T10:00:00Z')
    const at = (minutes: number) => new Date(base - minutes * 60_000)
    await store(
      transaction({ reference_order_id: 'a', created_at: at(1), user_phone: '+919876543210' }),
      transaction({ reference_order_id: 'b', created_at: at(2), status: 'pending', source: 'google' }),
      transaction({ reference_order_id: 'c', created_at: at(3), status: 'refunded', currency_code: 'USD' }),
      transaction({ reference_order_id: 'd', created_at: at(4), entity_type: 'events', source: 'organic' }),
      transaction({ reference_order_id: 'e', created_at: at(5), entity_type: 'custom', source: null }),
      transaction({ reference_order_id: 'f', created_at: at(6), entity_type: 'membership' }),
      transaction({
        reference_order_id: 'g',
        created_at: at(7),
        entity_id: '01931f6e-0000-7000-8000-00000000bbbb',
        user_phone: '(+91) 98450-12763',
        status: 'failed',
      }),
    )
  })

  const cases: [string, Record<string, string>, string][] = [
    ['masterclass (OQ-048)', { entity_type: 'masterclass' }, 'abcg'],
    ['events (OQ-048)', { entity_type: 'events' }, 'd'],
    ['event as events (OQ-048)', { entity_type: 'event' }, 'd'],
    ['custom (OQ-048)', { entity_type: 'custom' }, 'e'],
    ['payment_entity as custom (OQ-048)', { entity_type: 'payment_entity' }, 'e'],
    ['membership (OQ-048)', { entity_type: 'membership' }, 'f'],
    ['a status (TXN-15)', { status: 'refunded' }, 'c'],
    ['every other status (TXN-15, OQ-052)', { status: 'others' }, 'g'],
    [
      'every other status of a type and a source (OQ-052)',
      { status: 'others', entity_type: 'masterclass', source: 'meta' },
      'g',
    ],
    ['every other status of another type (OQ-052)', { status: 'others', entity_type: 'events' }, ''],
    [
      'every other status of an entity (OQ-052)',
      { status: 'others', entity_id: '01931f6e-0000-7000-8000-00000000bbbb' },
      'g',
    ],
    ['every other status and a phone (OQ-052, OQ-053)', { status: 'others', phone: '9845012763' }, 'g'],
    ['every other status and a few digits (OQ-052, OQ-053)', { status: 'others', phone: '3210' }, ''],
    ['a source (TXN-15)', { source: 'google' }, 'b'],
    ['a currency (TXN-15)', { currency_code: 'USD' }, 'c'],
    ['an entity (TXN-15)', { entity_id: '01931f6e-0000-7000-8000-00000000bbbb' }, 'g'],
    [
      'an entity of another type (TXN-15)',
      { entity_id: '01931f6e-0000-7000-8000-00000000bbbb', entity_type: 'custom' },
      '',
    ],
    [
      'all filters (TXN-15)',
      { entity_type: 'masterclass', status: 'pending', source: 'google', currency_code: 'INR' },
      'b',
    ],
    ['nothing that matches (TXN-15)', { entity_type: 'events', status: 'pending' }, ''],
    [
      'empty parameters as absent (TXN-15)',
      { phone: '', status: '', entity_id: '', entity_type: 'masterclass' },
      'abcg',
    ],
    ['ten digits (OQ-053, TXN-07)', { phone: '9845012763' }, 'g'],
    ['a phone with punctuation (OQ-053)', { phone: ' +91 98450 12763 ' }, 'g'],
    ['the end of a phone (OQ-053)', { phone: '12763' }, 'g'],
    ['not its middle (OQ-053)', { phone: '98450' }, ''],
    ['a phone in another spelling (OQ-722)', { phone: '00919845012763' }, 'g'],
    ['not more digits than it has (OQ-053)', { phone: '5919845012763' }, ''],
    ['a phone and a type (OQ-053)', { phone: '9876543210', entity_type: 'events' }, 'd'],
    ['a phone and a status (OQ-053)', { phone: '3210', status: 'pending' }, 'b'],
    ['no digits at all (OQ-053)', { phone: '%' }, ''],
    ['quotes (OQ-053)', { phone: "' or 1=1 --" }, ''],
    ['a malformed entity (API-02)', { entity_id: "x' or 'a'='a" }, ''],
  ]
  it.each(cases)('%s', async (_title, query, orders) => {
    expect(await found(query)).toEqual({ count: orders.length, orders: [...orders] })
    const counted = (await sumsOf(query)).map(({ count }) => count)
    expect(counted.reduce((sum, one) => sum + one, 0)).toBe(orders.length)
  })

  it('are the same for the sums, which need a credential (OQ-281, AUTH-09)', async () => {
    expect((await app.call('GET', '/admin/orders/sums', { token: null })).status).toBe(401)
    const inr = { currency_code: 'INR', refunded: 0, tax: 0 }
    expect(await sumsOf()).toEqual([
      // Neither the pending nor the failed order was paid.
      { ...inr, count: 6, completed: 999_600, net: 999_600 },
      // A refunded order brought money and gave it back, also without a refund in the ledger (OQ-315).
      { currency_code: 'USD', count: 1, completed: 249_900, refunded: 249_900, net: 0, tax: 0 },
    ])
    expect(await sumsOf({ status: 'others' })).toEqual([{ ...inr, count: 1, completed: 0, net: 0 }])
    expect(await sumsOf({ phone: '%' })).toEqual([])
  })

  it('returns the matches of the other types with a whole phone and a type (OQ-209)', async () => {
    const others = async (query: Record<string, string>) => {
      const { data } = (await list({ phone: '9876543210', ...query })).body
      return (
        data.other_types && [
          data.other_types.count,
          data.other_types.orders.map(({ reference_order_id }: Transaction) => reference_order_id).join(''),
        ]
      )
    }
    expect(await others({ entity_type: 'masterclass' })).toEqual([3, 'def'])
    expect(await others({ entity_type: 'event' })).toEqual([5, 'abcef'])
    expect(await others({ entity_type: 'masterclass', source: 'organic' })).toEqual([1, 'd'])
    expect(await others({ entity_type: 'masterclass', start_date: '2026-11-21T00:00:00Z' })).toEqual([0, ''])
    expect(await others({ entity_type: 'masterclass', limit: '1', offset: '5' })).toEqual([3, 'def'])
    expect(await others({ entity_type: 'masterclass', phone: '876543210' })).toBeUndefined()
    expect(await others({})).toBeUndefined()
    const entity_id = '01931f6e-0000-7000-8000-00000000aaaa'
    expect(await others({ entity_type: 'masterclass', entity_id })).toBeUndefined()
  })

  it('returns ten a page by default, and the total for a page beyond the end (TXN-15, LIM-06)', async () => {
    await store(
      ...Array.from({ length: 8 }, () => transaction({ created_at: new Date('2026-11-19T10:00:00Z') })),
    )
    expect((await found({})).orders).toHaveLength(10)
    expect(await found({ limit: 3, offset: 5 })).toMatchObject({
      count: 15,
      orders: ['f', 'g', expect.any(String)],
    })
    for (const query of [{}, { phone: '9876543210' }, { entity_type: 'masterclass' }]) {
      const all = await found({ ...query, limit: 200 })
      expect(all.orders).toHaveLength(all.count)
      expect(await found({ ...query, offset: 999_999_999_999_999 })).toEqual({ count: all.count, orders: [] })
    }
    expect((await found({ limit: 100_000 })).orders).toHaveLength(15)
  })

  const refusals: [string, Record<string, string>, string][] = [
    [
      'an unknown type',
      { entity_type: 'webinar' },
      'entity_type must be masterclass, membership, events or custom',
    ],
    [
      'an unknown status',
      { status: 'Completed' },
      'status must be pending, completed, refunded, paid or others',
    ],
    ['an unknown source', { source: 'bing' }, 'source must be meta, organic or google'],
    ['an unknown currency', { currency_code: 'EUR' }, ''],
    ['a negative limit', { limit: '-1' }, 'limit must be a whole number of 1 or more'],
    ['a limit of 0', { limit: '0' }, 'limit must be a whole number of 1 or more'],
    ['a limit in words', { limit: 'ten' }, 'limit must be a whole number of 1 or more'],
    ['a negative offset', { offset: '-10' }, 'offset must be a whole number of 0 or more'],
    ['an offset of 16 digits', { offset: '1'.repeat(16) }, 'offset must be a whole number of 0 or more'],
    [
      'a day without a time',
      { start_date: '2026-11-20' },
      'start_date must be a date and time such as 2026-11-21T00:00:00Z',
    ],
    [
      'a day that does not exist',
      { end_date: '2026-02-30T00:00:00Z' },
      'end_date must be a date and time such as 2026-11-21T00:00:00Z',
    ],
    // In India the day began in the year before, which the database writes as 1 BC.
    [
      'a time of the year 1',
      { end_date: '0001-01-01T00:00:00Z' },
      'end_date must be a date and time such as 2026-11-21T00:00:00Z',
    ],
    [
      'a time of the first morning of the year 1',
      { end_date: '0001-01-01T05:29:59Z' },
      'end_date must be a date and time such as 2026-11-21T00:00:00Z',
    ],
    [
      'dates the wrong way round',
      { start_date: '2026-11-21T00:00:00Z', end_date: '2026-11-20T00:00:00Z' },
      "From can't be after To.",
    ],
    ['a phone of 31 characters', { phone: '9'.repeat(31) }, 'phone must have at most 30 characters'],
    [
      'a text that cannot be stored',
      { phone: '98\u0000' },
      "This text holds characters that can't be stored",
    ],
  ]
  it.each(refusals)('rejects %s (TXN-15)', async (_title, query, message) => {
    const answer = await list(query)
    expect(answer.status).toBe(400)
    expect(answer.body.code).toBe('VALIDATION')
    if (message) expect(answer.body.message).toBe(message)
    if (query.limit ?? query.offset) return
    const summed = await app.call('GET', `/admin/orders/sums?${new URLSearchParams(query)}`)
    expect([summed.status, summed.body.message]).toEqual([400, answer.body.message])
  })
})

describe('time span', () => {
  beforeAll(async () => {
    await empty()
    // 20 November in India starts at 18:30 UTC the day before.
    const moments = [
      '2026-11-19T18:29:59.999Z',
      '2026-11-19T18:30:00.000Z',
      '2026-11-20T12:00:00.000Z',
      '2026-11-20T18:29:59.999Z',
      '2026-11-20T18:30:00.000Z',
      '2026-11-22T00:00:00.000Z',
    ]
    await store(
      ...moments.map((moment, n) =>
        transaction({ reference_order_id: `m${n}`, created_at: new Date(moment) }),
      ),
      // The product may store finer times than the console can send.
      transaction({
        reference_order_id: 'fine',
        created_at: '2026-11-20T18:29:59.999600Z' as unknown as Date,
      }),
    )
  })

  const spans: [string, string | undefined, string | undefined, string[]][] = [
    [
      'a day in India (TXN-06)',
      '2026-11-19T18:30:00.000Z',
      '2026-11-20T18:29:59.999Z',
      ['fine', 'm3', 'm2', 'm1'],
    ],
    [
      'with its offset (TXN-06)',
      '2026-11-20T00:00:00.000+05:30',
      '2026-11-20T23:59:59.999+05:30',
      ['fine', 'm3', 'm2', 'm1'],
    ],
    [
      'a day elsewhere (TXN-06)',
      '2026-11-20T00:00:00.000Z',
      '2026-11-20T23:59:59.999Z',
      ['m4', 'fine', 'm3', 'm2'],
    ],
    [
      'several days and parts of two (TXN-06)',
      '2026-11-19T18:29:59.999Z',
      '2026-11-22T00:00:00.000Z',
      ['m5', 'm4', 'fine', 'm3', 'm2', 'm1', 'm0'],
    ],
    ['an instant (TXN-06)', '2026-11-20T12:00:00.000Z', '2026-11-20T12:00:00.000Z', ['m2']],
    ['within a day (TXN-06)', '2026-11-20T11:00:00.000Z', '2026-11-20T13:00:00.000Z', ['m2']],
    [
      'around midnight (TXN-06)',
      '2026-11-20T18:00:00.000Z',
      '2026-11-20T19:00:00.000Z',
      ['m4', 'fine', 'm3'],
    ],
    ['from a time (TXN-06)', '2026-11-20T18:30:00.000Z', undefined, ['m5', 'm4']],
    ['until a time (TXN-06)', undefined, '2026-11-19T18:30:00.000Z', ['m1', 'm0']],
    ['long before (TXN-06)', '1900-01-01T00:00:00Z', '1950-01-01T00:00:00Z', []],
    ['until the first instant (TXN-06)', undefined, '1900-01-01T00:00:00Z', []],
    ['after the last transaction (TXN-06)', '9999-12-31T23:59:59Z', undefined, []],
    [
      'all of time (TXN-06)',
      '1900-01-01T00:00:00Z',
      '9999-12-31T23:59:59Z',
      ['m5', 'm4', 'fine', 'm3', 'm2', 'm1', 'm0'],
    ],
  ]
  it.each(spans)('%s', async (_title, start_date, end_date, orders) => {
    const expected = { count: orders.length, orders }
    expect(await found({ start_date, end_date })).toEqual(expected)
    expect(await found({ start_date, end_date, entity_type: 'masterclass', status: 'completed' })).toEqual(
      expected,
    )
    expect(await found({ start_date, end_date, phone: '9876543210' })).toEqual(expected)
    expect(await found({ start_date, end_date, entity_id: '01931f6e-0000-7000-8000-00000000aaaa' })).toEqual(
      expected,
    )
  })
})

const types: readonly TransactionType[] = ['masterclass', 'membership', 'events', 'custom']
// The counts have no row for an empty status, but it must still be found among "others".
const statuses = ['pending', 'completed', 'refunded', 'failed', 'others', '']
const sources = ['meta', 'organic', 'google', null, '']
const coupons = [null, null, '01931f6e-0000-7000-8000-0000000000c1', '01931f6e-0000-7000-8000-0000000000c2']

/** Returns repeatable numbers below a limit. */
function numbers(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

function randomTransaction(next: (limit: number) => number): NewTransaction {
  const of = <T>(values: readonly T[]) => values[next(values.length)] as T
  return transaction({
    // Few different times, so that many rows share one and the id decides.
    created_at: new Date(Date.parse('2026-09-01T00:00:00Z') + next(2_000) * 45 * 60_000),
    entity_type: of(types),
    entity_id: `01931f6e-0000-7000-8000-00000000000${next(6)}`,
    status: of(statuses),
    currency_code: of(['INR', 'INR', 'USD']),
    source: of(sources),
    coupon_id: of(coupons),
    amount: 1_000 + next(9_000),
    refunded_amount: next(3) * 100,
    tax_amount: next(500),
    user_phone: `+9198${String(70_000_000 + next(150)).padStart(8, '0')}`,
  })
}

/** Selects what the sums of filtered transactions must be. */
function plainSums(filtered: SelectQueryBuilder<DB, 'transaction', object>) {
  const paid = sql`status in ('completed', 'refunded')`
  return filtered
    .select('currency_code')
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`coalesce(sum(amount) filter (where ${paid}), 0)::bigint`.as('completed'),
      sql<number>`sum(refunded_amount)::bigint`.as('refunded'),
      sql<number>`(coalesce(sum(amount) filter (where ${paid}), 0) - sum(refunded_amount))::bigint`.as('net'),
      sql<number>`sum(tax_amount)::bigint`.as('tax'),
    ])
    .groupBy('currency_code')
    .orderBy('currency_code')
}

describe('compared with plain SQL', () => {
  beforeAll(async () => {
    await empty()
    const next = numbers(7)
    await store(...Array.from({ length: 2_500 }, () => randomTransaction(next)))
    await fold()
    // The changes from here on stay beside the counts.
    await store(...Array.from({ length: 2_000 }, () => randomTransaction(next)))
    await sql`update transaction set status = 'completed', created_at = created_at + interval '9 hours'
      where id in (select id from transaction where status = 'pending' order by id limit 200)`.execute(
      app.database.kysely,
    )
    await sql`delete from transaction where id in (select id from transaction order by id limit 500)`.execute(
      app.database.kysely,
    )
    await sql`analyze transaction`.execute(app.database.kysely)
  })

  it('returns the same rows, total and sums for any filter and any page (TXN-15, OQ-281)', async () => {
    const moment = fc
      .integer({ min: -500, max: 2_500 })
      .chain((step) =>
        fc
          .constantFrom(0, 30 * 60_000, 5.5 * 3_600_000, 1, -1)
          .map((shift) => Date.parse('2026-09-01T00:00:00Z') + step * 45 * 60_000 + shift),
      )
    const dayStart = fc
      .integer({ min: -3, max: 70 })
      .map((day) => Date.parse('2026-08-31T18:30:00Z') + day * 86_400_000)
    const bound = fc.option(fc.oneof(moment, dayStart), { nil: undefined })
    const maybe = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined })
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          bounds: fc.tuple(bound, bound),
          entity_type: maybe(types),
          status: maybe(transactionStatusFilters),
          currency_code: maybe(['INR', 'USD']),
          source: maybe(['meta', 'organic', 'google']),
          coupon_id: fc.option(
            fc.constantFrom(
              '01931f6e-0000-7000-8000-0000000000c1',
              '01931f6e-0000-7000-8000-0000000000c2',
              '01931f6e-0000-7000-8000-0000000000c3',
            ),
            {
              nil: undefined,
              freq: 3,
            },
          ),
          entity_id: fc.option(
            fc.integer({ min: 0, max: 6 }).map((n) => `01931f6e-0000-7000-8000-00000000000${n}`),
            { nil: undefined, freq: 3 },
          ),
          phone: fc.option(
            fc
              .tuple(fc.integer({ min: 0, max: 160 }), fc.constantFrom(1, 2, 8, 10, 12))
              .map(([n, length]) => `9198${70_000_000 + n}`.slice(-length)),
            { nil: undefined, freq: 5 },
          ),
          limit: fc.constantFrom(1, 10, 50, 200),
          offset: fc.oneof(fc.nat(40), fc.nat(4_500)),
        }),
        async ({ bounds, ...query }) => {
          const [a, b] = bounds
          const isTurned = a !== undefined && b !== undefined && a > b
          const from = isTurned ? b : a
          // An inclusive end, as the console sends it: the last millisecond before the next day.
          const to = isTurned ? a : b === undefined || b === a ? b : b - 1
          let plain = app.database.kysely.selectFrom('transaction')
          if (from !== undefined) plain = plain.where('created_at', '>=', new Date(from))
          if (to !== undefined) plain = plain.where('created_at', '<=', new Date(to))
          if (query.entity_type) plain = plain.where('entity_type', '=', query.entity_type)
          if (query.entity_id) plain = plain.where('entity_id', '=', query.entity_id)
          if (query.status === 'others') plain = plain.where('status', 'not in', transactionStatuses)
          else if (query.status === 'paid') plain = plain.where('status', 'in', paidStatuses)
          else if (query.status) plain = plain.where('status', '=', query.status)
          if (query.currency_code) plain = plain.where('currency_code', '=', query.currency_code)
          if (query.coupon_id) plain = plain.where('coupon_id', '=', query.coupon_id)
          if (query.source) plain = plain.where('source', '=', query.source)
          if (query.phone) plain = plain.where('user_phone', 'like', `%${query.phone}`)
          const total = await plain
            .select((row) => row.fn.countAll<number>().as('n'))
            .executeTakeFirstOrThrow()
          const rows = await plain
            .select('reference_order_id')
            .orderBy('created_at', 'desc')
            .orderBy('id', 'desc')
            .limit(query.limit)
            .offset(query.offset)
            .execute()
          const text = (time: number | undefined) =>
            time === undefined ? undefined : new Date(time).toISOString()
          expect(await found({ ...query, start_date: text(from), end_date: text(to) })).toEqual({
            count: total.n,
            orders: rows.map((row) => row.reference_order_id),
          })
          const { limit: _limit, offset: _offset, ...filters } = query
          expect(await sumsOf({ ...filters, start_date: text(from), end_date: text(to) })).toEqual(
            await plain.$call(plainSums).execute(),
          )
        },
      ),
      { numRuns: 400 },
    )
    expect(errors).toEqual([])
  })

  it('returns the whole list over all pages, without a gap or a repeat (TXN-10)', async () => {
    const whole = await app.database.kysely
      .selectFrom('transaction')
      .select('reference_order_id')
      .where('entity_type', '=', 'events')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    const pages: string[] = []
    for (let offset = 0; offset < whole.length; offset += 50) {
      pages.push(...(await found({ entity_type: 'events', limit: 50, offset })).orders)
    }
    expect(pages).toEqual(whole.map((row) => row.reference_order_id))
  })
})

/** What an order brought in, by the contract's statuses and not by the database's own function. */
const paidOf = sql`case when t.status in (${sql.join(paidStatuses)}) then t.amount else 0 end`

/** Returns folded counts that differ from a recount. */
async function wrongCounts(): Promise<unknown[]> {
  const result = await sql`
    with recount as (
      select entity_type, status, currency_code, source, business_day(created_at) as day, count(*)::int as n,
        sum(paid)::bigint as paid, sum(refunded_amount)::bigint as refunded, sum(tax_amount)::bigint as tax
      from (
        select e.entity_type, s.status, c.currency_code, o.source, t.created_at, ${paidOf} as paid,
          t.refunded_amount, t.tax_amount
        from transaction as t
        cross join lateral (values (''), (t.entity_type)) as e (entity_type)
        cross join lateral (values ('', true), (t.status, t.status <> '')) as s (status, is_counted)
        cross join lateral (values (''), (t.currency_code)) as c (currency_code)
        cross join lateral (values ('', true), (t.source, t.source <> '')) as o (source, is_counted)
        where s.is_counted and o.is_counted
      ) as each_combination
      group by 1, 2, 3, 4, 5
    )
    select *, kept.n as kept, recount.n as recounted
    from transaction_count as kept
    full join recount using (entity_type, status, currency_code, source, day)
    where (kept.n, kept.paid, kept.refunded, kept.tax)
      is distinct from (recount.n, recount.paid, recount.refunded, recount.tax)`.execute(app.database.kysely)
  const ofEntity = await sql`
    with recount as (
      select entity_id, business_day(created_at) as day, entity_type, status, currency_code,
        coalesce(source, '') as source, count(*)::int as n, sum(${paidOf})::bigint as paid,
          sum(refunded_amount)::bigint as refunded, sum(tax_amount)::bigint as tax
      from transaction as t group by 1, 2, 3, 4, 5, 6
    )
    select * from transaction_entity_count as kept
    full join recount using (entity_id, day, entity_type, status, currency_code, source)
    where (kept.n, kept.paid, kept.refunded, kept.tax)
      is distinct from (recount.n, recount.paid, recount.refunded, recount.tax)`.execute(app.database.kysely)
  const totals = await sql`
    with recount as (
      select entity_id, status, currency_code, count(*)::int as n, sum(${paidOf})::bigint as paid,
          sum(refunded_amount)::bigint as refunded, sum(tax_amount)::bigint as tax
      from transaction as t group by 1, 2, 3
    )
    select * from transaction_entity_total as kept
    full join recount using (entity_id, status, currency_code)
    where (kept.n, kept.paid, kept.refunded, kept.tax)
      is distinct from (recount.n, recount.paid, recount.refunded, recount.tax)`.execute(app.database.kysely)
  return [...result.rows, ...ofEntity.rows, ...totals.rows]
}

const waitingChanges = async () =>
  (await sql`select * from transaction_count_change`.execute(app.database.kysely)).rows.length

const insertOne = `insert into transaction
    (id, reference_order_id, status, amount, currency_code, created_at, entity_type, entity_id, entity_title,
     user_id, user_first_name, user_last_name, user_phone, user_email)
  select gen_random_uuid(), $1, 'pending', 1, 'INR', $2, 'custom', gen_random_uuid(), '', gen_random_uuid(), '', '', '', ''`

describe('counts', () => {
  beforeEach(async () => {
    await empty()
    errors.length = 0
  })

  it('are exact during concurrent inserts, changes, deletions and folding (TXN-15, OQ-180)', async () => {
    await store(...Array.from({ length: 300 }, (_, n) => randomTransaction(numbers(n))))
    const db = app.database.kysely
    const some = (limit: number) =>
      sql<string>`(select array_agg(id) from (select id from transaction order by random() limit ${limit}) as picked)`
    const worker = async (seed: number) => {
      const next = numbers(seed)
      for (let turn = 0; turn < 25; turn++) {
        const { rows } = await sql<{ ids: string[] | null }>`select ${some(8)} as ids`.execute(db)
        const ids = [...(rows[0]?.ids ?? [])].sort()
        const change = randomTransaction(next)
        const work = async () => {
          switch (next(6)) {
            case 0:
              return store(...Array.from({ length: 1 + next(20) }, () => randomTransaction(next)))
            case 1:
              return db.deleteFrom('transaction').where('id', 'in', ids.slice(0, 3)).execute()
            case 2:
              return db
                .updateTable('transaction')
                .set({ status: change.status })
                .where('id', 'in', ids)
                .execute()
            case 3:
              return db
                .updateTable('transaction')
                .set({ created_at: change.created_at, entity_type: change.entity_type })
                .where('id', 'in', ids.slice(0, 4))
                .execute()
            case 4:
              return db
                .updateTable('transaction')
                .set({
                  source: change.source ?? null,
                  entity_id: change.entity_id,
                  amount: 1_000 + next(1_000),
                  refunded_amount: next(900),
                  tax_amount: next(200),
                })
                .where('id', 'in', ids.slice(0, 4))
                .execute()
            default:
              return db
                .insertInto('transaction')
                .values(ids.slice(0, 3).map((id) => ({ ...randomTransaction(next), id })))
                .onConflict((conflict) => conflict.column('id').doUpdateSet({ status: 'refunded' }))
                .execute()
          }
        }
        // Rows that two workers change in different orders may deadlock; the loser is rolled back.
        await work().catch((error: { code?: string }) => {
          if (error.code !== '40P01') throw error
        })
      }
    }
    let isDone = false
    let folded = 0
    const folder = async () => {
      while (!isDone) folded += await fold()
    }
    const reader = async () => {
      const filter = {
        span: { from: null, until: null },
        entityType: null,
        status: null,
        source: null,
        couponId: null,
      }
      const entity = '01931f6e-0000-7000-8000-000000000003'
      while (!isDone) {
        await db
          .transaction()
          .setIsolationLevel('repeatable read')
          .execute(async (snapshot) => {
            for (const entityId of [null, entity]) {
              const { total } = await listTransactions(
                snapshot,
                { ...filter, currencyCode: null, phoneEnd: null, entityId },
                { limit: 10, offset: 0 },
                () => errors.push('wrong'),
              )
              const { rows } = await sql`select id from transaction
                where ${entityId}::uuid is null or entity_id = ${entityId}`.execute(snapshot)
              expect(total).toBe(rows.length)
              const sums = await sumTransactions(
                snapshot,
                { ...filter, currencyCode: null, phoneEnd: null, entityId },
                () => errors.push('wrong'),
              )
              let plain = snapshot.selectFrom('transaction')
              if (entityId !== null) plain = plain.where('entity_id', '=', entityId)
              expect(sums.map((sum) => ({ ...sum, net: sum.completed - sum.refunded }))).toEqual(
                await plain.$call(plainSums).execute(),
              )
            }
          })
      }
    }
    const others = Promise.all([folder(), reader()])
    await Promise.all([1, 2, 3, 4].map(worker)).finally(() => {
      isDone = true
    })
    await others
    expect(folded).toBeGreaterThan(100)
    await fold()
    expect(await waitingChanges()).toBe(0)
    expect((await found({})).count).toBeGreaterThan(100)
    expect(await wrongCounts()).toEqual([])
    expect(errors).toEqual([])
  })

  it('sum up what the ledger of refunds says while parts are refunded and documents change the tax (OQ-281)', async () => {
    const ids = Array.from({ length: 40 }, () => randomUUID())
    await store(
      ...ids.map((id, n) => transaction({ id, amount: 10_000 + n, currency_code: n % 3 ? 'INR' : 'USD' })),
    )
    const db = app.database.kysely
    const refundParts = async (seed: number) => {
      const next = numbers(seed)
      for (let turn = 0; turn < 40; turn++) {
        const id = ids[next(ids.length)] as string
        await db.transaction().execute(async (writer) => {
          const { rows } = await sql<{ left: number; currency: string }>`
            select amount - refunded_amount as left, currency_code as currency from transaction
            where id = ${id} for update`.execute(writer)
          const { left = 0, currency } = rows[0] ?? {}
          const part = Math.min(left, 1 + next(6_000))
          if (part === 0) return
          const refund = randomUUID()
          await sql`insert into refund (id, transaction_id, idempotency_key, state, amount, currency_code, requested_by,
              requested_at) values (${refund}, ${id}, ${refund}, ${next(2) ? 'processed' : 'requested'}, ${part},
              ${currency}, 'system', now())`.execute(writer)
          await sql`update refund set state = 'processed' where id = ${refund}`.execute(writer)
          await sql`update transaction set tax_amount = round((amount - refunded_amount) * 18 / 118.0),
              status = case when refunded_amount >= amount then 'refunded' else status end
            where id = ${id}`.execute(writer)
        })
      }
    }
    let isDone = false
    let compared = 0
    const compare = () =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (snapshot) => {
          const filter = { span: { from: null, until: null }, entityType: null, status: null, source: null }
          const sums = await sumTransactions(
            snapshot,
            { ...filter, currencyCode: null, phoneEnd: null, entityId: null, couponId: null },
            () => errors.push('wrong'),
          )
          const { rows } = await sql`
            select currency_code, count(*)::bigint as count, sum(amount)::bigint as completed,
              sum(given_back)::bigint as refunded,
              sum(case when given_back = 0 then 0 else round((amount - given_back) * 18 / 118.0) end)::bigint as tax
            from (
              select t.*, coalesce((select sum(r.amount) from refund r where r.transaction_id = t.id), 0) as given_back
              from transaction t
            ) as orders group by currency_code order by currency_code`.execute(snapshot)
          expect(sums).toEqual(rows)
          compared++
        })
    const others = Promise.all([
      (async () => {
        while (!isDone) await fold()
      })(),
      (async () => {
        while (!isDone) await compare()
      })(),
    ])
    await Promise.all([1, 2, 3, 4, 5, 6].map(refundParts)).finally(() => {
      isDone = true
    })
    await others
    await fold()
    await compare()
    expect(compared).toBeGreaterThan(5)
    expect((await found({ status: 'refunded' })).count).toBeGreaterThan(0)
    expect(await wrongCounts()).toEqual([])
    expect(errors).toEqual([])
  })

  it('make no order wait for another one (OQ-180)', async () => {
    const { pool } = app.database
    const [first, second] = [await pool.connect(), await pool.connect()]
    const days = ['2026-11-20T06:00:00Z', '2026-11-21T06:00:00Z']
    try {
      await first.query(`begin; set local lock_timeout = '100ms'`)
      await second.query(`begin; set local lock_timeout = '100ms'`)
      await first.query(insertOne, ['one', days[0]])
      await second.query(insertOne, ['two', days[1]])
      // In opposite orders, which would deadlock over shared counts. Folding waits for neither.
      await fold()
      await second.query(insertOne, ['three', days[0]])
      await first.query(insertOne, ['four', days[1]])
      await first.query(`update transaction set status = 'completed' where reference_order_id = 'one'`)
      await first.query('commit')
      await fold()
      await second.query('commit')
    } finally {
      first.release()
      second.release()
    }
    expect((await found({ entity_type: 'custom' })).count).toBe(4)
    expect((await found({ status: 'completed' })).count).toBe(1)
    await fold()
    expect(await wrongCounts()).toEqual([])
  })

  it('add waiting changes to the folded ones, once (OQ-180)', async () => {
    await store(transaction(), transaction({ status: 'pending' }))
    expect(await waitingChanges()).toBe(2)
    expect((await found({})).count).toBe(2)
    expect(await fold()).toBe(2)
    expect(await fold()).toBe(0)
    await store(transaction())
    await app.database.kysely.updateTable('transaction').set({ status: 'refunded' }).execute()
    expect(await waitingChanges()).toBe(7)
    const totals = async () => [
      (await found({ status: 'refunded' })).count,
      (await found({ status: 'pending' })).count,
      (await found({ entity_id: '01931f6e-0000-7000-8000-00000000aaaa', status: 'refunded' })).count,
    ]
    expect(await totals()).toEqual([3, 0, 3])
    await fold()
    expect(await totals()).toEqual([3, 0, 3])
    expect(await wrongCounts()).toEqual([])
  })

  it('ignore changes of other columns and are emptied with the table (TXN-15)', async () => {
    await store(transaction())
    await fold()
    await app.database.kysely.updateTable('transaction').set({ user_first_name: 'Asha' }).execute()
    expect(await waitingChanges()).toBe(0)
    await store(transaction())
    await empty()
    const rows = async (table: string) =>
      (await sql`select * from ${sql.table(table)}`.execute(app.database.kysely)).rows
    for (const table of [...transactionCounts.tables, transactionCounts.changes]) {
      expect(await rows(table), table).toEqual([])
    }
  })

  it('are in no index, so that folding needs no new index entries (OQ-180)', async () => {
    const { rows } = await sql`
      select indexrelid::regclass from pg_index
      join pg_attribute on attrelid = indrelid and attnum = any (indkey) and attname in ('n', 'paid')
      where indrelid in ('transaction_count'::regclass, 'transaction_entity_count'::regclass,
        'transaction_entity_total'::regclass, 'lead_count'::regclass)`.execute(app.database.kysely)
    expect(rows).toEqual([])
  })

  const drifts: [string, string][] = [
    ['too many on a day', 'update transaction_count set n = n + 5'],
    ['a day without orders', `update transaction_count set day = '2020-01-01'`],
    [
      'fewer than none in all',
      `insert into transaction_count_change (day, entity_id, entity_type, status, currency_code, source, n)
        values ('2026-11-20', gen_random_uuid(), 'masterclass', 'completed', 'INR', 'meta', -3087)`,
    ],
    [
      'fewer than none on one day',
      `insert into transaction_count_change (day, entity_id, entity_type, status, currency_code, source, n)
        values ('2026-11-19', gen_random_uuid(), 'masterclass', 'completed', 'INR', 'meta', -1)`,
    ],
  ]
  it.each(drifts)('fall back to plain SQL when they cannot be true: %s (OQ-181)', async (title, drift) => {
    await store(transaction({ reference_order_id: 'a' }), transaction({ reference_order_id: 'b' }))
    await fold()
    await sql.raw(drift).execute(app.database.kysely)
    const all = await found({})
    expect([all.count, all.orders.sort()]).toEqual([2, ['a', 'b']])
    expect((await found({ status: 'completed', offset: 1 })).count).toBe(2)
    if (title === 'fewer than none in all')
      expect(await sumsOf()).toMatchObject([{ count: 2, completed: 499_800 }])
    expect(errors).toContain('stored counts are wrong; run npm run counts -- --repair')
  })

  it('that would become negative are counted again (OQ-181)', async () => {
    await store(transaction(), transaction({ status: 'pending' }))
    await fold()
    await sql`delete from transaction_count where status = 'pending'`.execute(app.database.kysely)
    await sql`delete from transaction where status = 'pending'`.execute(app.database.kysely)
    expect(await fold()).toBe(0)
    expect(errors).toEqual(['stored counts would become negative and are counted again'])
    // Until the next run the list counts its rows.
    expect((await found({})).count).toBe(1)
    await fold()
    expect(await wrongCounts()).toEqual([])
    expect((await found({})).count).toBe(1)
    expect(errors).toHaveLength(1)
  })

  it('that are incomplete are not used (OQ-181)', async () => {
    await store(transaction({ reference_order_id: 'a' }))
    await fold()
    const db = app.database.kysely
    await db.updateTable('count_state').set({ counted_at: null }).execute()
    await sql`delete from transaction_count`.execute(db)
    expect(await found({})).toEqual({ count: 1, orders: ['a'] })
    expect(await sumsOf()).toMatchObject([{ count: 1, completed: 249_900 }])
    await fold()
    expect(await wrongCounts()).toEqual([])
    expect(errors).toEqual([])
  })

  it('are recounted beside an order that commits later (OQ-181)', async () => {
    await store(transaction(), transaction())
    await fold()
    await sql`update transaction_count set n = 7`.execute(app.database.kysely)
    expect(await checkCounts(app.database.kysely, transactionCounts)).toBeGreaterThan(0)
    const writer = await app.database.pool.connect()
    try {
      await writer.query('begin')
      await writer.query(insertOne, ['late', '2026-11-20T06:00:00Z'])
      await recount(app.database.kysely, transactionCounts)
      await writer.query('commit')
    } finally {
      writer.release()
    }
    expect((await found({})).count).toBe(3)
    expect(await checkCounts(app.database.kysely, transactionCounts)).toBe(0)
    await fold()
    expect(await wrongCounts()).toEqual([])
  })

  it.each(['paid', 'refunded', 'tax'])(
    'are found wrong if only the %s of an order differs (OQ-198)',
    async (number) => {
      await store(transaction({ amount: 100 }))
      await fold()
      // The days of buyers have no sums.
      for (const table of transactionCounts.tables.filter((name) => name !== 'transaction_buyer_day')) {
        await sql`update ${sql.table(table)} set ${sql.ref(number)} = ${sql.ref(number)} + 1`.execute(
          app.database.kysely,
        )
        expect(await checkCounts(app.database.kysely, transactionCounts), table).toBeGreaterThan(0)
        await recount(app.database.kysely, transactionCounts)
        expect(await wrongCounts()).toEqual([])
      }
    },
  )

  it.each([...transactionCounts.tables, transactionCounts.changes])(
    'are found wrong after a change of %s (OQ-181)',
    async (table) => {
      await store(transaction())
      await fold()
      await store(transaction())
      const check = () => checkCounts(app.database.kysely, transactionCounts)
      expect(await check()).toBe(0)
      await sql`delete from ${sql.table(table)}`.execute(app.database.kysely)
      expect(await check()).toBeGreaterThan(0)
    },
  )
})

describe('what entities have sold', () => {
  const [pen, book, none] = [randomUUID(), randomUUID(), randomUUID()]
  const sales = async () =>
    Object.fromEntries(await salesOf({ db: app.database.kysely } as Call, [pen, book, none]))
  const expected = {
    [pen]: [
      { currency_code: 'INR', sold: 2, amount: 149_800 },
      { currency_code: 'USD', sold: 1, amount: 4_900 },
    ],
    [book]: [{ currency_code: 'INR', sold: 1, amount: 0 }],
  }
  beforeEach(async () => {
    await empty()
    await store(
      transaction({ entity_id: pen, amount: 49_900 }),
      transaction({ entity_id: pen, amount: 99_900, source: null, created_at: new Date('2020-01-01') }),
      transaction({ entity_id: pen, amount: 4_900, currency_code: 'USD' }),
      transaction({ entity_id: pen, amount: 1, status: 'refunded' }),
      transaction({ entity_id: book, amount: 0 }),
      transaction({ entity_id: none, status: 'pending' }),
    )
  })

  it('is the completed orders per currency: waiting, folded or without counts (OQ-198)', async () => {
    expect(await sales()).toEqual(expected)
    await fold()
    expect(await sales()).toEqual(expected)
    const db = app.database.kysely
    await db.updateTable('count_state').set({ counted_at: null }).execute()
    await sql`truncate transaction_entity_total`.execute(db)
    expect(await sales()).toEqual(expected)
    await fold()
  })

  it('follows a changed amount and a refund at once (OQ-198)', async () => {
    await fold()
    const update = app.database.kysely.updateTable('transaction')
    await update.set({ amount: 5_000 }).where('currency_code', '=', 'USD').execute()
    await update.set({ status: 'refunded' }).where('entity_id', '=', book).execute()
    const changed = { [pen]: [expected[pen]?.[0], { currency_code: 'USD', sold: 1, amount: 5_000 }] }
    expect(await sales()).toEqual(changed)
    await fold()
    expect(await sales()).toEqual(changed)
    expect(await wrongCounts()).toEqual([])
  })
})
