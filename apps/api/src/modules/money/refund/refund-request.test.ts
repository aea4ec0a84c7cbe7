import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../platform/database/record-id.ts'
import type { RefundBehaviour, TestGateway } from '../../../platform/payments/test-gateway.ts'
import { createTestApp, type TestApp, testNow } from '../../../test-app.ts'
import { type PaidOrder, startWithGateway } from '../../../test-payments.ts'

let gateway: TestGateway
let app: TestApp
let farida: string
let arjun: string
let viewer: string
let count = 0
const {
  refundsOf,
  settle,
  makePaidOrder: paidOrder,
  storedOrder,
  auditOf,
} = startWithGateway(
  (started) => {
    ;({ app, gateway } = started)
  },
  { REFUND_APPROVAL_ABOVE_INR: '2000', REFUND_APPROVAL_ABOVE_USD: '50' },
)
const requester = 'farida.khan@greenroom.example'
const approver = 'arjun.mehta@greenroom.example'
beforeAll(async () => {
  farida = await app.tokenFor(requester)
  arjun = await app.tokenFor(approver)
  viewer = await app.tokenFor('tara.bose@greenroom.example')
})

const path = '/admin/refund-requests'
const whole = (order: PaidOrder, token = farida, on = app) =>
  on.call('POST', '/admin/payment/refund', { json: { order_id: order.id }, token })
const part = (order: PaidOrder, amount: number, token = farida, request_id = newId(), on = app) =>
  on.call('POST', `/admin/orders/${order.id}/refunds`, {
    json: { amount, reason_code: 'goodwill', note: 'Ill that day', request_id },
    token,
  })
const act = (id: string, action: 'approve' | 'withdraw', token: string) =>
  app.call('POST', `${path}/${id}/${action}`, { token })
const approve = (id: string, token = arjun) => act(id, 'approve', token)
const withdraw = (id: string, token = farida) => act(id, 'withdraw', token)
const decline = (id: string, reason: unknown = 'The course was attended', token = arjun) =>
  app.call('POST', `${path}/${id}/decline`, { json: { reason }, token })
const refundable = async (order: PaidOrder, token = farida) =>
  (await app.call('GET', `/admin/orders/${order.id}/refundable`, { token })).body.data
const list = async (state: 'open' | 'decided' = 'open', token = arjun) =>
  (await app.call('GET', `${path}?state=${state}&limit=200`, { token })).body.data
const requestsOf = ({ id }: { id: string }, on = app) =>
  on.database.kysely
    .selectFrom('refund_request')
    .selectAll()
    .where('transaction_id', '=', id)
    .orderBy('requested_at')
    .execute()

/** Asks for a whole order above the limit. */
async function asked(order?: PaidOrder): Promise<{ order: PaidOrder; id: string }> {
  const of = order ?? (await paidOrder())
  const answer = await whole(of)
  expect([answer.status, answer.body.data.approval]).toEqual([200, 'requested'])
  return { order: of, id: answer.body.data.order.refund_request._id }
}

/** A refund in the gateway's dashboard, and its webhook. */
async function refundInDashboard(
  order: PaidOrder,
  amount: number,
  status: 'processed' | 'pending' = 'processed',
) {
  const made = {
    id: `rfnd_eyes${++count}`,
    entity: 'refund' as const,
    payment_id: order.paymentId,
    amount,
    currency: 'INR',
    status,
    receipt: null,
    notes: [],
  }
  gateway.refunds.push(made)
  const { body, headers } = gateway.webhook(
    status === 'processed' ? 'refund.processed' : 'refund.created',
    made,
  )
  expect((await app.call('POST', '/webhooks/razorpay', { raw: body, headers, token: null })).status).toBe(200)
}

