import { randomUUID } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'
import { emptyingOf } from '../../../platform/database/test-emptying.ts'
import { createTestApp, type TestApp, testNow } from '../../../test-app.ts'
import { makeEvent, makeMasterclass } from '../../../test-records.ts'
import { issueDocumentsTask } from './document-task.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await setClock(testNow)
  await app.database.pool.query(
    emptyingOf('transaction', 'invoice_counter', 'document_series', 'gst_period', 'gst_export', 'gst_year'),
  )
})

async function setClock(moment: string) {
  app.clock.set(moment)
  token = await app.tokenFor('meera.nair@greenroom.example')
}

let count = 0
async function order(overrides: Partial<Insertable<DB['transaction']>> = {}, program = app): Promise<string> {
  count++
  const id = randomUUID()
  await program.database.kysely
    .insertInto('transaction')
    .values({
      id,
      reference_order_id: `order_${count}`,
      payment_id: `pay_${count}`,
      status: 'completed',
      amount: 249900,
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
      ...overrides,
    })
    .execute()
  return id
}

/** Stores that GSTR-1 of a month was exported. */
const exportedReturn = (month: string, exported_at: string) =>
  app.database.kysely
    .insertInto('gst_export')
    .values({
      id: randomUUID(),
      month,
      format: 'json',
      exported_at,
      exported_by: 'meera.nair@greenroom.example',
      documents: 0,
      taxable: 0,
      cgst: 0,
      sgst: 0,
      igst: 0,
      total: 0,
      last_numbers: '{}',
      digest: '',
    })
    .execute()

async function makePaymentPage(venue_state: string | null = null): Promise<string> {
  const [id, key] = [randomUUID(), `${randomUUID()}.png`]
  const db = app.database.kysely
  await db
    .insertInto('file')
    .values({ key, media_type: 'image/png', byte_size: 1, sha256: '', owner_id: id })
    .execute()
  await db
    .insertInto('payment_page')
    .values({
      ...{ id, banner_key: key, title: 'A day in Pune', description: '', venue_state },
      ...{ original_price_usd: 1, current_price_usd: 1, original_price_inr: 1, current_price_inr: 1 },
      ...{ created_at: testNow, updated_at: testNow },
    })
    .execute()
  return id
}

/** What the correction of an order's invoice changed. */
const auditOf = (id: string) =>
  app.database.kysely
    .selectFrom('audit_entry')
    .select(['before', 'after'])
    .where('entity_id', '=', id)
    .where('action', '=', 'transaction.state')
    .executeTakeFirst()

async function refund(transactionId: string, amount: number, settledAt = '2026-11-21T05:00:00Z') {
  const id = randomUUID()
  await app.database.kysely
    .insertInto('refund')
    .values({
      id,
      transaction_id: transactionId,
      idempotency_key: `test-${id}`,
      origin: 'gateway',
      state: 'processed',
      amount,
      currency_code: 'INR',
      sandbox: true,
      requested_by: 'meera.nair@greenroom.example',
      requested_at: settledAt,
      settled_at: settledAt,
    })
    .execute()
  return id
}

const runJob = (program = app) =>
  program.app.tasks[issueDocumentsTask]?.(
    {},
    { attempt: 1, isLastAttempt: false, signal: new AbortController().signal },
  )
const call = (method: string, path: string, json?: unknown) => app.call(method, path, { json, token })
const documents = () =>
  app.database.kysely.selectFrom('tax_document').selectAll().orderBy('issued_at').orderBy('serial').execute()
const serials = async () => (await documents()).map((row) => row.serial)
const transactionOf = (id: string) =>
  app.database.kysely.selectFrom('transaction').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function pagesOf(base64: string): Promise<string[]> {
  const document = await getDocument({ data: new Uint8Array(Buffer.from(base64, 'base64')), verbosity: 0 })
    .promise
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(' '))
  }
  await document.destroy()
  return pages
}

/** Makes every document of an order fail while it is stored. */
async function breakOrder(reference: string): Promise<() => Promise<unknown>> {
  await app.database.pool.query(`
    create function refuse_broken() returns trigger language plpgsql as $$
    begin
      if new.entity_label = '${reference}' then raise exception 'refused'; end if;
      return new;
    end $$;
    create trigger refuse_broken before insert on audit_entry for each row execute function refuse_broken();`)
  return () =>
    app.database.pool.query('drop trigger refuse_broken on audit_entry; drop function refuse_broken')
}

