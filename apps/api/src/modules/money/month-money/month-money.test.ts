import type {
  CurrencyMoney,
  MoneyDay,
  MoneyHalves,
} from '@greenroom/contract/money/month-money/month-money.schema'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../platform/database/record-id.ts'
import type { FakeSettled } from '../../../platform/payments/fake-razorpay.ts'
import type { TestGateway } from '../../../platform/payments/test-gateway.ts'
import type { TestApp } from '../../../test-app.ts'
import { type PaidOrder, startWithGateway } from '../../../test-payments.ts'
import { makeExportTask } from '../../desk/export/export.service.ts'

let gateway: TestGateway
let app: TestApp
const { run, makePaidOrder } = startWithGateway((started) => {
  ;({ app, gateway } = started)
})
const rupees = (amount: number) => amount * 100
const paidAt = (day: string) => ({
  completed_at: `${day}T06:00:00Z`,
  created_at: `${day}T05:00:00Z`,
})

async function makePaid(day: string, values: Parameters<typeof makePaidOrder>[0] = {}): Promise<PaidOrder> {
  const order = await makePaidOrder({ ...paidAt(day), amount: rupees(1_180), ...values })
  if (values.payment_id === null) gateway.books.payments.pop()
  const payment = gateway.books.payments.at(-1)
  if (payment?.id === order.paymentId) payment.at = `${day}T06:00:00Z`
  return order
}
const settled = (id: string, day: string, values: Partial<FakeSettled> = {}): FakeSettled => ({
  entity_id: id,
  type: 'payment',
  amount: rupees(1_180),
  fee: rupees(23.6),
  tax: rupees(3.6),
  settlement_id: `setl_${day}`,
  day,
  ...values,
})

/** November: two orders of the month, one of October that settles late, one of November that nothing has settled yet. */
beforeAll(async () => {
  gateway.reset()
  const october = await makePaid('2026-10-30')
  const first = await makePaid('2026-11-03')
  const second = await makePaid('2026-11-04')
  await makePaid('2026-11-19')
  await makePaid('2026-11-05', { payment_id: null, gateway_order_id: null })
  await run('issue-documents')
  gateway.books.payments.push({ id: 'pay_alone', amount: rupees(500), at: '2026-11-04T07:00:00Z' })
  gateway.books.settled.push(
    settled(october.paymentId, '2026-11-02'),
    settled(first.paymentId, '2026-11-05'),
    // One rupee more than the books have.
    settled(second.paymentId, '2026-11-05', { amount: rupees(1_181) }),
    settled('pay_alone', '2026-11-06', { amount: rupees(500), fee: rupees(10), tax: 0 }),
    settled('pay_stray', '2026-11-06', { amount: rupees(300), fee: 0, tax: 0 }),
    settled('adj_1', '2026-11-06', { type: 'adjustment', amount: -rupees(50), fee: 0, tax: 0 }),
    settled('pay_dollars', '2026-11-06', { amount: 4_900, currency: 'USD', fee: 98, tax: 0 }),
  )
  // A refund of November of an order of October, found in the dashboard.
  gateway.books.refunds.push({
    id: 'rfnd_1',
    payment_id: october.paymentId,
    amount: rupees(180),
    at: '2026-11-04T05:00:00Z',
  })
  gateway.books.settled.push(
    settled('rfnd_1', '2026-11-06', {
      type: 'refund',
      amount: rupees(180),
      fee: 0,
      tax: 0,
      payment_id: october.paymentId,
    }),
  )
  for (const day of ['02', '04', '05', '06']) await run('compare-day', { day: `2026-11-${day}` })
  await run('issue-documents')
  await app.database.kysely
    .insertInto('dispute')
    .values({
      id: newId(),
      gateway_id: 'disp_1',
      payment_id: first.paymentId,
      amount: rupees(1_180),
      amount_deducted: rupees(1_000),
      currency_code: 'INR',
      state: 'lost',
      opened_at: '2026-11-05T05:00:00Z',
      told_at: '2026-11-10T05:00:00Z',
      ended_at: '2026-11-10T05:00:00Z',
      created_at: '2026-11-05T05:00:00Z',
      updated_at: '2026-11-10T05:00:00Z',
    })
    .execute()
}, 60_000)

