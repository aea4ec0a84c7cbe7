import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../platform/database/record-id.ts'
import type { TestGateway } from '../../../platform/payments/test-gateway.ts'
import type { TestApp } from '../../../test-app.ts'
import { type PaidOrder, startWithGateway } from '../../../test-payments.ts'

let gateway: TestGateway
let app: TestApp
let farida: string
let arjun: string
let session: string
const { refundsOf, settle, later, makePaidOrder, storedOrder, auditOf } = startWithGateway(
  (started) => {
    ;({ app, gateway } = started)
  },
  { REFUND_APPROVAL_ABOVE_INR: '10000', REFUND_APPROVAL_ABOVE_USD: '50' },
)
const requester = 'farida.khan@greenroom.example'
const approver = 'arjun.mehta@greenroom.example'
beforeAll(async () => {
  farida = await app.tokenFor(requester)
  arjun = await app.tokenFor(approver)
})
beforeEach(() => {
  session = newId()
})

const path = '/admin/refund-batches'
const paid = (values: Parameters<typeof makePaidOrder>[0] = {}) =>
  makePaidOrder({ entity_type: 'events', entity_id: session, entity_title: 'Option Selling Live', ...values })
const preview = (token = farida) =>
  app.call('GET', `${path}/preview?entity_type=events&entity_id=${session}`, { token })
const create = (
  digest: string,
  {
    token = farida,
    request_id = newId(),
    ...more
  }: { token?: string; request_id?: string; reason_code?: string } = {},
) =>
  app.call('POST', path, {
    json: {
      entity_type: 'events',
      entity_id: session,
      reason_code: 'session-cancelled',
      note: 'The host is ill',
      digest,
      request_id,
      ...more,
    },
    token,
  })
const digestNow = async () => (await preview()).body.data.content.digest
const started = async (): Promise<string> => {
  const made = await create(await digestNow())
  expect([made.status, made.body.data.state]).toEqual([201, 'running'])
  return made.body.data._id
}
const waiting = async (): Promise<string> => {
  const made = await create(await digestNow())
  expect([made.status, made.body.data.state]).toEqual([201, 'waiting'])
  return made.body.data._id
}
const get = async (id: string, token = farida) =>
  (await app.call('GET', `${path}/${id}`, { token })).body.data
const rows = async (id: string) => (await app.call('GET', `${path}/${id}/rows?limit=200`)).body.data.rows
const act = (id: string, action: string, token = farida, json: object = {}) =>
  app.call('POST', `${path}/${id}/${action}`, { token, json })
const step = (batchId: string, pauses = 0, attempt = 1) =>
  app.app.tasks['run-refund-batch']?.(
    { batchId, pauses },
    { attempt, isLastAttempt: false, signal: new AbortController().signal },
  )
/** Runs the job until the batch has ended, as the job runner does. */
async function runAll(id: string): Promise<void> {
  for (let count = 0; count < 50 && (await get(id)).state === 'running'; count++) await step(id)
}
const states = async (id: string) => (await rows(id)).map(({ state }: { state: string }) => state)
const jobOf = async (id: string) => {
  const { rows } = await app.database.pool.query('select run_at from graphile_worker.jobs where key = $1', [
    `run-refund-batch:${id}`,
  ])
  return rows[0] as { run_at: Date } | undefined
}
const gatewayRefunds = (orders: PaidOrder[]) =>
  gateway.refunds.filter(({ payment_id }) => orders.some(({ paymentId }) => paymentId === payment_id)).length