describe('which refunds need a second person', () => {
  it('are those above the limit, not those at it (OQ-350)', async () => {
    const at = await part(await paidOrder(), 200_000)
    expect(at.body.data).toMatchObject({ refund: { state: 'processed' } })
    expect(at.body.data).not.toHaveProperty('approval')

    const order = await paidOrder()
    const calls = gateway.calls.length
    const above = await part(order, 200_001)
    const message = `Refund of ₹2,000.01 requested for order ${order.reference}. A second person has to approve it`
    expect([above.status, above.body.message]).toEqual([200, message])
    expect(above.body.data).toMatchObject({
      message,
      approval: 'requested',
      order: {
        status: 'completed',
        refund: null,
        refund_request: { amount: 200_001, requested_by: requester },
      },
    })
    expect(above.body.data).not.toHaveProperty('refund')
    expect(gateway.calls).toHaveLength(calls)
    expect(await refundsOf(order)).toEqual([])
    expect(await requestsOf(order)).toMatchObject([
      {
        state: 'open',
        cause: 'amount',
        reason_code: 'goodwill',
        note: 'Ill that day',
        requested_by: requester,
      },
    ])
    expect(await auditOf(order)).toMatchObject([
      { action: 'transaction.refund-request', actor_email: requester, after: { amount: 200_001 } },
    ])
  })

  it('are parts of one order that reach the limit together, whoever asks (OQ-350)', async () => {
    const order = await paidOrder()
    expect((await part(order, 150_000)).body.data.refund).toBeDefined()
    expect((await refundable(order)).approval).toEqual({
      above: 200_000,
      unapproved: 150_000,
      per_day: null,
      today: 0,
    })
    expect((await part(order, 50_001, arjun)).body.data.approval).toBe('requested')
    // What a second person approved does not count.
    const [request] = await requestsOf(order)
    expect((await approve(request?.id ?? '', farida)).status).toBe(200)
    expect((await part(order, 49_899)).body.data.refund).toMatchObject({ state: 'processed' })
    expect(await storedOrder(order)).toMatchObject({ status: 'refunded' })
  })

  it('do not include what was refunded in the dashboard (OQ-350)', async () => {
    const order = await paidOrder()
    await refundInDashboard(order, 100_000)
    expect((await part(order, 149_900)).body.data.refund).toMatchObject({ state: 'processed' })
  })

  it('are counted while they are in progress, and not if they failed (OQ-350)', async () => {
    const order = await paidOrder()
    gateway.behave('500')
    await part(order, 150_000)
    expect((await part(order, 60_000)).body.data.approval).toBe('requested')
    const other = await paidOrder()
    gateway.behave('refused', 'made')
    await part(other, 150_000)
    expect((await part(other, 60_000)).body.data.refund).toBeDefined()
  })

  it('are those of several concurrent parts that pass the limit (OQ-350)', async () => {
    const order = await paidOrder()
    const answers = await Promise.all(Array.from({ length: 20 }, () => part(order, 60_000)))
    const refunded = answers.filter(({ body }) => body.data?.refund)
    expect(refunded).toHaveLength(3)
    expect(answers.filter(({ body }) => body.data?.approval)).toHaveLength(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect(await storedOrder(order)).toMatchObject({ refunded_amount: 180_000 })
  })

  it('have a limit for each currency (OQ-350)', async () => {
    const dollars = () => paidOrder({ currency_code: 'USD', amount: 9_900 })
    expect((await part(await dollars(), 5_000)).body.data.refund).toBeDefined()
    expect((await part(await dollars(), 5_001)).body.data.approval).toBe('requested')
  })

  it('wait alone: nothing else of the order is refunded meanwhile (OQ-351)', async () => {
    const { order } = await asked()
    for (const answer of [await whole(order, arjun), await part(order, 100, arjun)]) {
      expect([answer.status, answer.body.code]).toEqual([409, 'WRONG_STATE'])
      expect(answer.body.message).toContain('waits for a second person')
    }
    expect((await refundable(order)).refusal).toContain('waits for a second person')
    expect(await requestsOf(order)).toHaveLength(1)
  })

  it('make one request for a repeated call, also concurrently (OQ-351)', async () => {
    const order = await paidOrder()
    const id = newId()
    const answers = await Promise.all(Array.from({ length: 6 }, () => part(order, 249_900, farida, id)))
    expect(answers.map(({ body }) => body.data?.approval)).toEqual(answers.map(() => 'requested'))
    expect(await requestsOf(order)).toHaveLength(1)
    expect((await part(order, 249_800, farida, id)).body.code).toBe('KEY_REUSED')
    expect((await part(await paidOrder(), 249_900, farida, id)).body.code).toBe('KEY_REUSED')
    const [request] = await requestsOf(order)
    await decline(request?.id ?? '')
    const refused = await part(order, 249_900, farida, id)
    expect([refused.status, refused.body.message]).toEqual([409, `This request was declined by ${approver}.`])
    // After an approval the same call returns the refund.
    const again = newId()
    const next = await part(order, 249_900, farida, again)
    await approve(next.body.data.order.refund_request._id)
    expect((await part(order, 249_900, farida, again)).body.data.refund).toMatchObject({ state: 'processed' })
    expect(gateway.refunds.filter(({ payment_id }) => payment_id === order.paymentId)).toHaveLength(1)
  })
})

describe('deciding', () => {
  it('is offered for one request of the list (OQ-596)', async () => {
    const { id } = await asked()
    await asked()
    const idsOf = async (query: string) =>
      (await app.call('GET', `${path}?${query}`)).body.data.requests.map(({ _id }: { _id: string }) => _id)
    expect(await idsOf(`id=${id}`)).toEqual([id])
    expect(await idsOf(`id=${id}&state=decided`)).toEqual([])
    expect((await list()).limits).toEqual({ above: { INR: 200_000, USD: 5_000 }, per_day: null })
    expect((await app.call('GET', `${path}?id=x`)).status).toBe(400)
  })

  it('requires a credential, and the permission (AUTH-09)', async () => {
    const { id } = await asked()
    for (const action of ['approve', 'decline', 'withdraw'] as const) {
      const json = { reason: 'x' }
      const send = (token: string | null) =>
        app.call('POST', `${path}/${id}/${action}`, { token, ...(action === 'decline' ? { json } : {}) })
      expect((await send(null)).status).toBe(401)
      expect((await send(viewer)).status).toBe(403)
    }
    expect((await app.call('GET', path, { token: null })).status).toBe(401)
    expect((await app.call('GET', `${path}?state=closed`)).status).toBe(400)
    expect((await approve(newId())).status).toBe(404)
    expect((await approve('x')).status).toBe(404)
    expect((await decline(newId())).status).toBe(404)
    expect((await withdraw(newId())).status).toBe(404)
  })

  it('approves and refunds, and shows it in the list, the order and the history (OQ-352)', async () => {
    const { order, id } = await asked()
    const [listed] = (await list()).requests.filter((one: { _id: string }) => one._id === id)
    expect(listed).toMatchObject({
      state: 'open',
      cause: 'amount',
      order: { _id: order.id, reference_order_id: order.reference, amount: 249_900 },
      amount: 249_900,
      requested_by: requester,
      requester_problem: null,
      is_own: false,
      refund: null,
    })
    const answer = await approve(id)
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({
      message: `Refund initiated for order ${order.reference}`,
      request: { state: 'approved', decided_by: approver, refund: { state: 'processed' } },
      order: { status: 'refunded', refunded_amount: 249_900 },
    })
    expect(answer.body.data.order).not.toHaveProperty('refund_request')
    expect(await refundsOf(order)).toMatchObject([{ requested_by: requester, state: 'processed' }])
    const audit = await auditOf(order)
    expect(audit.map(({ action, actor_email }) => [action, actor_email])).toEqual([
      ['transaction.refund-request', requester],
      ['transaction.refund', approver],
      ['transaction.refund-request.approve', approver],
      ['transaction.refund.settle', approver],
    ])
    expect(audit[1]).toMatchObject({ after: { requested_by: requester } })
    const { timeline } = (await app.call('GET', `/admin/orders/${order.id}`)).body.data
    expect(timeline.map(({ kind }: { kind: string }) => kind)).toEqual(
      expect.arrayContaining([
        'approval-requested',
        'approval-decided',
        'refund-requested',
        'refund-settled',
      ]),
    )
    expect(timeline.some(({ kind }: { kind: string }) => kind === 'change')).toBe(false)
    const again = await approve(id)
    expect([again.status, again.body.message]).toEqual([409, `This request was approved by ${approver}.`])
    expect((await decline(id)).status).toBe(409)
    expect((await withdraw(id)).status).toBe(409)
    expect((await list('decided')).requests[0]).toMatchObject({ _id: id, refund: { state: 'processed' } })
  })

  it('is not for the person who asked (OQ-352)', async () => {
    const { order, id } = await asked()
    for (const answer of [await approve(id, farida), await decline(id, 'x', farida)]) {
      expect([answer.status, answer.body.code]).toEqual([403, 'FORBIDDEN'])
      expect(answer.body.message).toBe('You asked for this refund. Someone else has to decide.')
    }
    expect(await refundsOf(order)).toEqual([])
    expect(
      (await list('open', farida)).requests.find((one: { _id: string }) => one._id === id),
    ).toMatchObject({
      is_own: true,
    })
  })

  it('is refused by the database to the person who asked, and never changes afterwards (OQ-352)', async () => {
    const { pool } = app.database
    const { id } = await asked()
    const decide = (state: string, by: string) =>
      pool.query(
        `update refund_request set state = $2, decided_by_id = ${by}, decided_by = 'x', decided_at = now(),
          decision_reason = 'x' where id = $1`,
        [id, state],
      )
    await expect(decide('declined', 'requested_by_id')).rejects.toMatchObject({
      constraint: 'refund_request_second_person',
    })
    await expect(
      pool.query(
        'update refund_request set requested_by_id = (select id from staff limit 1 offset 1) where id = $1',
        [id],
      ),
    ).rejects.toThrow('never change')
    // An approval without a refund.
    await expect(decide('approved', "(select id from staff where email like 'arjun%')")).rejects.toThrow(
      'check',
    )
    await decline(id)
    for (const statement of [
      `update refund_request set state = 'open', decided_by_id = null, decided_by = null, decided_at = null where id = '${id}'`,
      `delete from refund_request where id = '${id}'`,
      'truncate refund_request',
    ]) {
      await expect(pool.query(statement)).rejects.toThrow(/never (change|removed)/)
    }
  })

  it('declines with a reason, which is required, and frees the order (OQ-352)', async () => {
    const { order, id } = await asked()
    for (const [reason, message] of [
      ['', 'Enter a reason'],
      ['  ', 'Enter a reason'],
      ['x'.repeat(501), 'Should not exceed 500 characters'],
      [7, 'Enter a reason'],
    ]) {
      const answer = await decline(id, reason)
      expect([answer.status, answer.body.message]).toEqual([400, message])
    }
    const answer = await decline(id, ' Attended ')
    expect(answer.body.data).toMatchObject({
      state: 'declined',
      decided_by: approver,
      decision_reason: 'Attended',
      refund: null,
    })
    expect((await auditOf(order)).at(-1)).toMatchObject({
      action: 'transaction.refund-request.decline',
      after: { reason: 'Attended' },
    })
    expect(gateway.refunds.filter(({ payment_id }) => payment_id === order.paymentId)).toEqual([])
    expect((await whole(order)).body.data.approval).toBe('requested')
  })

  it('can be withdrawn by the requester only (OQ-352)', async () => {
    const { order, id } = await asked()
    expect((await withdraw(id, arjun)).status).toBe(403)
    const answer = await withdraw(id)
    expect(answer.body.data).toMatchObject({ state: 'withdrawn', decided_by: null, is_own: true })
    expect((await approve(id)).body.message).toBe('This request was withdrawn.')
    expect((await refundable(order)).refusal).toBeNull()
  })

  it('refunds once for many approvals at once by two people (OQ-352)', async () => {
    const meera = await app.tokenFor('meera.nair@greenroom.example')
    const { order, id } = await asked()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => approve(id, n % 2 ? arjun : meera)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect(await refundsOf(order)).toHaveLength(1)
    expect(gateway.refunds.filter(({ payment_id }) => payment_id === order.paymentId)).toHaveLength(1)
  })

  it('has one outcome for approving, declining and withdrawing at once (OQ-352)', async () => {
    for (let n = 0; n < 5; n++) {
      const { order, id } = await asked()
      const answers = await Promise.all([approve(id), decline(id), withdraw(id)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
      const [request] = await requestsOf(order)
      expect(await refundsOf(order)).toHaveLength(request?.state === 'approved' ? 1 : 0)
    }
  })

  it('tells what became of the requester, and leaves the decision to the approver (OQ-354)', async () => {
    const kavya = 'kavya.rao@greenroom.example'
    const token = await app.tokenFor(kavya)
    const order = await paidOrder()
    const id = (await whole(order, token)).body.data.order.refund_request._id
    const problem = async () =>
      (await list()).requests.find((one: { _id: string }) => one._id === id).requester_problem
    const change = (values: object) =>
      app.database.kysely.updateTable('staff').set(values).where('email', '=', kavya).execute()
    expect(await problem()).toBeNull()
    await change({ role: 'content' })
    expect(await problem()).toBe('no-permission')
    await change({ role: 'owner', is_disabled: true })
    expect(await problem()).toBe('disabled')
    expect((await approve(id)).status).toBe(200)
    expect(await storedOrder(order)).toMatchObject({ status: 'refunded' })
  })
})

describe('an order that is refunded meanwhile', () => {
  it('is not approved by who saw another amount left, which leaves the request open (OQ-526)', async () => {
    const order = await paidOrder({ amount: 500_000 })
    const id = (await part(order, 249_900)).body.data.order.refund_request._id
    const seen = async (left: number) =>
      app.call('POST', `${path}/${id}/approve`, { json: { left }, token: arjun })
    await refundInDashboard(order, 100_000)
    const stale = await seen(500_000)
    expect([stale.status, stale.body.code, stale.body.data._id]).toEqual([409, 'STALE', id])
    expect(stale.body.message).toBe('₹4,000.00 is left to refund now, not ₹5,000.00. Nothing was refunded.')
    expect(await requestsOf(order)).toMatchObject([{ state: 'open', refund_id: null }])
    expect(await seen(400_000)).toMatchObject({ status: 200 })
    expect(await storedOrder(order)).toMatchObject({ refunded_amount: 349_900 })
  })

  it('ends the request, which says so (OQ-352)', async () => {
    const { order, id } = await asked()
    await refundInDashboard(order, 249_900)
    const answer = await approve(id)
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      409,
      'WRONG_STATE',
      'This order was refunded meanwhile. The request has lapsed.',
    ])
    expect(await requestsOf(order)).toMatchObject([{ state: 'lapsed', decided_by: null, refund_id: null }])
    expect((await list()).requests.some((one: { _id: string }) => one._id === id)).toBe(false)
    expect((await decline(id)).body.message).toBe(
      'This order was refunded meanwhile. The request has lapsed.',
    )
  })

  it('in part ends the request if what is left does not suffice (OQ-352)', async () => {
    const { order, id } = await asked()
    await refundInDashboard(order, 100_000)
    expect((await approve(id)).body.message).toBe(
      'Meanwhile a part of this order was refunded, and only ₹1,499.00 is left. The request has lapsed.',
    )
    const other = await paidOrder()
    const enough = (await part(other, 200_100)).body.data.order.refund_request._id
    await refundInDashboard(other, 10_000)
    expect((await approve(enough)).status).toBe(200)
    expect(await storedOrder(other)).toMatchObject({ refunded_amount: 210_100 })
  })

  it('by the public product ends the request when somebody approves it (OQ-352)', async () => {
    const { order, id } = await asked()
    await app.database.pool.query("update transaction set status = 'refunded' where id = $1", [order.id])
    const answer = await approve(id)
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'This order was refunded meanwhile. The request has lapsed.',
    ])
    expect(await requestsOf(order)).toMatchObject([{ state: 'lapsed' }])
    expect((await auditOf(order)).at(-1)).toMatchObject({ action: 'transaction.refund-request.lapse' })
    expect(gateway.calls.filter(({ paymentId }) => paymentId === order.paymentId)).toEqual([])
  })

  it('does not change a request that is withdrawn at the same moment (OQ-352)', async () => {
    const { order, id } = await asked()
    const client = await app.database.pool.connect()
    try {
      await client.query('begin')
      await client.query(
        "update refund_request set state = 'withdrawn', decided_at = requested_at where id = $1",
        [id],
      )
      const reported = refundInDashboard(order, 249_900)
      await expect
        .poll(async () => {
          const { rows } = await app.database.pool.query(
            `select count(*)::int as n from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'`,
          )
          return rows[0].n
        })
        .toBe(1)
      await client.query('commit')
      await reported
    } finally {
      await client.query('rollback')
      client.release()
    }
    expect(await requestsOf(order)).toMatchObject([{ state: 'withdrawn' }])
    expect(await storedOrder(order)).toMatchObject({ status: 'refunded', refunded_amount: 249_900 })
  })

  it('waits while a refund of the dashboard is in progress (OQ-352)', async () => {
    const { order, id } = await asked()
    await refundInDashboard(order, 100_000, 'pending')
    const answer = await approve(id)
    expect(answer.status).toBe(409)
    expect(answer.body.message).toContain('Another refund of this order is in progress')
    expect(await requestsOf(order)).toMatchObject([{ state: 'open' }])
  })
})

