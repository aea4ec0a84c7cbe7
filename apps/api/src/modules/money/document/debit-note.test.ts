import { randomUUID } from 'node:crypto'
import { documentMessages } from '@greenroom/contract/money/document/document.schema'
import type { TransactionDetail } from '@greenroom/contract/money/transaction/transaction-detail.schema'
import type { Insertable } from 'kysely'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DB } from '../../../platform/database/tables.ts'
import { emptyingOf } from '../../../platform/database/test-emptying.ts'
import { createTestApp, type TestApp, testNow } from '../../../test-app.ts'
import { issueDocumentsTask } from './document-task.ts'

let app: TestApp
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

let token: string
async function setClock(moment: string) {
  app.clock.set(moment)
  token = await app.tokenFor('meera.nair@greenroom.example')
}

async function issue() {
  const signal = new AbortController().signal
  await app.app.tasks[issueDocumentsTask]?.({}, { attempt: 1, isLastAttempt: false, signal })
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
      ...{ user_first_name: 'Priya', user_last_name: 'Sharma', user_phone: '+919876543210' },
      user_email: 'priya@mail.example',
      billing_state: 'Kerala',
      billing_country: 'IN',
      ...values,
    })
    .execute()
  return id
}

async function refund(transaction_id: string, amount: number) {
  await app.database.kysely
    .insertInto('refund')
    .values({
      id: randomUUID(),
      transaction_id,
      idempotency_key: `test-${randomUUID()}`,
      ...{ origin: 'gateway', state: 'processed', requested_by: 'meera.nair@greenroom.example' },
      ...{ amount, currency_code: 'INR', sandbox: true },
      ...{ requested_at: '2026-11-21T05:00:00Z', settled_at: '2026-11-21T05:00:00Z' },
    })
    .execute()
  await issue()
}

const rowsOf = (id: string) =>
  app.database.kysely.selectFrom('tax_document').selectAll().where('transaction_id', '=', id).execute()
const notesOf = async (id: string) => (await rowsOf(id)).filter(({ kind }) => kind === 'credit-note')
const detail = async (id: string): Promise<TransactionDetail> =>
  (await app.call('GET', `/admin/orders/${id}`, { token })).body.data
const debit = (id: string | undefined, amount: number, left: number) =>
  app.call('POST', `/admin/documents/${id}/debit-note`, { json: { amount, left }, token })

