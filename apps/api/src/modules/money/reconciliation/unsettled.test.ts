import type { Difference } from '@greenroom/contract/money/reconciliation/reconciliation.schema'
import { beforeEach, describe, expect, it } from 'vitest'
import { emptyingOf } from '../../../platform/database/test-emptying.ts'
import type { TestGateway } from '../../../platform/payments/test-gateway.ts'
import type { TestApp } from '../../../test-app.ts'
import { type PaidOrder, startWithGateway } from '../../../test-payments.ts'

let gateway: TestGateway
let app: TestApp
const { run, makePaidOrder } = startWithGateway((started) => {
  ;({ app, gateway } = started)
})
// A Wednesday: with two working days the payment is due on Friday the 20th.
const paid = { completed_at: '2026-11-18T06:00:00Z', created_at: '2026-11-18T05:58:00Z' }

beforeEach(async () => {
  await app.database.pool.query(
    emptyingOf('gateway_difference', 'gateway_comparison', 'settlement', 'settlement_line', 'transaction'),
  )
})

/** Stores a paid order; the gateway has captured its payment at the same time. */
async function makePaid(values: Parameters<typeof makePaidOrder>[0] = {}): Promise<PaidOrder> {
  const order = await makePaidOrder({ ...paid, ...values })
  const payment = gateway.books.payments.at(-1)
  if (payment) payment.at = `${values.completed_at ?? paid.completed_at}`
  return order
}
/** Settles a payment, or some of it, on a day. */
function settle({ paymentId }: { paymentId: string }, day: string, values: object = {}) {
  gateway.books.settled.push({
    entity_id: paymentId,
    type: 'payment',
    amount: 249_900,
    settlement_id: 'setl_1',
    day,
    ...values,
  })
}
async function compare(...days: string[]) {
  for (const day of days) await run('compare-day', { day: `2026-11-${day}` })
}
async function open(query = ''): Promise<Difference[]> {
  return (await app.call('GET', `/admin/differences${query}`)).body.data.differences
}
const subjects = async () => (await open('?kind=not-settled')).map(({ payment_id }) => payment_id)

