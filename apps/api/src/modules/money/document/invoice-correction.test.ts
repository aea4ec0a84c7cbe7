import { randomUUID } from 'node:crypto'
import type { CorrectionPreview } from '@greenroom/contract/money/document/correction.schema'
import { correctionMessages } from '@greenroom/contract/money/document/correction.schema'
import type { Insertable } from 'kysely'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DB } from '../../../platform/database/tables.ts'
import { emptyingOf } from '../../../platform/database/test-emptying.ts'
import { createTestApp, type TestApp, testNow } from '../../../test-app.ts'
import { makeEvent } from '../../../test-records.ts'
import { issueDocumentsTask } from './document-task.ts'
import { gstinCheckCharacter } from './gstin.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await setClock(testNow)
  await app.database.pool.query(
    emptyingOf('transaction', 'invoice_counter', 'document_series', 'gst_period', 'gst_export'),
  )
})

const maharashtra = '27AAPFU0939F1ZV'
const own = '29AAAAA0000A1ZY'

async function setClock(moment: string) {
  app.clock.set(moment)
  token = await app.tokenFor('meera.nair@greenroom.example')
}

async function order(values: Partial<Insertable<DB['transaction']>> = {}): Promise<string> {
  const id = randomUUID()
  await app.database.kysely
    .insertInto('transaction')
    .values({
      id,
      reference_order_id: `order_${id.slice(0, 8)}`,
      payment_id: `pay_${id.slice(0, 8)}`,
      status: 'completed',
      amount: 118_000,
      currency_code: 'INR',
      created_at: '2026-11-20T10:00:00.000Z',
      completed_at: '2026-11-20T10:01:00.000Z',
      entity_type: 'masterclass',
      entity_id: randomUUID(),
      entity_title: 'Save tax the legal way',
      user_id: randomUUID(),
      user_first_name: 'Priya',
      user_last_name: 'Sharma',
      user_phone: '+919876543210',
      user_email: 'priya@mail.example',
      billing_state: 'Kerala',
      billing_country: 'IN',
      ...values,
    })
    .execute()
  await issue()
  return id
}

async function issue() {
  const signal = new AbortController().signal
  await app.app.tasks[issueDocumentsTask]?.({}, { attempt: 1, isLastAttempt: false, signal })
}

async function refund(transaction_id: string, amount: number) {
  await app.database.kysely
    .insertInto('refund')
    .values({
      id: randomUUID(),
      transaction_id,
      idempotency_key: `test-${randomUUID()}`,
      amount,
      currency_code: 'INR',
      sandbox: true,
      ...{ origin: 'gateway', state: 'processed', requested_by: 'meera.nair@greenroom.example' },
      ...{ requested_at: '2026-11-21T05:00:00Z', settled_at: '2026-11-21T05:00:00Z' },
    })
    .execute()
}

const documentsOf = (id: string) =>
  app.database.kysely
    .selectFrom('tax_document')
    .selectAll()
    .where('transaction_id', '=', id)
    .orderBy('issued_at')
    .orderBy('kind', 'desc')
    .execute()
const invoiceOf = async (id: string) =>
  (await documentsOf(id)).filter(({ kind }) => kind === 'invoice').at(-1)?.id ?? ''
const orderOf = (id: string) =>
  app.database.kysely.selectFrom('transaction').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

type Parts = Record<string, string>
const read = (id: string, parts: Parts = {}) =>
  app.call('GET', `/admin/documents/${id}/correction?${new URLSearchParams(parts)}`, { token })
const preview = async (id: string, parts: Parts = {}): Promise<CorrectionPreview> => {
  const { status, body } = await read(id, parts)
  expect(status, body.message).toBe(200)
  return body.data
}
const send = (id: string, json: object) =>
  app.call('POST', `/admin/documents/${id}/correction`, { json, token })
const correct = async (id: string, parts: Parts) =>
  send(id, { ...parts, preview: (await preview(id, parts)).preview })

async function pageOf(id: string): Promise<string> {
  const { body } = await app.call('GET', `/admin/documents/${id}/file`, { token })
  const file = await getDocument({ data: new Uint8Array(Buffer.from(body.data.data, 'base64')) }).promise
  const { items } = await (await file.getPage(1)).getTextContent()
  return items
    .map((item) => ('str' in item ? item.str : ''))
    .join(' ')
    .replace(/\s+/g, ' ')
}