describe('a debit note (OQ-811)', () => {
  it('takes back a credit note whose refund was not made, and is printed and reported', async () => {
    const id = await order({
      gstin: '27AAPFU0939F1ZV',
      billing_name: 'Shah Traders',
      billing_address: 'Mumbai',
    })
    await refund(id, 118_000)
    const [note] = await notesOf(id)
    expect((await detail(id)).documents.map(({ kind, can_debit }) => [kind, can_debit])).toEqual([
      ['credit-note', 118_000],
      ['invoice', 0],
    ])
    await setClock('2026-12-05T06:00:00.000Z')
    const { status, body } = await debit(note?.id, 118_000, 118_000)
    expect(status, body.message).toBe(200)
    expect(body.data).toMatchObject({
      ...{ kind: 'debit-note', serial: 'GRD/2627/000001', document_date: '2026-12-05' },
      ...{ total: 118_000, igst: 18_000, recipient_gstin: '27AAPFU0939F1ZV', is_current: false },
      invoice: { serial: 'GR/2627/000001' },
    })
    expect(await detail(id)).toMatchObject({ tax_amount: 18_000 })

    const file = await app.call('GET', `/admin/documents/${body.data.id}/file`, { token })
    const pdf = await getDocument({ data: new Uint8Array(Buffer.from(file.body.data.data, 'base64')) })
      .promise
    const { items } = await (await pdf.getPage(1)).getTextContent()
    const text = items
      .map((item) => ('str' in item ? item.str : ''))
      .join(' ')
      .replace(/\s+/g, ' ')
    for (const part of ['Debit note', 'Against tax invoice GR/2627/000001', 'GRC/2627/000001 of 21 Nov 2026'])
      expect(text).toContain(part)

    const { summary, months } = {
      summary: (await app.call('GET', '/admin/gst/months/2026-12', { token })).body.data,
      months: (await app.call('GET', '/admin/gst/months', { token })).body.data.months,
    }
    expect(summary.tables.find(({ table }: { table: string }) => table === 'cdnr')).toMatchObject({
      count: 1,
      ...{ taxable: 100_000, igst: 18_000 },
    })
    const december = months.find(({ month }: { month: string }) => month === '2026-12')
    expect(december).toMatchObject({ invoices: 0, credit_notes: 0, debit_notes: 1, is_balanced: true })
    expect(december.sums[0]).toMatchObject({ count: 1, igst: 18_000 })
  })

  it('never takes back more than was credited, in parts exact to the paisa', async () => {
    const id = await order({ amount: 100_001 })
    await refund(id, 100_001)
    const [note] = await notesOf(id)
    expect((await debit(note?.id, 100_002, 100_001)).body.errors).toEqual([
      { path: 'amount', message: documentMessages.debit },
    ])
    expect((await debit(note?.id, 0, 100_001)).status).toBe(400)
    expect((await debit(note?.id, 33_333, 100_001)).status).toBe(200)
    // The second press of the same button.
    expect((await debit(note?.id, 33_333, 100_001)).body.code).toBe('STALE')
    const rest = 100_001 - 33_333
    const answers = await Promise.all([1, 2].map(() => debit(note?.id, rest, rest)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const debits = (await rowsOf(id)).filter(({ kind }) => kind === 'debit-note')
    const sum = (name: 'total' | 'igst' | 'taxable') => debits.reduce((all, row) => all + row[name], 0)
    expect([sum('total'), sum('igst'), sum('taxable')]).toEqual([100_001, note?.igst, note?.taxable])
    expect((await debit(note?.id, 1, 1)).body.message).toBe(documentMessages.noDebit)
  })

  it('leaves the amount to a later refund, and is not credited again for a refunded order', async () => {
    const id = await order({ status: 'refunded', credit_note_due_at: '2026-11-21T05:00:00Z' })
    await issue()
    const [note] = await notesOf(id)
    expect(note).toMatchObject({ refund_id: null, total: 118_000 })
    expect((await debit(note?.id, 68_000, 118_000)).status).toBe(200)
    // A download issues what is due.
    await app.call('POST', '/admin/masterclass/invoice', { json: { order_id: id }, token })
    expect(await notesOf(id)).toHaveLength(1)
    expect((await detail(id)).tax_amount).toBe(10_373)
    await refund(id, 68_000)
    expect((await notesOf(id)).map(({ total }) => total).sort()).toEqual([118_000, 68_000])
    expect((await detail(id)).tax_amount).toBe(0)
  })

  it('refuses other documents, and the credit note of a correction', async () => {
    const id = await order()
    await issue()
    const [invoice] = await rowsOf(id)
    expect((await debit(invoice?.id, 1, 1)).status).toBe(409)
    expect((await debit(randomUUID(), 1, 1)).status).toBe(404)
    const path = `/admin/documents/${invoice?.id}/correction`
    const { preview } = (await app.call('GET', `${path}?state=29`, { token })).body.data
    const { credit_note } = (await app.call('POST', path, { json: { state: '29', preview }, token })).body
      .data
    expect((await debit(credit_note.id, 118_000, 118_000)).body.message).toBe(documentMessages.noDebit)
    expect((await detail(id)).documents.map(({ can_debit }) => can_debit)).toEqual([0, 0, 0])
  })

  it('has no tax against a financial credit note, and no table', async () => {
    const past = '2025-06-10T06:00:00Z'
    const id = await order({ created_at: past, completed_at: past })
    await issue()
    await setClock('2026-12-02T06:00:00.000Z')
    // A trigger sets the time of the database with the status.
    for (const values of [{ status: 'refunded' }, { credit_note_due_at: '2026-12-02T05:00:00Z' }]) {
      await app.database.kysely.updateTable('transaction').set(values).where('id', '=', id).execute()
    }
    await issue()
    const [note] = await notesOf(id)
    expect(note).toMatchObject({ is_financial: true, igst: 0 })
    expect((await debit(note?.id, 118_000, 118_000)).body.data).toMatchObject({
      ...{ serial: 'GRF/2627/000002', is_current: false, total: 118_000, taxable: 118_000, igst: 0 },
    })
    const { tables } = (await app.call('GET', '/admin/gst/months/2026-12', { token })).body.data
    expect(tables.every(({ count }: { count: number }) => count === 0)).toBe(true)
  })
})