describe('a captured payment', () => {
  it('in no settlement after two working days is a difference until one has it (OQ-802)', async () => {
    const order = await makePaid()
    const settled = await makePaid()
    settle(settled, '2026-11-20')
    await compare('18', '19')
    expect(await subjects()).toEqual([])
    for (let n = 0; n < 2; n++) await compare('20')
    expect(await open()).toMatchObject([
      {
        kind: 'not-settled',
        payment_id: order.paymentId,
        order: { _id: order.id },
        ours: { state: 'completed', amount: 249_900 },
        gateway: { state: 'captured', amount: 249_900, currency: 'INR' },
        occurred_at: '2026-11-18T06:00:00.000Z',
        actions: [],
        version: 1,
      },
    ])
    // The line arrives, as a holiday of the banks can have it.
    settle(order, '2026-11-21')
    await compare('21')
    expect(await open()).toEqual([])
    expect(await open('?state=resolved')).toMatchObject([
      { kind: 'not-settled', resolved: { resolution: 'agreed', by: null } },
    ])
  })

  it('is not looked for while a day since then is not stored, or was stored before it ended (OQ-802)', async () => {
    const order = await makePaid()
    await compare('18', '20')
    expect(await subjects()).toEqual([])
    await compare('19')
    expect(await subjects()).toEqual([order.paymentId])
    await app.database.pool.query(emptyingOf('gateway_difference'))
    await app.database.pool.query(
      "update gateway_comparison set lines_stored_at = '2026-11-19T12:00:00Z' where day = '2026-11-19'",
    )
    await compare('20')
    expect(await subjects()).toEqual([])
  })

  it('is not looked for if a line of its days could not be read (OQ-802)', async () => {
    const order = await makePaid()
    await compare('18', '19')
    settle({ paymentId: 'pay_unreadable' }, '2026-11-20', { currency: 'rupees' })
    await expect(compare('20')).rejects.toThrow('1 line of the settlements could not be read.')
    expect(await subjects()).toEqual([])
    gateway.books.settled = []
    await compare('20')
    expect(await subjects()).toEqual([order.paymentId])
  })

  it('on a Friday is due on Tuesday, and one in dollars after seven working days (OQ-802)', async () => {
    await app.database.pool.query(
      `insert into gateway_comparison (day, state, requested_at, requested_by, lines_stored_at)
       select day, 'done', now(), 'system', '2026-11-21T00:00:00Z'
       from generate_series('2026-11-01'::date, '2026-11-19', interval '1 day') as listed (day)
       where day <> '2026-11-10'`,
    )
    // The 6th is a Friday, the 11th a Wednesday; seven working days after that is the 20th.
    const friday = { completed_at: '2026-11-06T06:00:00Z', created_at: '2026-11-06T05:00:00Z' }
    const foreign = { completed_at: '2026-11-11T06:00:00Z', created_at: '2026-11-11T05:00:00Z' }
    const first = await makePaid(friday)
    const dollars = await makePaid({ ...foreign, currency_code: 'USD' })
    await compare('09')
    expect(await subjects()).toEqual([])
    await compare('10')
    expect(await subjects()).toEqual([first.paymentId])
    await compare('19')
    expect(await subjects()).toEqual([first.paymentId])
    await compare('20')
    expect((await subjects()).sort()).toEqual([dollars.paymentId, first.paymentId].sort())
  })

  it('that Razorpay does not know is one difference, and a free order none (OQ-802)', async () => {
    const order = await makePaid()
    gateway.books.payments = []
    await makePaid({ amount: 0 })
    await compare('18', '19', '20')
    expect(await open()).toMatchObject([{ kind: 'not-paid', order: { _id: order.id } }])
  })

  it('is looked for by each payment of an order of several (OQ-802)', async () => {
    const order = await makePaid()
    const part = (payment_id: string, amount: number) => ({
      payment_id,
      transaction_id: order.id,
      amount,
      fee: null,
      method: null,
      paid_at: new Date(paid.completed_at),
    })
    const parts = [part(order.paymentId, 100_000), part('pay_rest', 149_900)]
    await app.database.kysely.insertInto('order_payment').values(parts).execute()
    for (const { payment_id, amount } of parts) {
      gateway.books.payments.push({ id: payment_id, amount, at: paid.completed_at })
    }
    gateway.books.payments.shift()
    settle(order, '2026-11-20', { amount: 100_000 })
    await compare('18', '19', '20')
    expect(await open('?kind=not-settled')).toMatchObject([
      { payment_id: 'pay_rest', gateway: { amount: 149_900 } },
    ])
  })

  it('stays closed after staff looked at it (OQ-802)', async () => {
    await makePaid()
    await compare('18', '19', '20')
    const differences = (await open()).map(({ _id: id, version }) => ({ id, version }))
    const json = { note: 'Razorpay holds it.', differences }
    expect((await app.call('POST', '/admin/differences/resolve', { json })).status).toBe(200)
    await compare('20')
    expect(await open()).toEqual([])
  })
})

describe('a settled payment', () => {
  it('that no order counts and Razorpay does not return is a difference until an order does (OQ-802)', async () => {
    settle({ paymentId: 'pay_stray' }, '2026-11-20')
    for (let n = 0; n < 2; n++) await compare('20')
    expect(await open()).toMatchObject([
      {
        kind: 'settled-unknown',
        payment_id: 'pay_stray',
        order: null,
        ours: { state: null },
        gateway: { state: 'settled', amount: 249_900 },
      },
    ])
    const { settlements } = (await app.call('GET', '/admin/settlements')).body.data
    expect(settlements).toMatchObject([{ open_differences: 1, state: 'differs' }])
    await makePaid({ payment_id: 'pay_stray' })
    await compare('20')
    expect(await open()).toEqual([])
  })

  it('that Razorpay returns is a payment without an order (OQ-802)', async () => {
    gateway.books.payments.push({ id: 'pay_alone', amount: 249_900, at: paid.completed_at })
    settle({ paymentId: 'pay_alone' }, '2026-11-20')
    await compare('20')
    expect((await open()).map(({ kind }) => kind)).toEqual(['payment-without-order'])
  })
})