describe('the preview', () => {
  it('names what is refunded, and why the rest is skipped (OQ-840, OQ-841)', async () => {
    const plain = await paid()
    const part = await paid()
    await app.call('POST', `/admin/orders/${part.id}/refunds`, {
      json: { amount: 100_000, reason_code: 'goodwill', request_id: newId() },
    })
    const refunded = await paid()
    await app.call('POST', '/admin/payment/refund', { json: { order_id: refunded.id } })
    gateway.behave('made-pending')
    const open = await paid()
    await app.call('POST', '/admin/payment/refund', { json: { order_id: open.id } })
    gateway.behave('made')
    const requested = await paid({ amount: 2_000_000 })
    await app.call('POST', '/admin/payment/refund', { json: { order_id: requested.id } })
    const elsewhere = await paid({ payment_id: null })
    const disputed = await paid()
    await sql`insert into dispute (id, gateway_id, payment_id, currency_code, state, opened_at, told_at, created_at, updated_at)
      values (gen_random_uuid(), ${`disp_${disputed.id}`}, ${disputed.paymentId}, 'INR', 'open', now(), now(), now(), now())`.execute(
      app.database.kysely,
    )
    const lost = await paid()
    await sql`insert into dispute (id, gateway_id, payment_id, currency_code, state, ended_at, opened_at, told_at, created_at, updated_at)
      values (gen_random_uuid(), ${`disp_${lost.id}`}, ${lost.paymentId}, 'INR', 'lost', now(), now(), now(), now(), now())`.execute(
      app.database.kysely,
    )
    await paid({ status: 'pending' })
    const { status, body } = await preview()
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      session: { title: 'Option Selling Live', start_time: null, is_open: false },
      content: {
        orders: 2,
        amounts: [{ currency_code: 'INR', amount: 249_900 + 149_900 }],
        skipped: 6,
      },
      cause: null,
      open_batch_id: null,
    })
    const reasonOf = (order: PaidOrder) =>
      body.data.rows.find((row: { order: { _id: string } }) => row.order._id === order.id)?.reason
    expect(reasonOf(plain)).toBeNull()
    expect(reasonOf(part)).toBeNull()
    expect(reasonOf(refunded)).toBe('This transaction has already been refunded.')
    expect(reasonOf(open)).toBe('A refund of this transaction is already in progress.')
    expect(reasonOf(requested)).toMatch(/^A refund of this transaction waits for a second person/)
    expect(reasonOf(elsewhere)).toBe('This transaction has no payment that could be refunded.')
    expect(reasonOf(disputed)).toBe(
      "The buyer's bank claims this payment back. Wait for the end of the dispute.",
    )
    expect(reasonOf(lost)).toBe('The dispute of this payment was lost: the bank has given the money back.')
    expect(body.data.rows.slice(0, 2).every(({ reason }: { reason: string | null }) => reason === null)).toBe(
      true,
    )
  })

  it('refuses a session that does not exist, and a caller without money (OQ-840)', async () => {
    expect((await preview()).status).toBe(404)
    const content = await app.tokenFor('kabir.sethi@greenroom.example')
    const role = await app.call('GET', '/admin/session', { token: content })
    if (!role.body.data.permissions.includes('money.read')) expect((await preview(content)).status).toBe(403)
    expect(
      (await app.call('GET', `${path}/preview?entity_type=events&entity_id=x`, { token: farida })).status,
    ).toBe(404)
    expect((await app.call('GET', `${path}/preview`, { token: null })).status).toBe(401)
  })
})

