import { afterEach, describe, expect, it } from 'vitest'
import { emptyingOf } from '../../../platform/database/test-emptying.ts'
import type { FakeSettled } from '../../../platform/payments/fake-razorpay.ts'
import type { TestGateway } from '../../../platform/payments/test-gateway.ts'
import type { TestApp } from '../../../test-app.ts'
import { startWithGateway } from '../../../test-payments.ts'

const day = '2026-11-20'
let gateway: TestGateway
let app: TestApp
const { run, makePaidOrder } = startWithGateway((started) => {
  ;({ app, gateway } = started)
})
afterEach(async () => {
  seen = (await allHistory()).length
  await app.database.pool.query('delete from graphile_worker._private_jobs')
  await app.database.pool.query(
    emptyingOf(
      'settlement',
      'settlement_line',
      'gateway_difference',
      'gateway_comparison',
      'refund',
      'transaction',
    ),
  )
})

const report = (...lines: Omit<FakeSettled, 'day'>[]) => {
  gateway.books.settled.splice(0)
  gateway.books.settled.push(...lines.map((line) => ({ settlement_id: 'setl_1', ...line, day })))
}
const compare = () => run('compare-day', { day })
const settlements = () =>
  app.database.kysely.selectFrom('settlement').selectAll().orderBy('gateway_id').execute()
const lines = () =>
  app.database.kysely.selectFrom('settlement_line').selectAll().orderBy('entity_id').execute()
/** The history is never deleted, so each test reads what came after the ones before. */
let seen = 0
const allHistory = async () =>
  (
    await app.database.pool.query(
      "select action, entity_label, before, after from audit_entry where entity_type = 'settlement' order by id",
    )
  ).rows
const history = async () => (await allHistory()).slice(seen)

/** A payment of 2,499 rupees, whose fee of 58.97 includes 9.00 of tax. */
const payment = (id: string): Omit<FakeSettled, 'day'> => ({
  entity_id: id,
  type: 'payment',
  amount: 249_900,
  fee: 5_897,
  tax: 900,
  order_id: `order_${id}`,
  method: 'upi',
  settlement_utr: 'HDFC001',
})
const everything = () => [
  payment('pay_1'),
  payment('pay_2'),
  { entity_id: 'rfnd_1', type: 'refund', amount: 100_000, payment_id: 'pay_1' } as const,
  {
    entity_id: 'adj_1',
    type: 'adjustment',
    amount: -249_900,
    dispute_id: 'disp_1',
    payment_id: 'pay_2',
    description: 'Dispute lost, write to buyer@mail.example',
  } as const,
  { entity_id: 'trf_1', type: 'transfer', amount: 10_000, fee: 296, tax: 46 } as const,
  { entity_id: 'rvrsl_1', type: 'reversal', debit: 0, credit: 5_000, amount: 5_000 } as const,
]

