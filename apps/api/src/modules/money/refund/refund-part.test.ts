import { describe, expect, it } from 'vitest'
import { newId } from '../../../platform/database/record-id.ts'
import type { RefundBehaviour, TestGateway } from '../../../platform/payments/test-gateway.ts'
import type { TestApp, TestResponse } from '../../../test-app.ts'
import { type PaidOrder, startWithGateway } from '../../../test-payments.ts'

let gateway: TestGateway
let app: TestApp
let count = 0
const {
  refundsOf,
  settle,
  makePaidOrder: paidOrder,
  storedOrder,
  auditOf,
} = startWithGateway((started) => {
  ;({ app, gateway } = started)
})

const partOf = (amount: unknown, others: Record<string, unknown> = {}) => ({
  amount,
  reason_code: 'goodwill',
  request_id: newId(),
  ...others,
})
const refundPart = (order: PaidOrder, body: unknown) =>
  app.call('POST', `/admin/orders/${order.id}/refunds`, { json: body })
const part = (order: PaidOrder, amount: unknown, others: Record<string, unknown> = {}) =>
  refundPart(order, partOf(amount, others))
const rest = (order: PaidOrder) => app.call('POST', '/admin/payment/refund', { json: { order_id: order.id } })
const refundable = async (order: PaidOrder) =>
  (await app.call('GET', `/admin/orders/${order.id}/refundable`)).body.data
function expectRefusedField(answer: TestResponse, path: string, message: string): void {
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ code: 'VALIDATION', message, errors: [{ path, message }] })
}