describe('a batch', () => {
  it('refunds every order once, with its reason, and ends (OQ-840)', async () => {
    const orders = [await paid(), await paid(), await paid({ payment_id: null })]
    const id = await started()
    expect(await get(id)).toMatchObject({ counts: { waiting: 2, skipped: 1, done: 0 }, orders: 2 })
    await runAll(id)
    expect(await get(id)).toMatchObject({
      state: 'done',
      counts: { waiting: 0, pending: 0, done: 2, failed: 0, skipped: 1 },
      refunded: [{ currency_code: 'INR', amount: 499_800 }],
    })
    expect(await states(id)).toEqual(['done', 'done', 'skipped'])
    expect(gatewayRefunds(orders)).toBe(2)
    const [first] = orders
    expect(await storedOrder(first as PaidOrder)).toMatchObject({ status: 'refunded' })
    expect(await refundsOf(first as PaidOrder)).toMatchObject([
      {
        state: 'processed',
        reason_code: 'session-cancelled',
        note: 'The host is ill',
        requested_by: requester,
        refund_batch_id: id,
      },
    ])
    expect((await auditOf({ id })).map(({ action }) => action)).toEqual([
      'refund-batch.create',
      'refund-batch.end',
    ])
    const entries = await auditOf(first as PaidOrder)
    expect(entries.find(({ action }) => action === 'transaction.refund')?.after).toMatchObject({
      refund_batch_id: id,
      requested_by: requester,
    })
    // A further run does nothing.
    await step(id)
    expect(gatewayRefunds(orders)).toBe(2)
  })

  it('is refused when an order was paid, or refunded, after the preview (OQ-841)', async () => {
    await paid()
    const digest = await digestNow()
    const added = await paid()
    const stale = await create(digest)
    expect([stale.status, stale.body.code]).toEqual([409, 'STALE'])
    expect(stale.body.data.content).toMatchObject({ orders: 2 })
    const both = stale.body.data.content.digest
    await app.call('POST', `/admin/orders/${added.id}/refunds`, {
      json: { amount: 100_000, reason_code: 'goodwill', request_id: newId() },
    })
    expect((await create(both)).body.code).toBe('STALE')
    expect((await create(await digestNow())).status).toBe(201)
  })

  it('is one for a repeated request id, and one at a time for a session (OQ-841)', async () => {
    await paid()
    const digest = await digestNow()
    const request_id = newId()
    const made = await create(digest, { request_id })
    const again = await create(digest, { request_id })
    expect(again.body.data._id).toBe(made.body.data._id)
    expect((await create(digest, { request_id, reason_code: 'goodwill' })).body.code).toBe('KEY_REUSED')
    const other = await create(digest)
    expect([other.status, other.body.code]).toEqual([409, 'WRONG_STATE'])
    expect((await preview()).body.data.open_batch_id).toBe(made.body.data._id)
  })

  it('is made once of many confirmations at the same time (OQ-841)', async () => {
    await paid()
    const digest = await digestNow()
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(digest)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
  })

  it('needs a known reason, orders to refund, and the permission (OQ-840)', async () => {
    await paid({ payment_id: null })
    expect((await create(await digestNow())).body).toMatchObject({
      code: 'WRONG_STATE',
      message: 'No order of this session can be refunded.',
    })
    await paid()
    const digest = await digestNow()
    const unknown = await create(digest, { reason_code: 'because' })
    expect([unknown.status, unknown.body.errors]).toEqual([
      400,
      [{ path: 'reason_code', message: 'Choose a reason' }],
    ])
    const viewer = await app.tokenFor('tara.bose@greenroom.example')
    await app.database.kysely
      .updateTable('staff')
      .set({ role: 'viewer' })
      .where('email', '=', 'tara.bose@greenroom.example')
      .execute()
    const asViewer = await create(digest, { token: viewer })
    expect([201, 403]).toContain(asViewer.status)
  })

  it('skips an order that was refunded, or disputed, before its turn (OQ-841, OQ-843)', async () => {
    const orders = [await paid(), await paid(), await paid()]
    const [first, second] = orders as [PaidOrder, PaidOrder, PaidOrder]
    const id = await started()
    await app.call('POST', `/admin/orders/${first.id}/refunds`, {
      json: { amount: 100_000, reason_code: 'goodwill', request_id: newId() },
    })
    await sql`insert into dispute (id, gateway_id, payment_id, currency_code, state, opened_at, told_at, created_at, updated_at)
      values (gen_random_uuid(), ${`disp_${second.id}`}, ${second.paymentId}, 'INR', 'open', now(), now(), now(), now())`.execute(
      app.database.kysely,
    )
    await runAll(id)
    expect(await rows(id)).toMatchObject([
      { state: 'skipped', reason: '₹1,499.00 is left to refund now, not ₹2,499.00. Nothing was refunded.' },
      { state: 'skipped', reason: expect.stringContaining('claims this payment back') },
      { state: 'done', reason: null },
    ])
    expect(gatewayRefunds(orders)).toBe(2)
  })
})

