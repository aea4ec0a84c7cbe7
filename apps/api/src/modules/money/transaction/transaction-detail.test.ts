import { randomUUID } from 'node:crypto'
import type {
  TimelineItem,
  TransactionDetail,
} from '@greenroom/contract/money/transaction/transaction-detail.schema'
import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DB } from '../../../platform/database/tables.ts'
import { createTestApp, type TestApp } from '../../../test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

let count = 0
async function makeOrder(overrides: Partial<Insertable<DB['transaction']>> = {}): Promise<string> {
  const id = randomUUID()
  count++
  await app.database.kysely
    .insertInto('transaction')
    .values({
      id,
      reference_order_id: `order_${count}`,
      status: 'completed',
      amount: 249_900,
      currency_code: 'INR',
      created_at: new Date('2026-11-20T10:00:00Z'),
      completed_at: new Date('2026-11-20T10:02:00Z'),
      payment_id: `pay_${count}`,
      payment_method: 'upi',
      entity_type: 'masterclass',
      entity_id: randomUUID(),
      entity_title: 'Save tax the legal way',
      user_id: randomUUID(),
      user_first_name: 'Priya',
      user_last_name: 'Sharma',
      user_phone: '+919876543210',
      user_email: 'priya@mail.example',
      ...overrides,
    })
    .execute()
  return id
}

const makeRefund = (transaction_id: string, values: Partial<Insertable<DB['refund']>>) =>
  app.database.kysely
    .insertInto('refund')
    .values({
      id: randomUUID(),
      transaction_id,
      idempotency_key: randomUUID(),
      state: 'processed',
      amount: 100_000,
      currency_code: 'INR',
      requested_by: 'meera.nair@greenroom.example',
      requested_at: new Date('2026-11-20T11:00:00Z'),
      ...values,
    })
    .execute()

const makeDocument = (transaction_id: string, number: number, issued_at: string) =>
  app.database.kysely
    .insertInto('tax_document')
    .values({
      id: randomUUID(),
      kind: 'invoice',
      transaction_id,
      serial: `INV/26-27/${number}`,
      series: 'INV',
      financial_year: 2026,
      number,
      document_date: '2026-11-20',
      issued_at: new Date(issued_at),
      supply: 'b2c',
      place_of_supply: '29',
      sac: '999293',
      rate_percent: '18',
      currency_code: 'INR',
      total: 249_900,
      taxable: 211_780,
      cgst: 19_060,
      sgst: 19_060,
      igst: 0,
      sandbox: true,
      content: '{}',
    })
    .execute()