describe('the correction of an invoice (OQ-810)', () => {
  it('adds a GSTIN: a credit note and a new invoice that name each other, as the preview says', async () => {
    const id = await order()
    const first = await invoiceOf(id)
    const parts = { gstin: '27aapfu 0939f1zv', name: 'Shah Traders', address: '4 Hill Road, Mumbai' }
    const shown = await preview(first, parts)
    expect(shown).toMatchObject({
      total: 118_000,
      billing: { name: '', address: '', gstin: '', state: '32', country: null },
      venue: null,
      before: {
        name: 'Priya Sharma',
        gstin: null,
        supply: 'b2c',
        place_of_supply: 'Kerala (32)',
        igst: 18_000,
      },
      after: {
        ...{ name: 'Shah Traders', address: '4 Hill Road, Mumbai', gstin: maharashtra, supply: 'b2b' },
        ...{ place_of_supply: 'Maharashtra (27)', igst: 18_000, flags: ['gstin-state-differs'] },
      },
      is_changed: true,
      credit_note: { series: 'GRC/2627/', document_date: '2026-11-21', table: 'b2cs' },
      new_invoice: { series: 'GR/2627/', document_date: '2026-11-21', table: 'b2b' },
    })
    expect(await documentsOf(id)).toHaveLength(1)

    const { status, body } = await send(first, { ...parts, preview: shown.preview })
    expect(status, body.message).toBe(200)
    const { credit_note: note, invoice: next } = body.data
    expect(note).toMatchObject({ total: 118_000, recipient_gstin: null, invoice: { id: first } })
    expect(next).toMatchObject({ total: 118_000, recipient_gstin: maharashtra, place_of_supply: '27' })
    expect(await orderOf(id)).toMatchObject({
      ...{ gstin: maharashtra, billing_name: 'Shah Traders', billing_address: '4 Hill Road, Mumbai' },
      ...{ billing_state: 'Kerala', tax_amount: 18_000 },
    })
    expect(await pageOf(note.id)).toContain(`New tax invoice ${next.serial}`)
    expect(await pageOf(next.id)).toContain(`Replaces tax invoice ${note.invoice.serial}`)
    const entry = await app.database.kysely
      .selectFrom('audit_entry')
      .select(['before', 'after'])
      .where('entity_id', '=', id)
      .where('action', '=', 'transaction.correction')
      .executeTakeFirstOrThrow()
    expect(entry.before).toEqual({ gstin: null, billing_name: null, billing_address: null })
    expect(entry.after).toMatchObject({ gstin: maharashtra, invoice: next.serial })
  })

  it('refuses a GSTIN that is none or ours, a State and a country at once, and a venue of what has none', async () => {
    const first = await invoiceOf(await order())
    const wrong = maharashtra.replace(/V$/, 'W')
    for (const [parts, errors] of [
      [{ gstin: wrong }, [{ path: 'gstin', message: correctionMessages.invalidGstin }]],
      [{ gstin: own }, [{ path: 'gstin', message: correctionMessages.ownGstin }]],
      [{ venue_state: '27' }, [{ path: 'venue_state', message: correctionMessages.noVenue }]],
      [{ state: '99' }, [{ path: 'state', message: 'Choose the State of the buyer' }]],
      [
        { state: '27', country: 'US' },
        [{ path: 'country', message: 'Choose a State or a country, not both' }],
      ],
    ] as const) {
      const { status, body } = await read(first, parts)
      expect([status, body.errors]).toEqual([400, errors])
    }
    const elsewhere = `27AAAAA0000A1Z${gstinCheckCharacter('27AAAAA0000A1Z')}`
    expect((await preview(first, { gstin: elsewhere })).after.gstin).toBe(elsewhere)
  })

  it('is done once when it is pressed twice or sent by two processes', async () => {
    const id = await order()
    const first = await invoiceOf(id)
    const { preview: confirmed } = await preview(first, { state: '29' })
    const json = { state: '29', preview: confirmed }
    const answers = await Promise.all([send(first, json), send(first, json), send(first, json)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe(correctionMessages.replaced)
    expect(await documentsOf(id)).toHaveLength(3)
    expect((await read(first)).status).toBe(409)
  })

  it('refuses to issue what differs from the confirmed preview', async () => {
    const id = await order()
    const first = await invoiceOf(id)
    const { preview: confirmed } = await preview(first, { state: '29' })
    await refund(id, 18_000)
    expect((await read(first, { state: '29' })).body.message).toBe(correctionMessages.refundDue)
    const { status, body } = await send(first, { state: '29', preview: confirmed })
    expect([status, body.code, body.data.total]).toEqual([409, 'STALE', 100_000])
    expect((await send(first, { state: '30', preview: confirmed })).status).toBe(409)
    // Nothing of the refused call is kept.
    expect(await documentsOf(id)).toHaveLength(1)

    await issue()
    expect((await correct(first, { state: '29' })).body.data).toMatchObject({
      credit_note: { total: 100_000, igst: 15_254 },
      invoice: { total: 100_000, cgst: 7_627 },
    })
    const [tax] = (await documentsOf(id)).filter(({ kind }) => kind === 'credit-note').slice(-1)
    expect(tax?.total).toBe(100_000)
    expect((await orderOf(id)).tax_amount).toBe(15_254)
  })

  it('refuses a correction that changes nothing', async () => {
    const first = await invoiceOf(await order())
    const shown = await preview(first, { state: '32' })
    expect(shown.is_changed).toBe(false)
    const { status, body } = await send(first, { state: '32', preview: shown.preview })
    expect([status, body.message]).toEqual([409, correctionMessages.nothing])
  })

  it('moves the buyer abroad and back, without an Indian State in the address', async () => {
    const id = await order({ currency_code: 'USD', amount: 4_900 })
    const away = await correct(await invoiceOf(id), { country: 'US' })
    expect(away.body.data.invoice).toMatchObject({ supply: 'export', place_of_supply: '96' })
    expect(await orderOf(id)).toMatchObject({ billing_state: null, billing_country: 'US' })
    const back = await correct(await invoiceOf(id), { state: '29' })
    expect(back.body.data.invoice).toMatchObject({ supply: 'b2c', place_of_supply: '29' })
    expect(await documentsOf(id)).toHaveLength(5)
  })

  it('changes the State of the venue, which the event keeps', async () => {
    const { _id: event } = await makeEvent(app, { venue_state: '29' })
    const id = await order({ entity_type: 'events', entity_id: event })
    const first = await invoiceOf(id)
    expect(await preview(first)).toMatchObject({ venue: { state: '29' }, is_changed: false })
    const { body } = await correct(first, { venue_state: '27' })
    expect(body.data.invoice).toMatchObject({ place_of_supply: '27', igst: 18_000 })
    expect((await app.call('GET', `/admin/event/${event}`, { token })).body.data.venue_state).toBe('27')
  })

  it('is dated in the month of the invoice while it is open, and today after it was filed', async () => {
    const past = { created_at: '2026-10-05T06:00:00Z', completed_at: '2026-10-05T06:00:00Z' }
    const first = await invoiceOf(await order(past))
    expect((await preview(first, { state: '29' })).new_invoice.document_date).toBe('2026-10-31')
    await app.database.kysely
      .insertInto('gst_period')
      .values({ month: '2026-10', filed_at: '2026-11-10T05:00:00Z', filed_by: 'meera' })
      .execute()
    expect((await correct(first, { state: '29' })).body.data).toMatchObject({
      credit_note: { document_date: '2026-11-21' },
      invoice: { document_date: '2026-11-21' },
    })
  })

  it('is refused after 30 November of the next financial year', async () => {
    const old = { created_at: '2026-03-05T06:00:00Z', completed_at: '2026-03-05T06:00:00Z' }
    const first = await invoiceOf(await order(old))
    await setClock('2026-12-01T06:00:00.000Z')
    expect((await read(first)).body.message).toContain('until 30 November 2026')
  })

  it('needs money.write and personal.read', async () => {
    const first = await invoiceOf(await order())
    expect((await app.call('GET', `/admin/documents/${first}/correction`, { token: null })).status).toBe(401)
    expect((await read(randomUUID())).status).toBe(404)
  })
})