describe('the job of a batch', () => {
  it('makes one refund of each order when several run at once (OQ-843)', async () => {
    const orders = await Promise.all(Array.from({ length: 6 }, () => paid({ amount: 100_000 })))
    const id = await started()
    for (let round = 0; round < 6; round++) await Promise.all(Array.from({ length: 4 }, () => step(id)))
    await runAll(id)
    expect(gatewayRefunds(orders)).toBe(6)
    for (const order of orders) expect(await refundsOf(order)).toHaveLength(1)
    expect(await get(id)).toMatchObject({ state: 'done', counts: { done: 6 } })
  })

  it('goes on after it was killed in the middle of an order, which is refunded once (OQ-843)', async () => {
    const orders = [await paid(), await paid()]
    const id = await started()
    // As after SIGKILL: the refund is stored, and no response of the gateway ever was.
    gateway.behave('made-cut')
    const [first] = orders as [PaidOrder, PaidOrder]
    await step(id)
    gateway.behave('made')
    expect(await states(id)).toEqual(['pending', 'waiting'])
    await runAll(id)
    later(600)
    await settle(first)
    expect(await states(id)).toEqual(['done', 'done'])
    expect(gatewayRefunds(orders)).toBe(2)
  })

  it('waits while the gateway is busy, longer each time, and goes on (OQ-843)', async () => {
    await paid()
    await paid()
    await paid()
    const id = await started()
    gateway.behave('429')
    await step(id)
    expect(await states(id)).toEqual(['pending', 'waiting', 'waiting'])
    const pauseOf = async () => ((await jobOf(id))?.run_at.getTime() ?? 0) - app.clock.now().getTime()
    expect(await pauseOf()).toBe(2_000)
    await step(id, 1)
    expect(await pauseOf()).toBe(4_000)
    gateway.behave('made')
    await step(id, 2)
    expect(await pauseOf()).not.toBe(8_000)
    expect(await states(id)).toEqual(['pending', 'pending', 'done'])
  })

  it.each([
    ['refused', 'failed', 'Your account does not have enough balance to carry out the refund.'],
    ['keys-refused', 'failed', 'Razorpay did not accept the keys of this server.'],
    ['500', 'pending', null],
    ['html', 'pending', null],
    ['made-pending', 'pending', null],
    ['cut', 'pending', null],
  ] as const)('shows what the gateway did: %s (OQ-843)', async (behaviour, state, reason) => {
    await paid()
    const id = await started()
    gateway.behave(behaviour)
    await runAll(id)
    expect(await rows(id)).toMatchObject([{ state, reason }])
    expect((await get(id)).state).toBe('done')
  })

  it('tries failed orders again when somebody asks for it, and never those that are done (OQ-843)', async () => {
    const orders = [await paid(), await paid()]
    const id = await started()
    gateway.behave('refused', 'made')
    await runAll(id)
    expect(await states(id)).toEqual(['failed', 'done'])
    const resumed = await act(id, 'resume', arjun)
    expect([resumed.status, resumed.body.data.state]).toEqual([200, 'running'])
    expect((await act(id, 'resume')).body.code).toBe('WRONG_STATE')
    await runAll(id)
    expect(await states(id)).toEqual(['done', 'done'])
    expect(gatewayRefunds(orders)).toBe(2)
    expect((await refundsOf(orders[0] as PaidOrder)).map(({ state }) => state)).toEqual([
      'failed',
      'processed',
    ])
    expect((await act(id, 'resume')).body.message).toBe(
      'Every order of this refund was begun, and none has failed.',
    )
  })

  it('stops: the orders that were not begun stay, and continue later (OQ-843)', async () => {
    await paid()
    await paid()
    const id = await started()
    await step(id)
    const stopped = await act(id, 'stop', arjun)
    expect(stopped.body.data).toMatchObject({ state: 'stopped', stopped_by: approver })
    await step(id)
    await step(id)
    expect(await states(id)).toEqual(['done', 'waiting'])
    expect((await act(id, 'stop')).body.code).toBe('WRONG_STATE')
    expect((await act(id, 'resume')).status).toBe(200)
    await runAll(id)
    expect(await get(id)).toMatchObject({ state: 'done', counts: { done: 2 } })
  })
})

