import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../platform/database/record-id.ts'
import type { FakeSettled } from '../../../platform/payments/fake-razorpay.ts'
import type { TestGateway } from '../../../platform/payments/test-gateway.ts'
import type { TestApp } from '../../../test-app.ts'
import { type PaidOrder, startWithGateway } from '../../../test-payments.ts'
import { makeExportTask } from '../../desk/export/export.service.ts'

let gateway: TestGateway
let app: TestApp
let order: PaidOrder
let differing: PaidOrder
const { run, makePaidOrder } = startWithGateway((started) => {
  ;({ app, gateway } = started)
})

const report = async (day: string, ...lines: Omit<FakeSettled, 'day'>[]) => {
  gateway.books.settled.push(...lines.map((line) => ({ ...line, day })))
  await run('compare-day', { day })
}
const payment = (id: string, settlement_id: string): Omit<FakeSettled, 'day'> => ({
  entity_id: id,
  type: 'payment',
  amount: 249_900,
  fee: 5_897,
  tax: 900,
  settlement_id,
})
beforeAll(async () => {
  order = await makePaidOrder()
  differing = await makePaidOrder()
  await report('2026-10-31', payment('pay_old', 'setl_october'))
  await report('2026-11-19', {
    ...payment(order.paymentId, 'setl_meets'),
    settlement_utr: 'HDFC1',
    settled_at: Date.parse('2026-10-31T18:30:00Z') / 1000,
  })
  await report(
    '2026-11-20',
    { ...payment(differing.paymentId, 'setl_differs'), amount: 249_000, credit: 243_103 },
    {
      entity_id: 'adj_1',
      type: 'adjustment',
      amount: -1_000,
      settlement_id: 'setl_differs',
      description: 'Fine',
    },
  )
})

const list = async (query = '') => (await app.call('GET', `/admin/settlements${query}`)).body.data
const idOf = async (gatewayId: string): Promise<string> =>
  (await list()).settlements.find((one: { settlement_id: string }) => one.settlement_id === gatewayId)._id

describe('the list of settlements', () => {
  it('requires a credential, and refuses a month that is none (OQ-781)', async () => {
    expect((await app.call('GET', '/admin/settlements', { token: null })).status).toBe(401)
    expect((await app.call('GET', '/admin/settlements?month=2026-13')).status).toBe(400)
    expect((await app.call('GET', `/admin/settlements/${newId()}`)).status).toBe(404)
    expect((await app.call('GET', '/admin/settlements/none')).status).toBe(404)
  })

  it('has the sums of each, and whether it meets the books (OQ-781)', async () => {
    const { total, settlements } = await list()
    expect(total).toBe(3)
    expect(settlements).toMatchObject([
      {
        settlement_id: 'setl_differs',
        line_count: 2,
        payments: 249_000,
        refunds: 0,
        adjustments: -1_000,
        fee: 5_897,
        tax: 900,
        net: 242_103,
        unexplained: 0,
        open_differences: 1,
        state: 'differs',
      },
      { settlement_id: 'setl_meets', utr: 'HDFC1', net: 244_003, unexplained: 0, state: 'meets' },
      { settlement_id: 'setl_october' },
    ])
  })

  it('is filtered by a month of the business time zone, and paged (OQ-781)', async () => {
    // 18:30 on the last of October is midnight in India.
    const names = async (query: string) =>
      (await list(query)).settlements.map((one: { settlement_id: string }) => one.settlement_id)
    expect(await names('?month=2026-11')).toEqual(['setl_differs', 'setl_meets'])
    expect(await names('?month=2026-10')).toEqual(['setl_october'])
    expect(await names('?limit=1&offset=1')).toEqual(['setl_meets'])
  })

  it('shows what the sums do not explain (OQ-781)', async () => {
    await app.database.pool.query(
      "update settlement set payments = payments + 1 where gateway_id = 'setl_meets'",
    )
    const found = (await list()).settlements[1]
    expect(found).toMatchObject({ unexplained: 1, state: 'differs' })
    await app.database.pool.query(
      "update settlement set payments = payments - 1 where gateway_id = 'setl_meets'",
    )
  })
})

describe('a settlement', () => {
  it('has its lines with their orders and differences (OQ-781)', async () => {
    const { body } = await app.call('GET', `/admin/settlements/${await idOf('setl_differs')}`)
    expect(body.data.settlement).toMatchObject({ settlement_id: 'setl_differs', line_count: 2 })
    expect(body.data.lines).toMatchObject([
      {
        kind: 'payment',
        entity_id: differing.paymentId,
        order: { _id: differing.id, reference_order_id: differing.reference },
        amount: 249_000,
        credit: 243_103,
        debit: 0,
        has_difference: true,
      },
      { kind: 'adjustment', entity_id: 'adj_1', order: null, description: 'Fine', has_difference: false },
    ])
    const page = await app.call('GET', `/admin/settlements/${await idOf('setl_differs')}?limit=1&offset=1`)
    expect(page.body.data.lines).toMatchObject([{ entity_id: 'adj_1' }])
  })

  it('finds the order of a payment that is one of several (OQ-751, OQ-781)', async () => {
    await app.database.kysely
      .insertInto('order_payment')
      .values({
        payment_id: 'pay_old',
        transaction_id: order.id,
        amount: 249_900,
        fee: null,
        method: null,
        paid_at: new Date(),
      })
      .execute()
    const { body } = await app.call('GET', `/admin/settlements/${await idOf('setl_october')}`)
    expect(body.data.lines[0].order).toEqual({ _id: order.id, reference_order_id: order.reference })
  })
})

describe('the export of settlements', () => {
  async function rows(json: object): Promise<string[][]> {
    const started = await app.call('POST', '/admin/exports', {
      json: { kind: 'settlements', format: 'csv', ...json },
    })
    expect(started.status, JSON.stringify(started.body)).toBe(201)
    const { _id } = started.body.data
    await run(makeExportTask, { id: _id })
    const link = await app.call('POST', `/admin/exports/${_id}/link`)
    const text = await (await fetch(`${app.url}${link.body.data.url}`)).text()
    return text
      .replace('\uFEFF', '')
      .trim()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(','))
  }

  it('has the settlements of the list, or the lines that add up to them (OQ-781)', async () => {
    const settlements = await rows({ of: 'settlements', month: '2026-11' })
    expect(settlements.map(([id]) => id)).toEqual(['setl_differs', 'setl_meets'])
    expect(settlements[0]?.slice(3)).toEqual('INR,2,2490.00,0.00,-10.00,58.97,9.00,2421.03,0.00'.split(','))
    const lines = await rows({ of: 'lines', month: '2026-11' })
    expect(lines).toHaveLength(3)
    const net = lines
      .filter(([id]) => id === 'setl_differs')
      .reduce((sum, row) => sum + Number(row.at(-1)) - Number(row.at(-2)), 0)
    expect(net.toFixed(2)).toBe('2421.03')
    const one = await rows({ of: 'lines', settlement: await idOf('setl_meets') })
    expect(one.map((row) => [row[4], row[6]])).toEqual([[order.paymentId, order.reference]])
  })
})