describe('an approved refund at the gateway', () => {
  // refund.test.ts has every kind of unclear response: one before the refund was made, one after.
  const unclear: RefundBehaviour[] = ['cut', 'made-cut']
  it.each(unclear)('after "%s" is approved, stays open and is refunded once (OQ-352)', async (behaviour) => {
    const { order, id } = await asked()
    gateway.behave(behaviour, 'made')
    const answer = await approve(id)
    expect(answer.status).toBe(200)
    expect(answer.body.message).toContain('its outcome is not known yet')
    expect(answer.body.data.request).toMatchObject({ state: 'approved', refund: { state: 'unknown' } })
    expect((await approve(id)).status).toBe(409)
    await settle(order)
    expect(await storedOrder(order)).toMatchObject({ status: 'refunded' })
    expect(gateway.refunds.filter(({ payment_id }) => payment_id === order.paymentId)).toHaveLength(1)
    expect((await list('decided')).requests[0]).toMatchObject({ _id: id, refund: { state: 'processed' } })
  })

  it('shows why the gateway refused, stays approved, and can be requested again (OQ-352)', async () => {
    const { order, id } = await asked()
    gateway.behave('refused', 'made')
    const answer = await approve(id)
    const reason = 'Your account does not have enough balance to carry out the refund.'
    expect([answer.status, answer.body.message]).toEqual([502, reason])
    expect((await list('decided')).requests[0]).toMatchObject({
      _id: id,
      state: 'approved',
      refund: { state: 'failed', reason },
    })
    expect((await approve(id)).status).toBe(409)
    const next = await asked(order)
    expect((await approve(next.id)).status).toBe(200)
    expect(await storedOrder(order)).toMatchObject({ status: 'refunded' })
  })
})