async function read(month = '2026-11'): Promise<CurrencyMoney[]> {
  const { status, body } = await app.call('GET', `/admin/money/months/${month}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.currencies
}
async function november(): Promise<CurrencyMoney> {
  const found = (await read()).find(({ currency }) => currency === 'INR')
  if (!found) throw new Error('There are no rupees')
  return found
}
const amountOf = ({ in_month, other_month, without }: MoneyHalves) =>
  in_month.amount + other_month.amount + without.amount

describe('the money of a month', () => {
  it('requires a credential and a month (OQ-804)', async () => {
    expect((await app.call('GET', '/admin/money/months/2026-11', { token: null })).status).toBe(401)
    for (const path of ['months/2026-13', 'days?month=november', 'days', 'days?month=2026-11&by=settled']) {
      expect((await app.call('GET', `/admin/money/${path}`)).status).toBe(400)
    }
    expect(await read('2020-01')).toEqual([])
  })

  it('begins with what arrived at the gateway (OQ-804)', async () => {
    const { captured } = await november()
    expect(captured).toEqual({
      orders: { count: 3, amount: rupees(3_540) },
      on_top: 0,
      unallocated: { count: 1, amount: rupees(500) },
      closed: { count: 0, amount: 0 },
      total: { count: 4, amount: rupees(4_040) },
      elsewhere: { count: 1, amount: rupees(1_180) },
    })
  })

  it('goes on with the settlements that have it, to the rupee (OQ-804)', async () => {
    const { captured, settled: halves, bank } = await november()
    expect(halves).toEqual({
      in_month: { count: 3, amount: rupees(2_860) },
      other_month: { count: 0, amount: 0 },
      without: { count: 1, amount: rupees(1_180) },
      differing: rupees(1),
    })
    expect(amountOf(halves)).toBe(captured.total.amount)
    expect(bank).toEqual({
      settlements: 3,
      in_month: { count: 3, amount: rupees(2_861) },
      other_month: { count: 1, amount: rupees(1_180) },
      unknown: { count: 1, amount: rupees(300) },
      refunds: { count: 1, amount: rupees(180) },
      adjustments: -rupees(50),
      fee: rupees(80.8),
      tax: rupees(10.8),
      net: rupees(4_030.2),
      unexplained: 0,
    })
    expect(bank.in_month.amount).toBe(halves.in_month.amount + halves.differing)
    // A settlement of several currencies is summed up for each.
    expect(await read()).toMatchObject([
      { currency: 'INR' },
      { currency: 'USD', bank: { settlements: 1, unknown: { count: 1, amount: 4_900 }, net: 4_802 } },
    ])
  })

  it('ends with the documents of the orders and refunds (OQ-804)', async () => {
    const { invoiced, refunded, disputes_lost, documents, captured } = await november()
    expect(amountOf(invoiced)).toBe(captured.orders.amount + captured.elsewhere.amount)
    expect(invoiced.in_month).toEqual({ count: 4, amount: rupees(4_720) })
    expect(refunded).toMatchObject({ in_month: { count: 1, amount: rupees(180) }, differing: 0 })
    expect(disputes_lost).toEqual({ count: 1, amount: rupees(1_000) })
    const { total, not_reported, ...parts } = documents
    expect(Object.values(parts).reduce((sum, { amount }) => sum + amount, 0)).toBe(total.amount)
    expect(not_reported.count).toBe(0)
    const summary = (await app.call('GET', '/admin/gst/months/2026-11')).body.data
    expect(summary.registered.total).toBe(total.amount)
    expect(summary.reported.total).toBe(total.amount)
  })

  it('counts what staff gave back or closed apart from what is unallocated (OQ-804)', async () => {
    const { differences } = (await app.call('GET', '/admin/differences?kind=payment-without-order')).body.data
    const [{ _id }] = differences
    const json = { note: 'A test payment of ours.' }
    expect((await app.call('POST', `/admin/differences/${_id}/resolve`, { json })).status).toBe(200)
    expect((await november()).captured).toMatchObject({
      unallocated: { count: 0 },
      closed: { count: 1, amount: rupees(500) },
      total: { amount: rupees(4_040) },
    })
  })
})

describe('the money of a day', () => {
  const days = async (by: string, month = '2026-11'): Promise<MoneyDay[]> =>
    (await app.call('GET', `/admin/money/days?month=${month}&by=${by}`)).body.data.days

  it('counts a refund on its own day, or on that of its order (OQ-805)', async () => {
    const day = (values: Partial<MoneyDay>) => ({
      currency: 'INR',
      orders: 0,
      paid: 0,
      refunded: 0,
      lost: 0,
      ...values,
    })
    expect(await days('refunded')).toEqual([
      day({ day: '2026-11-03', orders: 1, paid: rupees(1_180), net: rupees(1_180) }),
      day({ day: '2026-11-04', orders: 1, paid: rupees(1_180), refunded: rupees(180), net: rupees(1_000) }),
      day({ day: '2026-11-05', orders: 1, paid: rupees(1_180), net: rupees(1_180) }),
      day({ day: '2026-11-10', lost: rupees(1_000), net: -rupees(1_000) }),
      day({ day: '2026-11-19', orders: 1, paid: rupees(1_180), net: rupees(1_180) }),
    ])
    expect(await days('refunded', '2026-10')).toMatchObject([{ day: '2026-10-30', refunded: 0 }])
    for (const by of ['paid', 'ordered']) {
      expect(await days(by, '2026-10')).toMatchObject([{ refunded: rupees(180), net: rupees(1_000) }])
      expect((await days(by)).map(({ refunded }) => refunded)).toEqual([0, 0, 0, 0])
    }
  })

  it('of an order that is paid later is that of the order or of its money (OQ-805)', async () => {
    await makePaid('2026-12-01', { created_at: '2026-11-30T18:29:59Z', currency_code: 'USD', amount: 4_900 })
    expect((await days('ordered')).at(-1)).toMatchObject({ day: '2026-11-30', currency: 'USD', paid: 4_900 })
    expect((await days('paid')).map(({ currency }) => currency)).not.toContain('USD')
    expect(await days('paid', '2026-12')).toMatchObject([{ day: '2026-12-01', orders: 1 }])
  })

  it('is exported with the same sums (OQ-805)', async () => {
    const order = { kind: 'settlements', of: 'days', format: 'csv' }
    expect((await app.call('POST', '/admin/exports', { json: order })).status).toBe(400)
    const json = { ...order, month: '2026-11', by: 'refunded' }
    const { status, body } = await app.call('POST', '/admin/exports', { json })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body.data.rows_total).toBe(5)
    await run(makeExportTask, { id: body.data._id })
    const link = await app.call('POST', `/admin/exports/${body.data._id}/link`)
    const text = await (await fetch(`${app.url}${link.body.data.url}`)).text()
    expect(text.trim().split('\r\n').slice(0, 3)).toEqual([
      expect.stringContaining('Day,Currency,Orders,Paid,Refunded,Lost in disputes,Net'),
      '2026-11-03,INR,1,1180.00,0.00,0.00,1180.00',
      '2026-11-04,INR,1,1180.00,180.00,0.00,1000.00',
    ])
  })
})