describe('a batch above the limit', () => {
  const fiveOrders = () => Promise.all(Array.from({ length: 5 }, () => paid()))

  it('waits for a second person as one decision, and moves nothing before (OQ-842)', async () => {
    const orders = await fiveOrders()
    expect((await preview()).body.data.cause).toBe('amount')
    const id = await waiting()
    await step(id)
    expect(gatewayRefunds(orders)).toBe(0)
    expect(await jobOf(id)).toBeUndefined()
    const seen = await get(id, arjun)
    expect(seen).toMatchObject({ cause: 'amount', is_own: false, now: { orders: 5, skipped: 0 } })
    const approved = await act(id, 'approve', arjun, { digest: seen.now.digest })
    expect([approved.status, approved.body.data]).toMatchObject([
      200,
      { state: 'running', decided_by: approver },
    ])
    await runAll(id)
    expect(gatewayRefunds(orders)).toBe(5)
    // What a second person approved counts towards no limit of an order.
    const refundable = await app.call('GET', `/admin/orders/${orders[0]?.id}/refundable`, { token: farida })
    expect(refundable.body.data.approval.unapproved).toBe(0)
    expect((await auditOf({ id })).map(({ action, actor_email }) => [action, actor_email])).toEqual([
      ['refund-batch.create', requester],
      ['refund-batch.approve', approver],
      ['refund-batch.end', 'system'],
    ])
  })

  it('cannot be approved or declined by its requester, nor withdrawn by others (OQ-842)', async () => {
    await fiveOrders()
    const id = await waiting()
    const { digest } = (await get(id)).now
    expect((await act(id, 'approve', farida, { digest })).status).toBe(403)
    expect((await act(id, 'decline', farida, { reason: 'No' })).status).toBe(403)
    expect((await act(id, 'withdraw', arjun)).status).toBe(403)
    expect((await act(id, 'stop', arjun)).body.code).toBe('WRONG_STATE')
    expect((await act(id, 'resume', farida)).body.code).toBe('WRONG_STATE')
    expect((await get(id)).state).toBe('waiting')
    expect((await act(id, 'withdraw')).body.data.state).toBe('withdrawn')
    expect((await act(id, 'approve', arjun, { digest })).body).toMatchObject({
      code: 'WRONG_STATE',
      message: 'This refund was withdrawn.',
    })
    // The session can be refunded again.
    expect((await preview()).body.data.open_batch_id).toBeNull()
  })

  it('is declined with a reason (OQ-842)', async () => {
    await fiveOrders()
    const id = await waiting()
    expect((await act(id, 'decline', arjun, { reason: ' ' })).status).toBe(400)
    const declined = await act(id, 'decline', arjun, { reason: 'It takes place on Sunday ' })
    expect(declined.body.data).toMatchObject({
      state: 'declined',
      decided_by: approver,
      decision_reason: 'It takes place on Sunday',
    })
    expect((await act(id, 'withdraw')).body.message).toBe(`This refund was declined by ${approver}.`)
  })

  it('refuses an approval of other orders than were seen, and skips what changed (OQ-842)', async () => {
    const orders = await fiveOrders()
    const id = await waiting()
    const { digest } = (await get(id, arjun)).now
    await app.call('POST', '/admin/payment/refund', { json: { order_id: orders[0]?.id }, token: farida })
    const stale = await act(id, 'approve', arjun, { digest })
    expect([stale.status, stale.body.code, stale.body.data.now]).toMatchObject([
      409,
      'STALE',
      { orders: 4, skipped: 1 },
    ])
    expect((await get(id)).state).toBe('waiting')
    expect((await act(id, 'approve', arjun, { digest: stale.body.data.now.digest })).status).toBe(200)
    await runAll(id)
    expect(await get(id)).toMatchObject({ counts: { done: 4, skipped: 1 } })
    expect(gatewayRefunds(orders)).toBe(5)
  })

  it('counts in each currency by itself (OQ-842)', async () => {
    await paid({ currency_code: 'USD', amount: 5_000 })
    await paid()
    expect((await preview()).body.data).toMatchObject({
      cause: null,
      content: {
        amounts: [
          { currency_code: 'INR', amount: 249_900 },
          { currency_code: 'USD', amount: 5_000 },
        ],
      },
    })
    await paid({ currency_code: 'USD', amount: 100 })
    expect((await preview()).body.data.cause).toBe('amount')
  })

  it('is counted in the sidebar, and listed first (OQ-844)', async () => {
    const before = (await app.call('GET', '/admin/waiting')).body.data.refund_requests
    await fiveOrders()
    const id = await waiting()
    expect((await app.call('GET', '/admin/waiting')).body.data.refund_requests).toBe(before + 1)
    const { body } = await app.call('GET', path)
    expect(body.data.batches[0]).toMatchObject({ _id: id, state: 'waiting', counts: { waiting: 5 } })
    expect(body.data.count).toBeGreaterThan(1)
    await act(id, 'withdraw')
    expect((await app.call('GET', '/admin/waiting')).body.data.refund_requests).toBe(before)
  })
})
