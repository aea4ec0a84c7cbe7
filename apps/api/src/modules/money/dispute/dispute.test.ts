import { beforeEach, describe, expect, it } from 'vitest'
import { emptyingOf } from '../../../platform/database/test-emptying.ts'
import type { FakeSettled } from '../../../platform/payments/fake-razorpay.ts'
import type { TestGateway } from '../../../platform/payments/test-gateway.ts'
import type { TestApp } from '../../../test-app.ts'
import { startWithGateway } from '../../../test-payments.ts'

const day = '2026-11-20'
const opened = Date.parse('2026-11-18T05:00:00Z')
const due = Date.parse('2026-11-27T18:29:59Z')
let gateway: TestGateway
let app: TestApp
let count = 0
const { run, send, makePaidOrder, storedOrder } = startWithGateway((started) => {
  ;({ app, gateway } = started)
})
beforeEach(async () => {
  await app.database.pool.query(emptyingOf('dispute', 'settlement', 'settlement_line', 'webhook_event'))
})

/** Sends what Razorpay says about a dispute, some minutes after it was opened. */
function tell(
  event: string,
  paymentId: string,
  minutes: number,
  dispute: Record<string, string | number | null> = {},
  eventId = `evt_dispute_${++count}`,
) {
  const payment = { id: paymentId, amount: 249_900, at: opened, sentAt: opened + minutes * 60_000 }
  const told = { respond_by: due / 1000, reason_description: 'Service not received', ...dispute }
  return send(gateway.paymentWebhook(`payment.dispute.${event}`, { ...payment, dispute: told }, eventId))
}
const list = async (query = '') => (await app.call('GET', `/admin/disputes${query}`)).body.data
const states = async (query = '') => (await list(query)).disputes.map(({ state }: { state: string }) => state)
const waiting = async () => (await app.call('GET', '/admin/waiting')).body.data.open_disputes
const history = async () =>
  (
    await app.database.pool.query(
      "select action from audit_entry where entity_type = 'dispute' and entity_id in (select id::text from dispute)",
    )
  ).rows.map(({ action }: { action: string }) => action)

describe('the event of a dispute', () => {
  it('opens it with its deadline, and counts it in the sidebar (OQ-783)', async () => {
    const order = await makePaidOrder()
    expect((await tell('created', order.paymentId, 0)).status).toBe(200)
    expect(await list()).toMatchObject({
      counts: { open: 1, ended: 0 },
      disputes: [
        {
          dispute_id: 'disp_fake',
          order: { _id: order.id, reference_order_id: order.reference },
          amount: 249_900,
          amount_deducted: 0,
          lost: 0,
          taken: 0,
          reason_description: 'Service not received',
          phase: 'chargeback',
          state: 'open',
          respond_by: new Date(due).toISOString(),
          opened_at: new Date(opened).toISOString(),
          ended_at: null,
        },
      ],
    })
    expect(await waiting()).toBe(1)
    expect(await history()).toEqual(['dispute.create'])
  })

  it.each([
    [['created', 'under_review', 'won'], 'won'],
    [['won', 'created', 'under_review'], 'won'],
    [['lost', 'created', 'action_required'], 'lost'],
    [['created', 'closed'], 'closed'],
  ])('decides by its time, whatever order they arrive in: %j (OQ-783)', async (names, state) => {
    const minutes: Record<string, number> = { created: 0, action_required: 5, under_review: 10 }
    for (const name of names) await tell(name, 'pay_unknown', minutes[name] ?? 20)
    expect(await states('?state=ended')).toEqual([state])
    expect(await states()).toEqual([])
    expect(await waiting()).toBe(0)
  })

  it('of the same second decides by how far it is, and repeats change nothing (OQ-783)', async () => {
    await tell('lost', 'pay_1', 1, { amount_deducted: 249_900 }, 'evt_same')
    await Promise.all([tell('lost', 'pay_1', 1, {}, 'evt_same'), tell('under_review', 'pay_1', 1)])
    expect((await list('?state=ended')).disputes).toMatchObject([{ state: 'lost', lost: 249_900 }])
    expect(await history()).toEqual(['dispute.create'])
  })

  it('of a state to come is kept as an open one, and a later round opens it again (OQ-783)', async () => {
    await tell('escalated', 'pay_1', 1)
    expect(await states()).toEqual(['escalated'])
    await tell('won', 'pay_1', 2)
    await tell('under_review', 'pay_1', 3, { phase: 'pre_arbitration' })
    expect((await list()).disputes).toMatchObject([
      { state: 'under_review', phase: 'pre_arbitration', ended_at: null },
    ])
  })

  it('that cannot be understood is acknowledged and ignored (OQ-783)', async () => {
    expect((await tell('created', 'pay_1', 0, { amount: -5 })).status).toBe(200)
    expect((await list()).counts).toEqual({ open: 0, ended: 0 })
  })

  it('is not read without a credential (OQ-783)', async () => {
    expect((await app.call('GET', '/admin/disputes', { token: null })).status).toBe(401)
    expect((await app.call('GET', '/admin/disputes?state=all')).status).toBe(400)
  })
})