describe('the lines of settlements', () => {
  it('are stored as reported, and add up to what reached the bank (OQ-780)', async () => {
    report(...everything())
    await compare()
    expect(await settlements()).toMatchObject([
      {
        gateway_id: 'setl_1',
        utr: 'HDFC001',
        settled_at: new Date('2026-11-20T06:30:00Z'),
        currency_code: 'INR',
        line_count: 6,
        payments: 499_800,
        refunds: 100_000,
        adjustments: -249_900 - 10_000 + 5_000,
        fee: 2 * 5_897 + 296,
        tax: 2 * 900 + 46,
        net: 499_800 - 100_000 - 254_900 - (2 * 5_897 + 296),
      },
    ])
    expect(await lines()).toMatchObject([
      { entity_id: 'adj_1', kind: 'adjustment', debit: 249_900, credit: 0, dispute_id: 'disp_1' },
      {
        entity_id: 'pay_1',
        kind: 'payment',
        payment_id: 'pay_1',
        gateway_order_id: 'order_pay_1',
        amount: 249_900,
        debit: 0,
        credit: 244_003,
        fee: 5_897,
        tax: 900,
        method: 'upi',
        made_at: new Date('2026-11-20T03:30:00Z'),
      },
      { entity_id: 'pay_2', payment_id: 'pay_2' },
      { entity_id: 'rfnd_1', kind: 'refund', payment_id: 'pay_1', debit: 100_000 },
      { entity_id: 'rvrsl_1', kind: 'other', type: 'reversal', credit: 5_000 },
      { entity_id: 'trf_1', kind: 'transfer', debit: 10_296 },
    ])
    const { rows } = await app.database.pool.query(
      'select sum(credit - debit)::int as net, sum(fee)::int as fee from settlement_line',
    )
    expect((await settlements())[0]).toMatchObject(rows[0])
    expect(await history()).toMatchObject([{ action: 'settlement.create', entity_label: 'setl_1' }])
  })

  it('are stored once, however often the report is read, also by processes at once (OQ-780)', async () => {
    report(...everything())
    const settled_at = Date.parse('2026-11-20T06:30:00Z') / 1000
    const created_at = Date.parse('2026-11-20T03:30:00Z') / 1000
    const settlement_id = 'setl_1'
    gateway.books.settled.push(
      ...everything().map((line) => ({ ...line, settlement_id, settled_at, created_at, day: '2026-11-19' })),
    )
    await Promise.all([compare(), run('compare-day', { day: '2026-11-19' }), compare()])
    await compare()
    expect(await lines()).toHaveLength(6)
    expect((await history()).map(({ action }) => action)).toEqual(['settlement.create'])
  })

  it('follow a report that changes afterwards, and leave a trace (OQ-780)', async () => {
    report(...everything())
    await compare()
    const before = await settlements()
    report(
      payment('pay_1'),
      { ...payment('pay_2'), fee: 6_000, settlement_id: 'setl_2', settlement_utr: 'HDFC002' },
      { ...payment('pay_3'), settlement_utr: 'HDFC009' },
    )
    gateway.books.settled[0] = {
      ...payment('pay_1'),
      settlement_utr: 'HDFC009',
      settlement_id: 'setl_1',
      day,
    }
    await compare()
    expect((await lines()).map(({ entity_id }) => entity_id)).toEqual(['pay_1', 'pay_2', 'pay_3'])
    const [first, second] = await settlements()
    expect(first).toMatchObject({
      id: before[0]?.id,
      utr: 'HDFC009',
      line_count: 2,
      payments: 499_800,
      refunds: 0,
      adjustments: 0,
      net: 488_006,
    })
    expect(second).toMatchObject({ utr: 'HDFC002', line_count: 1, fee: 6_000, net: 243_900 })
    const entries = (await history()).slice(1)
    expect(entries.map(({ action, entity_label }) => [action, entity_label]).sort()).toEqual([
      ['settlement.create', 'setl_2'],
      ...['adj_1', 'rfnd_1', 'rvrsl_1', 'trf_1'].map((id) => ['settlement.line-delete', id]),
      ['settlement.line-update', 'pay_2'],
      ['settlement.sum', 'setl_1'],
      ['settlement.sum', 'setl_1'],
      ['settlement.update', 'setl_1'],
    ])
    expect(entries.find(({ action }) => action === 'settlement.line-update')).toMatchObject({
      before: { fee: 5_897, credit: 244_003 },
      after: { fee: 6_000, credit: 243_900 },
    })
  })

  it('that nobody can read stop no other, and fail the comparison until they can be read (OQ-780)', async () => {
    const order = await makePaidOrder()
    report(payment(order.paymentId), { ...payment('pay_odd'), currency: 'rupees' })
    gateway.books.settled.push({ ...payment('pay_2'), settlement_id: 'setl_1', amount: 0.5, day })
    await expect(compare()).rejects.toThrow('2 lines of the settlements could not be read.')
    expect((await lines()).map(({ entity_id }) => entity_id)).toEqual([order.paymentId])
    const { body } = await app.call('GET', '/admin/comparisons')
    expect(body.data.comparisons[0]).toMatchObject({
      state: 'failed',
      failure: '2 lines of the settlements could not be read.',
    })
    report(payment(order.paymentId), payment('pay_odd'))
    await compare()
    expect(await lines()).toHaveLength(2)
  })

  it('keep what the report had while a line of it cannot be read (OQ-780)', async () => {
    report(payment('pay_1'), payment('pay_2'))
    await compare()
    report(payment('pay_1'), { ...payment('pay_2'), currency: 'rupees' })
    await expect(compare()).rejects.toThrow('1 line')
    expect(await lines()).toHaveLength(2)
  })
})