describe('the job', () => {
  it('issues the invoice of a paid order, dated the day in India on which the money arrived (OQ-240)', async () => {
    const id = await order({ completed_at: '2026-11-19T18:31:00Z' })
    await runJob()
    const [invoice] = await documents()
    expect(invoice).toMatchObject({
      kind: 'invoice',
      transaction_id: id,
      serial: 'GR/2627/000001',
      document_date: '2026-11-20',
      supply: 'b2c',
      place_of_supply: '32',
      is_state_missing: false,
      total: 249900,
      taxable: 211780,
      igst: 38120,
      cgst: 0,
      order_reference: `order_${count}`,
      buyer_name: 'Priya Sharma',
    })
    expect(await transactionOf(id)).toMatchObject({ document_state: 'issued', tax_amount: 38120 })
    await runJob()
    expect(await serials()).toHaveLength(1)
  })

  it('begins the numbers of a financial year at midnight in India on 31 March (OQ-240)', async () => {
    await setClock('2027-04-01T06:30:00Z')
    await order({ completed_at: '2027-03-31T18:29:59.999Z' })
    await order({ completed_at: '2027-03-31T18:30:00.000Z' })
    await runJob()
    expect((await documents()).map((row) => [row.serial, row.document_date])).toEqual([
      ['GR/2627/000001', '2027-03-31'],
      ['GR/2728/000001', '2027-04-01'],
    ])
  })

  it('dates a document today if the return of its month is filed (OQ-240)', async () => {
    await app.database.kysely
      .insertInto('gst_period')
      .values({ month: '2026-10', filed_at: '2026-11-11T06:30:00Z', filed_by: 'meera' })
      .execute()
    await order({ completed_at: '2026-10-30T10:00:00Z' })
    await runJob()
    expect((await documents())[0]?.document_date).toBe('2026-11-21')
  })

  it('dates a document today if the return of its month was exported and the 11th has passed (OQ-800)', async () => {
    await exportedReturn('2026-10', '2026-11-02T06:00:00Z')
    await order({ completed_at: '2026-10-30T10:00:00Z' })
    await setClock('2026-11-11T18:29:00Z')
    await runJob()
    await order({ completed_at: '2026-10-30T10:00:00Z' })
    await setClock('2026-11-11T18:30:00Z')
    await runJob()
    expect((await documents()).map((row) => row.document_date)).toEqual(['2026-10-30', '2026-11-12'])
  })

  it('credits without tax after 30 November of the next financial year (OQ-801)', async () => {
    // Financial year 2025-26.
    await setClock('2026-03-31T10:00:00Z')
    const id = await order({
      completed_at: '2026-03-31T09:00:00Z',
      billing_state: 'Kerala',
      coupon_code: 'DIWALI10',
      discount_amount: 10_000,
    })
    await runJob()
    await refund(id, 10_000, '2026-11-30T18:29:00Z')
    await setClock('2026-12-05T06:30:00Z')
    await refund(id, 20_000, '2026-11-30T18:30:00Z')
    await runJob()
    const [invoice, last, late] = await documents()
    expect(invoice).toMatchObject({ document_date: '2026-03-31', series: 'GR' })
    expect(last).toMatchObject({
      document_date: '2026-11-30',
      series: 'GRC',
      total: 10_000,
      igst: 1525,
      is_financial: false,
    })
    expect(late).toMatchObject({
      document_date: '2026-12-01',
      serial: 'GRF/2627/000001',
      total: 20_000,
      taxable: 20_000,
      igst: 0,
      rate_percent: '0.00',
      is_financial: true,
    })
    expect(late?.content).toMatchObject({ discount: null, has_address: true })
    expect((await transactionOf(id)).tax_amount).toBe((invoice?.igst ?? 0) - 1525)
  })

  it('credits without tax from the day after the annual return was filed (OQ-832)', async () => {
    await setClock('2026-03-31T10:00:00Z')
    const id = await order({ completed_at: '2026-03-31T09:00:00Z', billing_state: 'Kerala' })
    await runJob()
    await setClock('2026-11-21T06:30:00Z')
    const set = await app.call('PUT', '/admin/gst/years/2025/annual-return', {
      json: { filed_on: '2026-11-15' },
    })
    expect(set.body.data).toMatchObject({ last_day_of_credit: '2026-11-15', version: 1 })
    await refund(id, 10_000, '2026-11-15T18:29:00Z')
    await refund(id, 20_000, '2026-11-15T18:30:00Z')
    await runJob()
    expect((await documents()).map((row) => [row.document_date, row.is_financial])).toEqual([
      ['2026-03-31', false],
      ['2026-11-15', false],
      ['2026-11-16', true],
    ])
  })

  it('waits for somebody who is filing the month, and then dates the document today (OQ-240, OQ-294)', async () => {
    const id = await order({ completed_at: '2026-10-30T10:00:00Z' })
    let issuing: unknown
    await inTransaction(app.database.kysely, async (db) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('gst-period/2026-10', 0))`.execute(db)
      issuing = runJob()
      await expect
        .poll(async () => {
          const waiting = "select from pg_locks where locktype = 'advisory' and not granted"
          return (await app.database.pool.query(waiting)).rows.length
        })
        .toBeGreaterThan(0)
      await db
        .insertInto('gst_period')
        .values({ month: '2026-10', filed_at: testNow, filed_by: 'meera' })
        .execute()
    })
    await issuing
    const [invoice] = await documents()
    expect(invoice).toMatchObject({ transaction_id: id, document_date: '2026-11-21' })
  })

  it('issues no document dated today if its month was filed meanwhile (OQ-240, OQ-294)', async () => {
    const id = await order()
    await app.database.kysely
      .insertInto('gst_period')
      .values({ month: '2026-11', filed_at: testNow, filed_by: 'meera' })
      .execute()
    await runJob()
    expect(await serials()).toEqual([])
    expect((await transactionOf(id)).document_state).toBe('due')
  })

  it('skips orders that are unpaid, from before the books, or invoiced by another system (OQ-240, OQ-241)', async () => {
    await order({ status: 'pending', completed_at: null })
    await order({ status: 'failed', completed_at: null })
    const old = await order({ document_state: 'on-request' })
    await refund(old, 1000, '2026-11-20T11:00:00Z')
    const outside = await order({ outside_document: 'ABC/77' })
    const outsideRefund = await refund(outside, 249900)
    await runJob()
    expect(await serials()).toEqual([])
    expect((await transactionOf(outside)).document_state).toBe('elsewhere')
    const states = await app.database.kysely.selectFrom('refund').select(['id', 'document_state']).execute()
    expect(states.find((row) => row.id === outsideRefund)?.document_state).toBe('elsewhere')
    const refused = await call('POST', '/admin/masterclass/invoice', { order_id: outside })
    expect(refused.status).toBe(409)
    expect(refused.body.message).toContain('Its number is ABC/77.')
    const requested = await call('POST', '/admin/masterclass/invoice', { order_id: old })
    expect(await pagesOf(requested.body.data.data)).toHaveLength(2)
    // The refund is a day older than the invoice; a credit note never is.
    expect((await documents()).map((row) => row.document_date)).toEqual(['2026-11-21', '2026-11-21'])
  })

  it.each([
    ['in-person', null, '07', []],
    ['in-person', 'online', '32', []],
    ['hybrid', 'in-person', '07', []],
    ['hybrid', 'online', '32', []],
    ['hybrid', null, '32', ['attendance-unknown']],
    ['virtual', 'in-person', '32', []],
  ] as const)(
    'taxes a %s masterclass, attended %s, in %s (OQ-795)',
    async (attendance_type, attendance, place, flags) => {
      const { _id } = await makeMasterclass(app, { attendance_type, venue_state: '07' })
      await order({ entity_id: _id, attendance })
      await runJob()
      const [invoice] = await documents()
      expect(invoice?.place_of_supply).toBe(place)
      expect(invoice?.content).toMatchObject({ flags })
    },
  )

  it('taxes a payment page that sells a seat where the seat is (OQ-795)', async () => {
    const seat = await makePaymentPage('27')
    const other = await makePaymentPage()
    for (const attendance of [null, 'online'] as const) {
      for (const entity_id of [seat, other]) await order({ entity_type: 'custom', entity_id, attendance })
    }
    await runJob()
    expect((await documents()).map((row) => row.place_of_supply).sort()).toEqual(['27', '32', '32', '32'])
  })

  it('issues nothing for an order of 0, and has its statement (OQ-790)', async () => {
    const id = await order({ amount: 0, payment_id: null })
    await runJob()
    expect(await serials()).toEqual([])
    expect((await transactionOf(id)).document_state).toBe('none')
    expect((await call('GET', `/admin/orders/${id}`)).body.data.document_state).toBe('none')
    const { status, body } = await call('POST', '/admin/masterclass/invoice', { order_id: id })
    expect(status).toBe(200)
    expect((await pagesOf(body.data.data)).join()).toContain('This is not a tax invoice')
    expect(await serials()).toEqual([])
  })

  it('takes the settings of the payment, and keeps them when it is corrected later (OQ-821)', async () => {
    const periods = [
      { from: '2026-04-01', LUT_NUMBER: 'AD290426000001A', GST_ON_USD_ORDERS: 'off' },
      { from: '2026-11-10', GST_RATE: 12 },
    ]
    const program = await createTestApp({ TAX_PERIODS: JSON.stringify(periods) })
    try {
      const of = { entity_start_time: null, billing_state: null }
      await order({ ...of, completed_at: '2026-11-09T18:29:00Z' }, program)
      await order({ ...of, completed_at: '2026-11-09T18:31:00Z' }, program)
      const abroad = { billing_state: null, billing_country: 'US', currency_code: 'USD' }
      await order({ ...abroad, completed_at: '2026-11-09T18:32:00Z' }, program)
      await runJob(program)
      const read = async () =>
        (
          await program.database.pool.query(
            `select kind, id, document_date, rate_percent::int as rate, content->>'lut_number' as lut
              from tax_document order by kind desc, number`,
          )
        ).rows
      const invoices = await read()
      expect(invoices.map(({ rate, lut }) => [rate, lut])).toEqual([
        [18, null],
        [12, null],
        [0, 'AD290426000001A'],
      ])
      const { status } = await program.call('POST', `/admin/documents/${invoices[0].id}/state`, {
        json: { state: '27' },
      })
      expect(status).toBe(200)
      expect((await read()).filter(({ kind }) => kind === 'invoice').map(({ rate }) => rate)).toEqual([
        ...[18, 12, 0, 18],
      ])
    } finally {
      await program.close()
    }
  })

  it('leaves orders that were paid before the books begin to another system (OQ-823)', async () => {
    const program = await createTestApp({ BOOKS_BEGIN: '2026-11-10' })
    try {
      const old = await order({ completed_at: '2026-11-09T18:29:00Z' }, program)
      const own = await order({ completed_at: '2026-11-09T18:31:00Z' }, program)
      await runJob(program)
      const { rows } = await program.database.pool.query(
        `select id, document_state, (select count(*)::int from tax_document where transaction_id = t.id) as documents
          from transaction as t`,
      )
      expect(rows.find(({ id }) => id === old)).toMatchObject({ document_state: 'elsewhere', documents: 0 })
      expect(rows.find(({ id }) => id === own)).toMatchObject({ document_state: 'issued', documents: 1 })
      const file = await program.call('POST', '/admin/masterclass/invoice', { json: { order_id: old } })
      expect((await pagesOf(file.body.data.data)).join()).toContain('This is not a tax invoice')
    } finally {
      await program.close()
    }
  })

  it('issues an invoice for an order of 0 where a setting says so (OQ-790)', async () => {
    const program = await createTestApp({ ZERO_ORDER_INVOICES: 'issue' })
    try {
      const id = await order({ amount: 0, payment_id: null }, program)
      await runJob(program)
      const { rows } = await program.database.pool.query(
        'select total::int, taxable::int from tax_document where transaction_id = $1',
        [id],
      )
      expect(rows).toEqual([{ total: 0, taxable: 0 }])
    } finally {
      await program.close()
    }
  })

  it('logs a failing order, issues the others without a gap, and tries again (OQ-240)', async () => {
    const broken = await order({ completed_at: '2026-11-18T10:00:00Z' })
    await refund(broken, 5000)
    const reference = `order_${count}`
    await order()
    const repair = await breakOrder(reference)
    await runJob()
    expect(await serials()).toEqual(['GR/2627/000001'])
    expect(await transactionOf(broken)).toMatchObject({
      status: 'completed',
      document_state: 'due',
      refunded_amount: 5000,
    })
    await repair()
    await runJob()
    expect((await serials()).sort()).toEqual(['GR/2627/000001', 'GR/2627/000002', 'GRC/2627/000001'])
  })

  it('issues each document once for two jobs and requests at the same time (OQ-240)', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => order()))
    await Promise.all(ids.slice(0, 4).map((id) => refund(id, 100000)))
    await Promise.all([
      runJob(),
      runJob(),
      ...ids.slice(0, 6).map((id) => call('POST', '/admin/masterclass/invoice', { order_id: id })),
    ])
    await runJob()
    const numbers = (await documents()).map((row) => `${row.kind} ${row.number}`).sort()
    const first = (kind: string, to: number) =>
      Array.from({ length: to }, (_, index) => `${kind} ${index + 1}`)
    expect(numbers).toEqual([...first('invoice', 12), ...first('credit-note', 4)].sort())
  })
})

describe('credit notes', () => {
  it('credit each part of a refund, and add up to the invoice exactly (OQ-241)', async () => {
    const id = await order({ amount: 100001, billing_state: 'Karnataka' })
    const parts = [33333, 33333, 33335]
    await refund(id, parts[0] ?? 0, '2026-11-20T19:00:00Z')
    await runJob()
    await refund(id, parts[1] ?? 0, '2026-11-21T06:00:00Z')
    await refund(id, parts[2] ?? 0, '2026-11-21T06:10:00Z')
    await runJob()
    await runJob()
    const rows = await documents()
    const notes = rows.filter((row) => row.kind === 'credit-note')
    const [invoice] = rows.filter((row) => row.kind === 'invoice')
    expect(notes.map((row) => [row.serial, row.total, row.document_date])).toEqual([
      ['GRC/2627/000001', 33333, '2026-11-21'],
      ['GRC/2627/000002', 33333, '2026-11-21'],
      ['GRC/2627/000003', 33335, '2026-11-21'],
    ])
    for (const name of ['total', 'taxable', 'cgst', 'sgst', 'igst'] as const) {
      expect(
        notes.reduce((sum, row) => sum + row[name], 0),
        name,
      ).toBe(invoice?.[name])
    }
    expect(notes.every((row) => row.invoice_id === invoice?.id && row.refund_id !== null)).toBe(true)
    expect((await transactionOf(id)).tax_amount).toBe(0)

    const whole = await call('POST', '/admin/masterclass/invoice', { order_id: id })
    const pages = await pagesOf(whole.body.data.data)
    expect(pages.map((page) => /Tax invoice|Credit note/.exec(page)?.[0])).toEqual([
      'Tax invoice',
      'Credit note',
      'Credit note',
      'Credit note',
    ])
    const alone = await call('GET', `/admin/documents/${notes[1]?.id}/file`)
    const [page = '', ...others] = await pagesOf(alone.body.data.data)
    expect(others).toEqual([])
    for (const part of ['GRC/2627/000002', 'GR/2627/000001', '20 Nov 2026', '₹333.33', 'CGST 9%', 'Refund']) {
      expect(page).toContain(part)
    }
  })

  it('never exceed the invoice, whatever the gateway refunded (OQ-241)', async () => {
    const id = await order({ amount: 10000 })
    await refund(id, 9000)
    await refund(id, 5000, '2026-11-21T05:30:00Z')
    await refund(id, 100, '2026-11-21T05:40:00Z')
    await runJob()
    const notes = (await documents()).filter((row) => row.kind === 'credit-note')
    expect(notes.map((row) => row.total)).toEqual([9000, 1000])
    const states = await app.database.kysely
      .selectFrom('refund')
      .select('document_state')
      .orderBy('settled_at')
      .execute()
    expect(states.map((row) => row.document_state)).toEqual(['issued', 'issued', 'none'])
  })
})

describe('an invoiced order that the public product sets to refunded', () => {
  const setStatus = (id: string, status: string) =>
    app.database.kysely.updateTable('transaction').set({ status }).where('id', '=', id).execute()
  const notesOf = async () => (await documents()).filter((row) => row.kind === 'credit-note')

  it('gets its credit note by the job, once, although nobody opens its file (OQ-315)', async () => {
    const id = await order()
    const other = await order()
    await runJob()
    await setStatus(id, 'refunded')
    expect(await transactionOf(id)).toMatchObject({ refunded_amount: 249900 })
    await Promise.all([runJob(), runJob()])
    await runJob()
    const notes = await notesOf()
    expect(notes).toMatchObject([
      { transaction_id: id, total: 249900, igst: 38120, refund_id: null, document_date: '2026-11-21' },
    ])
    expect(await transactionOf(id)).toMatchObject({ tax_amount: 0, credit_note_due_at: null })
    expect(await transactionOf(other)).toMatchObject({ tax_amount: 38120, refunded_amount: 0 })
    // The gateway's event about the same money comes later.
    const late = await refund(id, 249900)
    await runJob()
    expect(await notesOf()).toHaveLength(1)
    expect(await transactionOf(id)).toMatchObject({ refunded_amount: 249900 })
    const state = await app.database.kysely.selectFrom('refund').selectAll().where('id', '=', late).execute()
    expect(state).toMatchObject([{ document_state: 'none' }])
  })

  it('gets a credit note of what earlier refunds have left (OQ-315)', async () => {
    const id = await order()
    await refund(id, 100000)
    await runJob()
    await setStatus(id, 'refunded')
    await runJob()
    expect((await notesOf()).map((row) => row.total)).toEqual([100000, 149900])
    expect(await transactionOf(id)).toMatchObject({ tax_amount: 0, refunded_amount: 249900 })
  })

  it('gets both documents if it is refunded before its invoice, and none if that is taken back (OQ-315)', async () => {
    const early = await order()
    await setStatus(early, 'refunded')
    const kept = await order()
    await refund(kept, 1000)
    await runJob()
    expect((await documents()).map((row) => row.serial).sort()).toEqual([
      'GR/2627/000001',
      'GR/2627/000002',
      'GRC/2627/000001',
      'GRC/2627/000002',
    ])
    await setStatus(kept, 'refunded')
    await setStatus(kept, 'completed')
    expect(await transactionOf(kept)).toMatchObject({ refunded_amount: 1000 })
    await runJob()
    expect(await notesOf()).toHaveLength(2)
  })

  it('is found in an index that holds only such orders (OQ-315)', async () => {
    const id = await order()
    await runJob()
    await setStatus(id, 'refunded')
    const client = await app.database.pool.connect()
    try {
      await client.query('begin; set local enable_seqscan = off')
      const { rows } = await client.query(`explain select id from transaction
        where credit_note_due_at is not null and status = 'refunded' order by credit_note_due_at, id limit 100`)
      const plan = rows.map((row) => row['QUERY PLAN']).join(' ')
      expect(plan).toContain('transaction_without_credit_note')
      expect(plan).not.toContain('Sort')
      await client.query('rollback')
    } finally {
      client.release()
    }
  })
})

describe('the database', () => {
  it.each([
    'truncate tax_document cascade',
    'truncate transaction cascade',
    'truncate transaction_note',
    "update transaction_note set text = 'other'",
    'delete from transaction_note',
    'truncate gateway_difference',
    'delete from gateway_difference',
  ])('refuses %s (OQ-316)', async (statement) => {
    await expect(app.database.pool.query(statement)).rejects.toThrow(/never (changes|changed|removed)/)
  })

  it('refuses changes, deletions and a second invoice of an order (OQ-240)', async () => {
    const id = await order()
    await runJob()
    const { pool } = app.database
    await expect(pool.query('update tax_document set total = 1')).rejects.toThrow('never changes')
    await expect(pool.query('delete from tax_document')).rejects.toThrow('never changes')
    await pool.query(`update transaction set document_state = 'due' where id = '${id}'`)
    await runJob()
    expect(await serials()).toHaveLength(1)
  })
})

describe('the register', () => {
  it('requires a credential (AUTH-09)', async () => {
    for (const [method, path] of [
      ['GET', '/admin/documents'],
      ['GET', `/admin/documents/${randomUUID()}/file`],
      ['POST', `/admin/documents/${randomUUID()}/state`],
    ] as const) {
      expect((await app.call(method, path, { token: null })).status).toBe(401)
    }
  })

  it.each([
    ['group=other', 'group must be all or state-missing'],
    ['kind=receipt', 'kind must be invoice, credit-note or debit-note'],
    ['month=2026-13', 'month must be a month such as 2026-11'],
  ])('refuses %s (OQ-242)', async (query, message) => {
    const answer = await call('GET', `/admin/documents?${query}`)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toBe(message)
  })

  it('refuses the file of an unknown document (OQ-242)', async () => {
    expect((await call('GET', `/admin/documents/${randomUUID()}/file`)).status).toBe(404)
    expect((await call('GET', '/admin/documents/GR/file')).status).toBe(404)
  })

  it('lists the newest first and filters by text, kind, month and missing State (OQ-242)', async () => {
    const first = await order({ completed_at: '2026-10-30T10:00:00Z', user_first_name: 'Ålesund' })
    await order({ billing_state: null, user_email: 'nobody@mail.example' })
    await runJob()
    await refund(first, 100000)
    await runJob()
    const list = async (query = '') => (await call('GET', `/admin/documents${query}`)).body.data
    const found = async (query: string) =>
      (await list(query)).documents.map((row: { serial: string }) => row.serial)
    const all = await list()
    expect(all.counts).toEqual({ all: 3, 'state-missing': 1 })
    expect(all.documents).toHaveLength(3)
    expect(all.documents[0]).toMatchObject({
      serial: 'GRC/2627/000001',
      kind: 'credit-note',
      order_id: first,
      place_of_supply: '32',
      missing_state: null,
      total: 100000,
      invoice: { serial: 'GR/2627/000001' },
    })
    expect(await found('?group=state-missing')).toEqual(['GR/2627/000002'])
    expect(await found('?kind=invoice&limit=1&offset=1')).toEqual(['GR/2627/000001'])
    expect(await found('?month=2026-10')).toEqual(['GR/2627/000001'])
    expect(await found('?q=grc/26')).toEqual(['GRC/2627/000001'])
    expect(await found('?q=ålesund&kind=invoice')).toEqual(['GR/2627/000001'])
    expect(await found('?q=nobody@')).toEqual(['GR/2627/000002'])
    expect(await found('?q=%25')).toEqual([])
    expect((await call('GET', '/admin/waiting')).body.data.documents_without_state).toBe(1)
  })
})

describe('a missing State', () => {
  const addState = (id: string | undefined, state: unknown = '32') =>
    call('POST', `/admin/documents/${id}/state`, { state })

  const addCountry = (id: string | undefined, country: unknown) =>
    call('POST', `/admin/documents/${id}/state`, { country })

  it('is refused if it is no country outside India, or a State as well (OQ-246)', async () => {
    await order({ billing_state: null, currency_code: 'USD' })
    await runJob()
    const [invoice] = await documents()
    for (const country of ['IN', 'United States', 'us', 'ZZ', '', 7]) {
      const answer = await addCountry(invoice?.id, country)
      expect(answer.status, String(country)).toBe(400)
      expect(answer.body.errors).toEqual([{ path: 'country', message: 'Choose the country of the buyer' }])
    }
    const both = await call('POST', `/admin/documents/${invoice?.id}/state`, { state: '32', country: 'US' })
    expect(both.body.errors).toEqual([{ path: 'country', message: 'Choose a State or a country, not both' }])
    expect((await call('POST', `/admin/documents/${invoice?.id}/state`, {})).body.message).toBe(
      'Choose the State of the buyer',
    )
    expect(await serials()).toHaveLength(1)
  })

  it('is the country of a buyer outside India: an export if paid in dollars (OQ-246)', async () => {
    const id = await order({ billing_state: null, currency_code: 'USD', amount: 4900 })
    await runJob()
    const [invoice] = await documents()
    expect(invoice).toMatchObject({ supply: 'b2c', place_of_supply: '29', cgst: 374, is_state_missing: true })
    const answer = await addCountry(invoice?.id, 'US')
    expect(answer.status).toBe(200)
    const { credit_note, invoice: next } = answer.body.data
    expect(credit_note).toMatchObject({ total: 4900, place_of_supply: '29', invoice: { id: invoice?.id } })
    expect(next).toMatchObject({
      total: 4900,
      supply: 'export',
      place_of_supply: '96',
      ...{ cgst: 0, igst: 747, missing_state: null },
    })
    const file = await call('GET', `/admin/documents/${next.id}/file`)
    const [page] = await pagesOf(file.body.data.data)
    expect(page?.replace(/\s+/g, ' ')).toContain('SUPPLY MEANT FOR EXPORT ON PAYMENT OF INTEGRATED TAX')
    expect(page).toContain('United States')
    expect(await transactionOf(id)).toMatchObject({
      billing_state: null,
      billing_country: 'US',
      tax_amount: 747,
    })
    expect((await call('GET', '/admin/documents')).body.data.counts).toEqual({ all: 3, 'state-missing': 0 })
    expect(await auditOf(id)).toEqual({
      before: { billing_country: null },
      after: { billing_country: 'US', invoice: next.serial },
    })
  })

  it('is outside India and taxed if a buyer abroad paid in rupees (OQ-246)', async () => {
    await order({ billing_state: null })
    await runJob()
    const [invoice] = await documents()
    const { invoice: next } = (await addCountry(invoice?.id, 'AE')).body.data
    expect(next).toMatchObject({ supply: 'b2c', place_of_supply: '96', igst: 38120, missing_state: null })
  })

  it('is refused if it is no State, or the document lacks none (OQ-243)', async () => {
    await order()
    await runJob()
    const [invoice] = await documents()
    expect((await addState(randomUUID())).status).toBe(404)
    for (const state of ['Kerala', '99', '', 7]) {
      const answer = await addState(invoice?.id, state)
      expect(answer.status).toBe(400)
      expect(answer.body.errors).toEqual([{ path: 'state', message: 'Choose the State of the buyer' }])
    }
    const answer = await addState(invoice?.id)
    expect(answer.status).toBe(409)
    expect(answer.body.message).toBe('This document lacks no State. Reload the list.')
    expect(await serials()).toHaveLength(1)
  })

  it('is corrected by a credit note of what is left and a new invoice (OQ-243)', async () => {
    const id = await order({ billing_state: null })
    await refund(id, 49900)
    await runJob()
    const [invoice] = await documents()
    expect(invoice).toMatchObject({ place_of_supply: '29', is_state_missing: true })
    const answers = await Promise.all([addState(invoice?.id), addState(invoice?.id)])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
    const { credit_note, invoice: next } = answers.find((answer) => answer.status === 200)?.body.data ?? {}
    expect(credit_note).toMatchObject({ total: 200000, place_of_supply: '29', invoice: { id: invoice?.id } })
    expect(next).toMatchObject({ total: 200000, place_of_supply: '32', igst: 30508, missing_state: null })
    expect(await transactionOf(id)).toMatchObject({ billing_state: 'Kerala', tax_amount: 30508 })
    const counts = (await call('GET', '/admin/documents')).body.data.counts
    expect(counts).toEqual({ all: 4, 'state-missing': 0 })

    await refund(id, 200000, '2026-11-21T06:00:00Z')
    await runJob()
    const last = (await documents()).find((row) => row.invoice_id === next.id)
    expect(last).toMatchObject({ total: 200000, igst: 30508 })
    expect((await transactionOf(id)).tax_amount).toBe(0)
    const file = await call('POST', '/admin/masterclass/invoice', { order_id: id })
    expect(await pagesOf(file.body.data.data)).toHaveLength(5)
  })

  it('is that of the venue for an event held in a place (OQ-243)', async () => {
    const event = (await makeEvent(app))._id
    const id = await order({ entity_type: 'events', entity_id: event, billing_state: 'Kerala' })
    await runJob()
    const [invoice] = await documents()
    expect(invoice).toMatchObject({ place_of_supply: '29', is_state_missing: true })
    const abroad = await addCountry(invoice?.id, 'US')
    expect(abroad.status).toBe(400)
    expect(abroad.body.errors).toEqual([
      {
        path: 'country',
        message: 'An event is taxed where it is held. Choose the State of the venue.',
      },
    ])
    const answer = await addState(invoice?.id, '33')
    expect(answer.body.data.invoice).toMatchObject({ place_of_supply: '33', missing_state: null })
    expect(await auditOf(id)).toEqual({
      before: { venue_state: null },
      after: { venue_state: 'Tamil Nadu', invoice: answer.body.data.invoice.serial },
    })
    expect((await call('GET', `/admin/event/${event}`)).body.data.venue_state).toBe('33')
    expect((await transactionOf(id)).billing_state).toBe('Kerala')
  })

  it('may be outside India for a venue, but not for a buyer (OQ-796)', async () => {
    const event = (await makeEvent(app))._id
    await order({ entity_type: 'events', entity_id: event })
    await runJob()
    const answer = await addState((await documents())[0]?.id, '96')
    expect(answer.body.data.invoice).toMatchObject({ place_of_supply: '96', cgst: 0, igst: 38120 })
    expect((await call('GET', `/admin/event/${event}`)).body.data.venue_state).toBe('96')
    const online = await order({ billing_state: null, billing_country: null })
    await runJob()
    const refused = await addState((await documents()).find((row) => row.transaction_id === online)?.id, '96')
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([400, 'state'])
  })

  it('is that of a masterclass or a payment page as well (OQ-795)', async () => {
    const hall = await makeMasterclass(app, { attendance_type: 'in-person' })
    const page = await makePaymentPage()
    await order({ entity_id: hall._id })
    await order({ entity_type: 'custom', entity_id: page, attendance: 'in-person' })
    await runJob()
    const lacking = (await documents()).filter((row) => row.is_state_missing)
    expect(lacking).toHaveLength(2)
    for (const { id } of lacking) {
      expect((await addState(id, '07')).body.data.invoice).toMatchObject({ place_of_supply: '07' })
    }
    expect((await call('GET', `/admin/masterclass/${hall._id}`)).body.data.venue_state).toBe('07')
    expect((await call('GET', `/admin/payment-entity/${page}`)).body.data.venue_state).toBe('07')
  })

  it('is dated on the last day of an open month, and today once that is filed (OQ-243)', async () => {
    const october = { billing_state: null, completed_at: '2026-10-05T10:00:00Z' }
    await order(october)
    await order(october)
    await runJob()
    const [first, second] = await documents()
    await addState(first?.id)
    await app.database.kysely
      .insertInto('gst_period')
      .values({ month: '2026-10', filed_at: testNow, filed_by: 'meera' })
      .execute()
    const waiting = async () => (await call('GET', '/admin/waiting')).body.data.documents_without_state
    expect(await waiting()).toBe(0)
    await addState(second?.id)
    const days = (await documents()).map((row) => row.document_date)
    expect(days.sort()).toEqual([
      '2026-10-05',
      '2026-10-05',
      '2026-10-31',
      '2026-10-31',
      '2026-11-21',
      '2026-11-21',
    ])
  })

  it('is refused after 30 November of the next financial year (OQ-801)', async () => {
    await setClock('2026-03-31T10:00:00Z')
    await order({ billing_state: null, completed_at: '2026-03-31T09:00:00Z' })
    await runJob()
    const [invoice] = await documents()
    await setClock('2026-11-30T18:30:00Z')
    const late = await addState(invoice?.id)
    expect([late.status, late.body.message]).toEqual([
      409,
      'Invoices of this financial year could be corrected until 30 November 2026. Ask your accountant.',
    ])
    await setClock('2026-11-30T18:29:00Z')
    expect((await addState(invoice?.id)).status).toBe(200)
  })

  it('is added by many at once while the job credits refunds: each once, and no number is left out (OQ-243)', async () => {
    for (let n = 0; n < 8; n++) await order({ billing_state: null })
    await runJob()
    const invoices = await documents()
    for (let n = 0; n < 12; n++) await order({ status: 'refunded' })
    // The job takes the number of an invoice first, the correction that of a credit note.
    const job = runJob()
    const answers = await Promise.all(
      invoices.flatMap(({ id }) => [1, 2].map(async () => (await addState(id)).status)),
    )
    await job
    await runJob()
    expect(answers.sort()).toEqual([...Array(8).fill(200), ...Array(8).fill(409)])
    const rows = await documents()
    for (const [series, length] of [
      ['GR', 28],
      ['GRC', 20],
    ] as const) {
      const numbers = rows.filter((row) => row.series === series).map((row) => row.number)
      expect(numbers.sort((one, other) => one - other)).toEqual(Array.from({ length }, (_, at) => at + 1))
    }
  })
})