describe('refunding a part', () => {
  it('requires a credential (AUTH-09)', async () => {
    const order = await paidOrder()
    const answer = await app.call('POST', `/admin/orders/${order.id}/refunds`, {
      json: partOf(100000),
      token: null,
    })
    expect(answer.status).toBe(401)
    expect(await refundsOf(order)).toEqual([])
  })

  it.each([
    ['amount', { amount: undefined }, 'Enter an amount'],
    ['amount', { amount: 1.5 }, 'Enter an amount'],
    ['amount', { amount: -100 }, 'Enter an amount'],
    ['amount', { amount: '100' }, 'Enter an amount'],
    ['amount', { amount: 0 }, 'Enter at least ₹1.00.'],
    ['amount', { amount: 99 }, 'Enter at least ₹1.00.'],
    ['amount', { amount: 249901 }, 'Only ₹2,499.00 is left to refund.'],
    [
      'amount',
      { amount: 249850 },
      '₹0.50 would be left, which is too little to refund later. Enter ₹2,499.00 or at most ₹2,498.00.',
    ],
    ['reason_code', { reason_code: undefined }, 'Choose a reason'],
    ['reason_code', { reason_code: '' }, 'Choose a reason'],
    ['reason_code', { reason_code: 'because' }, 'Choose a reason'],
    ['note', { note: 'x'.repeat(501) }, 'Should not exceed 500 characters'],
    ['request_id', { request_id: undefined }, 'request_id must be a UUID'],
    ['request_id', { request_id: 'again' }, 'request_id must be a UUID'],
  ])('rejects a wrong %s: %j (OQ-260)', async (path, values, message) => {
    const order = await paidOrder()
    expectRefusedField(await part(order, 100000, values), path, message)
    expect(await refundsOf(order)).toEqual([])
    expect(gateway.calls).toHaveLength(0)
  })

  it.each([
    ['pending', "A pending transaction can't be refunded."],
    ['failed', 'Only a completed transaction can be refunded.'],
    ['refunded', 'This transaction has already been refunded.'],
  ])('rejects an order that is %s, and an unknown one (TXN-13)', async (status, message) => {
    const order = await paidOrder({ status })
    const answer = await part(order, 100000)
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([409, 'WRONG_STATE', message])
    expect((await part({ ...order, id: newId() }, 100000)).status).toBe(404)
    expect(gateway.calls).toHaveLength(0)
  })

  it('refunds parts until the whole amount is refunded, and shows what was refunded (OQ-260)', async () => {
    const order = await paidOrder()
    const answer = await part(order, 100000, { note: '  Missed the first hour. ' })
    expect(answer.status).toBe(200)
    const message = `Refund of ₹1,000.00 initiated for order ${order.reference}`
    expect(answer.body).toMatchObject({
      message,
      data: {
        message,
        refund: { state: 'processed', amount: 100000, origin: 'greenroom', reason_code: 'goodwill' },
        order: { status: 'completed', amount: 249900, refunded_amount: 100000 },
      },
    })
    expect(await refundsOf(order)).toMatchObject([
      { note: 'Missed the first hour.', requested_by: 'meera.nair@greenroom.example', state: 'processed' },
    ])
    expect(await auditOf(order)).toMatchObject([
      {
        action: 'transaction.refund',
        after: { amount: 100000, reason_code: 'goodwill', note: 'Missed the first hour.' },
      },
      { action: 'transaction.refund.settle', after: { refund_state: 'processed' } },
    ])
    expect(await refundable(order)).toMatchObject({
      amount: 249900,
      refunded_amount: 100000,
      open_amount: 0,
      left: 149900,
      refusal: null,
    })
    const second = await part(order, 49900)
    expect(second.body.data.order).toMatchObject({ status: 'completed', refunded_amount: 149900 })
    // The specification's call takes what is left.
    const last = await rest(order)
    expect(last.body.message).toBe(`Refund of ₹1,000.00 initiated for order ${order.reference}`)
    expect(last.body.data.order).toMatchObject({ status: 'refunded', refunded_amount: 249900 })
    expect(gateway.refunds.map(({ amount }) => amount)).toEqual([100000, 49900, 100000])
    expect((await part(order, 100)).body.message).toBe('This transaction has already been refunded.')
    const documents = "select count(*)::int as n from graphile_worker.jobs where key = 'issue-documents'"
    expect((await app.database.pool.query(documents)).rows).toEqual([{ n: 1 }])
  })

  it('returns the same refund for a repeated request, also concurrently (OQ-260)', async () => {
    const order = await paidOrder()
    const body = partOf(100000)
    const answers = await Promise.all(Array.from({ length: 10 }, () => refundPart(order, body)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const again = await refundPart(order, { ...body, request_id: body.request_id.toUpperCase() })
    expect(again.body.data.refund).toMatchObject({ _id: (await refundsOf(order))[0]?.id, state: 'processed' })
    expect(gateway.calls).toHaveLength(1)
    for (const [to, changed] of [
      [order, { ...body, amount: 200 }],
      [await paidOrder(), body],
    ] as const) {
      const reused = await refundPart(to, changed)
      expect([reused.status, reused.body.code]).toEqual([422, 'KEY_REUSED'])
    }
    expect(gateway.calls).toHaveLength(1)
  })

  it('allows several open parts while their sum fits, but not the rest by the one-click call (OQ-260)', async () => {
    const order = await paidOrder()
    gateway.behave('made-pending')
    expect((await part(order, 100000)).body.data.order).toMatchObject({
      status: 'completed',
      refunded_amount: 0,
      refund: { state: 'requested', open_amount: 100000 },
    })
    expect((await part(order, 100000)).status).toBe(200)
    expectRefusedField(await part(order, 50000), 'amount', 'Only ₹499.00 is left to refund.')
    expect((await rest(order)).body.message).toBe('A refund of this transaction is already in progress.')
    expect((await part(order, 49900)).status).toBe(200)
    expect((await part(order, 100)).body.message).toBe('A refund of this transaction is already in progress.')
    expect(await refundable(order)).toMatchObject({ open_amount: 249900, left: 0 })
  })

  it('never refunds more than was paid with fifty concurrent parts (OQ-260)', async () => {
    const order = await paidOrder()
    const answers = await Promise.all(Array.from({ length: 50 }, () => part(order, 20000)))
    const accepted = answers.filter(({ status }) => status === 200)
    // 12 of 200 rupees fit; 99 rupees are left.
    expect(accepted).toHaveLength(12)
    for (const { status, body } of answers) if (status !== 200) expect(body.code).toBe('VALIDATION')
    expect(gateway.refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(240000)
    expect(await storedOrder(order)).toMatchObject({ status: 'completed', refunded_amount: 240000 })
  })

  it('is refused by the database beyond the amount, whatever the program does (OQ-260)', async () => {
    const order = await paidOrder()
    await part(order, 200000)
    const beyond = app.database.pool.query(
      `insert into refund (id, transaction_id, idempotency_key, state, amount, currency_code, requested_by, requested_at)
        values ($1, $2, 'too-much', 'requested', 50000, 'INR', 'test', now())`,
      [newId(), order.id],
    )
    await expect(beyond).rejects.toMatchObject({ constraint: 'refund_within_amount' })
  })
})

describe('a part that goes wrong', () => {
  // refund.test.ts has every kind of unclear response: one before the refund was made, one after.
  const unclear: RefundBehaviour[] = ['cut', 'made-cut']
  it.each(unclear)('after "%s" stays open and comes right by itself (OQ-260)', async (behaviour) => {
    const order = await paidOrder()
    await part(order, 49900)
    gateway.behave(behaviour, 'made')
    const answer = await part(order, 100000)
    expect(answer.body.message).toBe(
      `Refund of ₹1,000.00 initiated for order ${order.reference}; its outcome is not known yet`,
    )
    expect(answer.body.data.refund).toMatchObject({ state: 'unknown' })
    expect(await refundable(order)).toMatchObject({
      refunded_amount: 49900,
      open_amount: 100000,
      left: 100000,
    })
    await settle(order)
    expect(await storedOrder(order)).toMatchObject({ status: 'completed', refunded_amount: 149900 })
    expect(gateway.refunds.map(({ amount }) => amount)).toEqual([49900, 100000])
  })

  it('frees its amount with the reason when the gateway refuses it, and repeats the reason (OQ-260)', async () => {
    const order = await paidOrder()
    gateway.behave('refused')
    const body = partOf(100000)
    for (const answer of [await refundPart(order, body), await refundPart(order, body)]) {
      expect(answer.status).toBe(502)
      expect(answer.body.message).toBe('Your account does not have enough balance to carry out the refund.')
    }
    expect(gateway.calls).toHaveLength(1)
    expect(await refundable(order)).toMatchObject({ left: 249900, refunds: [{ state: 'failed' }] })
  })

  it('frees its amount when it is pending at first and then fails (OQ-260)', async () => {
    const order = await paidOrder()
    gateway.behave('made-pending')
    await part(order, 100000)
    const [made] = gateway.refunds
    if (made) made.status = 'failed'
    await settle(order)
    expect(await refundable(order)).toMatchObject({ left: 249900, open_amount: 0 })
    // A late success is final all the same.
    if (made) await sendEvent('refund.processed', made)
    expect(await storedOrder(order)).toMatchObject({ refunded_amount: 100000 })
  })

  it('refuses a whole refund with 409 if another amount is left than was confirmed (OQ-520)', async () => {
    const order = await paidOrder()
    await part(order, 100000)
    const whole = (amount?: unknown) =>
      app.call('POST', '/admin/payment/refund', { json: { order_id: order.id, amount } })
    const answer = await whole(249900)
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      409,
      'STALE',
      '₹1,499.00 is left to refund now, not ₹2,499.00. Nothing was refunded.',
    ])
    expect(answer.body.data).toMatchObject({ _id: order.id, refunded_amount: 100000 })
    expectRefusedField(await whole('149900'), 'amount', 'Enter an amount')
    expect(await refundsOf(order)).toHaveLength(1)
    const confirmed = await whole(149900)
    expect(confirmed.status).toBe(200)
    expect(confirmed.body.data.order).toMatchObject({ status: 'refunded', refunded_amount: 249900 })
  })

  it('stores a difference with both amounts if more is refunded than was paid (OQ-524)', async () => {
    const order = await paidOrder()
    await part(order, 100000)
    for (const amount of [149900, 50000]) {
      makeOutside(order, amount)
      const made = gateway.refunds.at(-1)
      if (made) expect((await sendEvent('refund.processed', made)).status).toBe(200)
    }
    expect(await storedOrder(order)).toMatchObject({ status: 'refunded', refunded_amount: 299900 })
    const { body } = await app.call('GET', '/admin/differences?kind=refunded-too-much')
    const found = body.data.differences.filter(
      (one: { order: { _id: string } }) => one.order._id === order.id,
    )
    expect(found).toMatchObject([
      {
        kind: 'refunded-too-much',
        payment_id: order.paymentId,
        ours: { state: 'refunded', amount: 249900, currency: 'INR' },
        gateway: { state: 'processed', amount: 299900, currency: 'INR' },
        action: null,
        resolved: null,
      },
    ])
  })

  const sendEvent = (name: string, made: Parameters<TestGateway['webhook']>[1]) => {
    const { body, headers } = gateway.webhook(name, made)
    return app.call('POST', '/webhooks/razorpay', { raw: body, headers, token: null })
  }

  /** A refund in the gateway's dashboard whose webhook has not arrived. */
  function makeOutside(order: PaidOrder, amount: number): void {
    gateway.refunds.push({
      id: `rfnd_dash${++count}`,
      payment_id: order.paymentId,
      amount,
      currency: 'INR',
      status: 'processed',
      receipt: null,
      notes: [],
    })
  }

  it('records what was refunded outside when the gateway has less left (OQ-264)', async () => {
    const order = await paidOrder()
    makeOutside(order, 200000)
    const answer = await part(order, 100000)
    expect(answer.status).toBe(502)
    expect(answer.body.message).toBe('The refund amount provided is greater than amount captured.')
    expect(await refundsOf(order)).toMatchObject([
      { origin: 'greenroom', state: 'failed', amount: 100000 },
      { origin: 'gateway', state: 'processed', amount: 200000 },
    ])
    expect(await refundable(order)).toMatchObject({ left: 49900 })
    expect((await rest(order)).body.data.order).toMatchObject({ status: 'refunded' })
  })

  it('learns from the list of a part of ours that went through after all (OQ-264)', async () => {
    const order = await paidOrder()
    gateway.behave('made-pending', 'made')
    await part(order, 100000)
    const [made] = gateway.refunds
    if (made) made.status = 'failed'
    await settle(order)
    if (made) made.status = 'processed'
    expect((await rest(order)).status).toBe(502)
    expect((await refundsOf(order)).map(({ state, amount }) => [state, amount])).toEqual([
      ['processed', 100000],
      ['failed', 249900],
    ])
    expect((await rest(order)).body.data.order).toMatchObject({ status: 'refunded', refunded_amount: 249900 })
  })

  it('takes over the refund of the dashboard that it repeats, and records all others (OQ-264)', async () => {
    const same = await paidOrder()
    makeOutside(same, 249900)
    expect((await rest(same)).body.data.order.status).toBe('refunded')
    expect(await refundsOf(same)).toMatchObject([{ origin: 'gateway', state: 'processed' }])

    const others = await paidOrder()
    makeOutside(others, 100000)
    makeOutside(others, 149900)
    const answer = await rest(others)
    expect([answer.status, answer.body.message]).toEqual([
      502,
      'The payment gateway had already refunded this payment.',
    ])
    expect((await refundsOf(others)).map(({ state, amount }) => [state, amount])).toEqual([
      ['failed', 249900],
      ['processed', 100000],
      ['processed', 149900],
    ])
    expect(await storedOrder(others)).toMatchObject({ status: 'refunded', refunded_amount: 249900 })
  })
})

describe('what can be refunded', () => {
  it('is shown with the payment’s age, its method and the reasons (OQ-261)', async () => {
    const order = await paidOrder({
      completed_at: '2026-05-01T10:00:00Z',
      payment_method: 'upi',
      entity_title: 'Save tax the legal way',
    })
    expect((await app.call('GET', `/admin/orders/${order.id}/refundable`, { token: null })).status).toBe(401)
    expect((await app.call('GET', '/admin/orders/x/refundable')).status).toBe(404)
    expect(await refundable(order)).toMatchObject({
      order: { _id: order.id, entity_title: 'Save tax the legal way', status: 'completed' },
      currency_code: 'INR',
      left: 249900,
      least: 100,
      paid_at: '2026-05-01T10:00:00.000Z',
      payment_method: 'upi',
      is_past_limit: true,
      days: { from: 2, to: 7 },
      refusal: null,
      refunds: [],
    })
    const young = await refundable(await paidOrder({ status: 'pending' }))
    expect(young).toMatchObject({
      is_past_limit: false,
      days: { from: 5, to: 7 },
      refusal: "A pending transaction can't be refunded.",
    })
    expect(young.reasons.map(({ label }: { label: string }) => label)).toContain('Paid twice')
  })
})

describe('the reasons for refunds', () => {
  const path = '/admin/refund-reasons'
  const list = async () => (await app.call('GET', path)).body.data

  it('can be listed, added, renamed, hidden and moved, and are audited (OQ-262)', async () => {
    expect((await app.call('GET', path, { token: null })).status).toBe(401)
    for (const [label, message] of [
      ['', 'Reason is required'],
      ['x'.repeat(81), 'Should not exceed 80 characters'],
    ]) {
      expectRefusedField(await app.call('POST', path, { json: { label } }), 'label', message ?? '')
    }
    const made = (await app.call('POST', path, { json: { label: ' Paid in the wrong currency ' } })).body.data
    expect(made).toMatchObject({
      code: 'paid-in-the-wrong-currency',
      label: 'Paid in the wrong currency',
      is_active: true,
      version: 1,
    })
    expect((await list()).at(-1)).toEqual(made)
    expect((await app.call('POST', path, { json: { label: 'PAID TWICE' } })).body.code).toBe('DUPLICATE')
    const hindi = await app.call('POST', path, { json: { label: 'दो बार भुगतान' } })
    expect(hindi.body.data.code).toBe('reason')

    const change = (json: object, headers = {}) => app.call('PATCH', `${path}/${made._id}`, { json, headers })
    expect((await change({ label: 'Goodwill' })).body.code).toBe('DUPLICATE')
    const hidden = await change({ is_active: false, position: 1 }, { 'if-match': '"1"' })
    expect(hidden.body.data).toMatchObject({ is_active: false, position: 1, version: 2 })
    expect((await change({ label: 'x' }, { 'if-match': '"1"' })).body.code).toBe('STALE')
    expect((await app.call('PATCH', `${path}/${newId()}`, { json: { label: 'x' } })).status).toBe(404)
    expectRefusedField(
      await part(await paidOrder(), 100000, { reason_code: made.code }),
      'reason_code',
      'Choose a reason',
    )
    const actions = await app.database.kysely
      .selectFrom('audit_entry')
      .select('action')
      .where('entity_id', '=', made._id)
      .orderBy('id')
      .execute()
    expect(actions.map(({ action }) => action)).toEqual(['refund-reason.create', 'refund-reason.update'])
  })

  it('keep at least one that is offered (OQ-262)', async () => {
    const active = (await list()).filter((one: { is_active: boolean }) => one.is_active)
    const hide = (id: string) => app.call('PATCH', `${path}/${id}`, { json: { is_active: false } })
    const answers = await Promise.all(active.map(({ _id }: { _id: string }) => hide(_id)))
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(1)
    for (const { _id } of active) {
      await app.call('PATCH', `${path}/${_id}`, { json: { is_active: true } })
    }
  })
})