describe('the refunds of one person on one day', () => {
  let on: TestApp
  let first: string
  let second: string
  beforeAll(async () => {
    on = await createTestApp({ ...gateway.environment, REFUNDS_PER_DAY: '2' })
    first = await on.tokenFor(requester)
    second = await on.tokenFor(approver)
  })
  afterAll(() => on.close())
  beforeEach(() => on.database.pool.query("update refund set requested_at = '2026-01-01'"))

  /** Refunds an order of its own. @returns whether it needs a second person */
  async function refundOne(token = first): Promise<boolean> {
    const answer = await whole(await paidOrder({}, on), token, on)
    expect(answer.status).toBe(200)
    return answer.body.data.approval === 'requested'
  }

  it('beyond the number need a second person, each person for themselves (OQ-350)', async () => {
    on.clock.set(testNow)
    expect([await refundOne(), await refundOne(), await refundOne(), await refundOne()]).toEqual([
      false,
      false,
      true,
      true,
    ])
    expect(await refundOne(second)).toBe(false)
    const order = await paidOrder({}, on)
    const { approval } = (await on.call('GET', `/admin/orders/${order.id}/refundable`, { token: first })).body
      .data
    expect(approval).toEqual({ above: null, unapproved: 0, per_day: 2, today: 2 })
    await whole(order, first, on)
    expect(await requestsOf(order, on)).toMatchObject([{ cause: 'day' }])
    // What a second person approved does not count for anybody.
    const [request] = await requestsOf(order, on)
    const approved = await on.call('POST', `${path}/${request?.id}/approve`, { token: second })
    expect(approved.status).toBe(200)
    expect(await refundOne(second)).toBe(false)
    expect(await refundOne(second)).toBe(true)
  })

  it('are counted from midnight in India (OQ-350)', async () => {
    on.clock.set('2026-11-21T18:29:59.999Z')
    const late = await on.tokenFor(requester)
    expect([await refundOne(late), await refundOne(late), await refundOne(late)]).toEqual([
      false,
      false,
      true,
    ])
    on.clock.set('2026-11-21T18:30:00.000Z')
    expect([await refundOne(late), await refundOne(late), await refundOne(late)]).toEqual([
      false,
      false,
      true,
    ])
  })

  it('count without those that the gateway refused (OQ-350)', async () => {
    on.clock.set(testNow)
    gateway.behave('refused', 'made')
    expect((await whole(await paidOrder({}, on), first, on)).status).toBe(502)
    expect([await refundOne(), await refundOne(), await refundOne()]).toEqual([false, false, true])
  })

  it('do not pass the number when many are asked for at once (OQ-350)', async () => {
    on.clock.set(testNow)
    const needs = await Promise.all(Array.from({ length: 12 }, () => refundOne()))
    expect(needs.filter((needed) => !needed)).toHaveLength(2)
  })
})