describe('a lost dispute', () => {
  it('is money out on the page of its order, and makes no credit note and no refund (OQ-783)', async () => {
    const order = await makePaidOrder()
    await run('issue-documents')
    await tell('created', order.paymentId, 0)
    await tell('lost', order.paymentId, 60, { amount_deducted: 240_000 })
    await run('issue-documents')
    const { body } = await app.call('GET', `/admin/orders/${order.id}`)
    expect(body.data).toMatchObject({
      status: 'completed',
      refunded_amount: 0,
      refunds: [],
      disputes: [{ state: 'lost', lost: 240_000, amount: 249_900 }],
    })
    expect(body.data.documents.map(({ kind }: { kind: string }) => kind)).not.toContain('credit-note')
    expect(await storedOrder(order)).toMatchObject({ status: 'completed', version: 1 })
  })

  it('costs the amount in dispute if Razorpay does not say what it took (OQ-783)', async () => {
    await tell('lost', 'pay_1', 1)
    expect((await list('?state=ended')).disputes).toMatchObject([{ lost: 249_900 }])
  })
})

describe('the lines of settlements', () => {
  const adjustment = (entity_id: string, amount: number): FakeSettled => ({
    entity_id,
    type: 'adjustment',
    amount,
    dispute_id: 'disp_fake',
    payment_id: 'pay_1',
    settlement_id: 'setl_1',
    day,
  })

  it('say what was taken and given back, and open a dispute that no event told of (OQ-783)', async () => {
    gateway.books.settled.push(adjustment('adj_taken', -249_900))
    for (let n = 0; n < 2; n++) await run('compare-day', { day })
    expect((await list()).disputes).toMatchObject([
      { state: 'unknown', payment_id: 'pay_1', amount: null, taken: 249_900 },
    ])
    expect(await history()).toEqual(['dispute.create'])
    await tell('created', 'pay_1', 0)
    expect((await list()).disputes).toMatchObject([{ state: 'open', amount: 249_900, taken: 249_900 }])
    await tell('won', 'pay_1', 90)
    gateway.books.settled.push(adjustment('adj_back', 249_900))
    await run('compare-day', { day })
    expect((await list('?state=ended')).disputes).toMatchObject([{ state: 'won', taken: 0, lost: 0 }])
  })
})

it('lists the next deadline first (OQ-783)', async () => {
  for (const [id, respond_by] of [
    ['disp_none', null],
    ['disp_late', due / 1000 + 86_400],
    ['disp_soon', due / 1000],
  ] as const) {
    await tell('created', `pay_${id}`, 0, { id, respond_by })
  }
  const ids = (await list()).disputes.map(({ dispute_id }: { dispute_id: string }) => dispute_id)
  expect(ids).toEqual(['disp_soon', 'disp_late', 'disp_none'])
})