const read = async (id: string): Promise<TransactionDetail> => {
  const answer = await app.call('GET', `/admin/orders/${id}`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data
}
const addNote = (id: string, json: unknown, headers: Record<string, string> = {}) =>
  app.call('POST', `/admin/orders/${id}/notes`, { json, headers })
const notesOf = ({ timeline }: TransactionDetail) =>
  timeline.flatMap((item) => (item.kind === 'note' ? [item.text] : []))

describe('the page of an order', () => {
  it('requires a credential (AUTH-09, OQ-280)', async () => {
    const id = await makeOrder()
    expect((await app.call('GET', `/admin/orders/${id}`, { token: null })).status).toBe(401)
  })

  it.each([randomUUID(), 'order_1', "x' or 'a'='a"])('does not find %s (OQ-280)', async (id) => {
    const answer = await app.call('GET', `/admin/orders/${encodeURIComponent(id)}`)
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      404,
      'NOT_FOUND',
      'This transaction does not exist',
    ])
  })

  it('has amounts, payment, billing, documents, refunds and one timeline (OQ-280, TXN-01)', async () => {
    const coupon_id = randomUUID()
    const id = await makeOrder({
      gateway_order_id: 'order_gateway',
      billing_name: 'Sharma Traders',
      billing_address: '12 MG Road, Bengaluru',
      billing_state: 'Karnataka',
      billing_country: 'IN',
      gstin: '29AAAAA0000A1Z5',
      is_sez: true,
      coupon_id,
      coupon_code: 'DIWALI',
      discount_amount: 50_000,
      tax_amount: 38_120,
    })
    await makeDocument(id, 1, '2026-11-20T10:03:00Z')
    await makeRefund(id, {
      settled_at: new Date('2026-11-20T11:01:00Z'),
      gateway_refund_id: 'rfnd_1',
      reason_code: 'paid-twice',
      note: 'Paid twice',
    })
    await makeRefund(id, {
      state: 'failed',
      amount: 9_900,
      requested_at: new Date('2026-11-20T12:00:00Z'),
      settled_at: new Date('2026-11-20T12:00:01Z'),
      reason: 'Low balance',
      origin: 'gateway',
      requested_by: 'system',
    })
    await sql`insert into audit_entry (id, at, actor_email, action, entity_type, entity_id, before, after)
      values (gen_random_uuid(), '2026-11-20T10:30:00Z', 'system', 'transaction.check', 'transaction', ${id},
        '{"payment_method": null}', '{"payment_method": "upi", "amount": 2}'),
        (gen_random_uuid(), '2026-11-20T10:03:00Z', 'system', 'transaction.invoice', 'transaction', ${id}, null, '{}')`.execute(
      app.database.kysely,
    )
    const detail = await read(id)
    expect(detail).toMatchObject({
      _id: id,
      amount: 249_900,
      refunded_amount: 100_000,
      tax_amount: 38_120,
      coupon: { _id: coupon_id, code: 'DIWALI', discount_amount: 50_000 },
      completed_at: '2026-11-20T10:02:00.000Z',
      payment_id: `pay_${count}`,
      gateway_order_id: 'order_gateway',
      payment_method: 'upi',
      billing: {
        name: 'Sharma Traders',
        address: '12 MG Road, Bengaluru',
        state: 'Karnataka',
        country: 'IN',
        gstin: '29AAAAA0000A1Z5',
        is_sez: true,
      },
      document_state: 'due',
      outside_document: null,
      documents: [{ kind: 'invoice', serial: 'INV/26-27/1', document_date: '2026-11-20', total: 249_900 }],
      refunds: [
        { state: 'failed', amount: 9_900, reason: 'Low balance', origin: 'gateway' },
        {
          state: 'processed',
          amount: 100_000,
          reason_code: 'paid-twice',
          note: 'Paid twice',
          gateway_refund_id: 'rfnd_1',
          requested_by: 'meera.nair@greenroom.example',
          settled_at: '2026-11-20T11:01:00.000Z',
        },
      ],
      is_timeline_cut: false,
      staff: [{ email: 'meera.nair@greenroom.example', name: 'Meera Nair' }],
    })
    const by = (item: TimelineItem) => ('by' in item ? item.by : undefined)
    expect(detail.timeline.map((item) => [item.at.slice(11, 19), item.kind, by(item)])).toEqual([
      ['12:00:01', 'refund-settled', undefined],
      ['12:00:00', 'refund-requested', null],
      ['11:01:00', 'refund-settled', undefined],
      ['11:00:00', 'refund-requested', 'meera.nair@greenroom.example'],
      ['10:30:00', 'change', null],
      ['10:03:00', 'document', undefined],
      ['10:02:00', 'paid', undefined],
      ['10:00:00', 'ordered', undefined],
    ])
    expect(detail.timeline[4]).toMatchObject({
      action: 'transaction.check',
      changes: [
        { name: 'payment_method', before: null, after: 'upi' },
        { name: 'amount', before: null, after: '2' },
      ],
    })
  })

  it('of an order that was never paid has nothing but the order (OQ-280)', async () => {
    const id = await makeOrder({
      status: 'pending',
      completed_at: null,
      payment_id: null,
      payment_method: null,
    })
    expect(await read(id)).toMatchObject({
      completed_at: null,
      payment_id: null,
      coupon: null,
      documents: [],
      refunds: [],
      timeline: [{ kind: 'ordered', at: '2026-11-20T10:00:00.000Z' }],
    })
  })

  it('returns the newest 200 items of a longer timeline, with is_timeline_cut (OQ-280)', async () => {
    const id = await makeOrder()
    await sql`insert into transaction_note (id, transaction_id, text, written_by, written_at)
      select gen_random_uuid(), ${id}, 'note ' || n, 'meera.nair@greenroom.example',
        '2026-11-20T12:00:00Z'::timestamptz + n * interval '1 minute'
      from generate_series(1, 250) as n`.execute(app.database.kysely)
    const detail = await read(id)
    expect(detail.timeline).toHaveLength(200)
    expect(notesOf(detail)).toEqual(Array.from({ length: 200 }, (_, n) => `note ${250 - n}`))
    expect(detail.is_timeline_cut).toBe(true)
  })
})

it('masks changed contacts for a role without personal.read (OQ-370)', async () => {
  const id = await makeOrder()
  const before = {
    user_email: 'priya@mail.example',
    user_phone: '+919876543210',
    billing_address: null,
    billing_state: 'Karnataka',
  }
  const after = {
    user_email: 'priya.sharma@mail.example',
    user_phone: '98765 43219',
    billing_address: '12 MG Road, Bengaluru',
    billing_state: 'Kerala',
  }
  await sql`insert into audit_entry (id, at, actor_email, action, entity_type, entity_id, before, after)
    values (gen_random_uuid(), '2026-11-20T10:30:00Z', 'system', 'transaction.intake-change', 'transaction', ${id},
      ${JSON.stringify(before)}, ${JSON.stringify(after)})`.execute(app.database.kysely)
  const changesFor = async (email: string) => {
    const { body } = await app.call('GET', `/admin/orders/${id}`, { token: await app.tokenFor(email) })
    const items: TimelineItem[] = body.data.timeline
    const changes = items.flatMap((item) => (item.kind === 'change' ? item.changes : []))
    return Object.fromEntries(changes.map((change) => [change.name, [change.before, change.after]]))
  }
  expect(await changesFor('tara.bose@greenroom.example')).toEqual({
    user_email: ['p•••@mail.example', 'p•••@mail.example'],
    user_phone: ['•••3210', '•••3219'],
    billing_address: [null, '•••'],
    billing_state: ['Karnataka', 'Kerala'],
  })
  expect(await changesFor('meera.nair@greenroom.example')).toEqual(
    Object.fromEntries(
      Object.entries(after).map(([name, value]) => [name, [before[name as keyof typeof before], value]]),
    ),
  )
})

describe('a note', () => {
  it('requires a credential (AUTH-09, OQ-282)', async () => {
    const id = await makeOrder()
    const answer = await app.call('POST', `/admin/orders/${id}/notes`, { token: null, json: { text: 'x' } })
    expect(answer.status).toBe(401)
  })

  const refusals: [string, unknown, string][] = [
    ['no text', {}, 'Enter a note'],
    ['white space', { text: ' \n ' }, 'Enter a note'],
    ['2,001 characters', { text: '₹'.repeat(2001) }, 'Should not exceed 2000 characters'],
    ['a text that cannot be stored', { text: 'a\u0000' }, "This text holds characters that can't be stored"],
  ]
  it.each(refusals)('is refused with %s (OQ-282)', async (_title, body, message) => {
    const id = await makeOrder()
    const answer = await addNote(id, body)
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([400, 'VALIDATION', message])
    expect(answer.body.errors[0].path).toBe('text')
    expect(notesOf(await read(id))).toEqual([])
  })

  it('is refused for an unknown order (OQ-282)', async () => {
    const answer = await addNote(randomUUID(), { text: 'Called the buyer' })
    expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND'])
  })

  it('is stored once with its author and time, and audited (OQ-282)', async () => {
    const id = await makeOrder()
    const text = '😀'.repeat(2000)
    const key = { 'idempotency-key': randomUUID() }
    const [answer, again] = [await addNote(id, { text }, key), await addNote(id, { text }, key)]
    expect(answer.status).toBe(201)
    expect(again.body.data).toEqual(answer.body.data)
    const entries = await app.database.kysely
      .selectFrom('audit_entry')
      .select(['action', 'actor_email', 'entity_label'])
      .where('entity_id', '=', id)
      .execute()
    expect(entries).toHaveLength(1)
    const { actor_email } = entries[0] as { actor_email: string }
    expect(entries[0]).toMatchObject({ action: 'transaction.note', entity_label: `order_${count}` })
    expect((await read(id)).timeline).toEqual([
      {
        kind: 'note',
        at: app.clock.now().toISOString(),
        by: actor_email,
        note_id: expect.any(String),
        text,
      },
      expect.objectContaining({ kind: 'paid' }),
      expect.objectContaining({ kind: 'ordered' }),
    ])
  })
})
