import { randomUUID } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import type { GstMonth, GstReturnSummary } from '@greenroom/contract/money/gst-return/gst-return.schema'
import type { Insertable } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { storeDocument } from '../../../test-documents.ts'
import { unzipped } from '../../../test-zip.ts'
import { isMonthClosed } from './gst-period.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const store = (values: Partial<Insertable<DB['tax_document']>> = {}) =>
  storeDocument(app.database.kysely, values)

const month = '2026-10'
const path = `/admin/gst/months/${month}`
const monthsOf = async (query = '') => {
  const { body } = await app.call('GET', `/admin/gst/months${query}`)
  return body.data as { total: number; months: GstMonth[] }
}
const isClosed = (day: string, today = '2026-11-11') => isMonthClosed(app.database.kysely, day, today)
const october = async () => (await monthsOf()).months.find((one) => one.month === month)
const summary = async (): Promise<GstReturnSummary> => (await app.call('GET', path)).body.data

async function exportedBytes(json: unknown): Promise<Buffer> {
  const { body } = await app.call('POST', '/admin/exports', { json })
  const { signal } = new AbortController()
  await app.app.tasks['make-export']?.({ id: body.data._id }, { attempt: 1, isLastAttempt: false, signal })
  const { url } = (await app.call('POST', `/admin/exports/${body.data._id}/link`)).body.data
  return Buffer.from(await (await fetch(`${app.url}${url}`)).arrayBuffer())
}

async function exported(json: unknown): Promise<string> {
  const bytes = await exportedBytes(json)
  return (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString()
}

it('requires a credential (AUTH-09)', async () => {
  for (const [method, one] of [
    ['GET', '/admin/gst/months'],
    ['GET', path],
    ['PUT', `${path}/rate`],
    ['POST', `${path}/file`],
    ['POST', `${path}/reopen`],
  ] as const) {
    expect((await app.call(method, one, { token: null })).status).toBe(401)
  }
})

it('shows no month before the first document (OQ-294)', async () => {
  expect(await monthsOf()).toEqual({ total: 0, months: [] })
})

it.each(['0', '8325', '832.5', '8.325', '19.99', '200.01'])(
  'refuses the rate %j, which has lost its decimal point (OQ-522)',
  async (usd_rate) => {
    const answer = await app.call('PUT', `${path}/rate`, { json: { usd_rate } })
    expect(answer.status).toBe(400)
    expect(answer.body.message).toBe('One dollar is 20 to 200 rupees. Check the decimal point.')
  },
)

it.each(['', '83,25', '83.12345', '12345', 'x'])('refuses the rate %j (OQ-293)', async (usd_rate) => {
  const answer = await app.call('PUT', `${path}/rate`, { json: { usd_rate } })
  expect(answer.status).toBe(400)
  expect(answer.body.message).toBe('Enter rupees for one dollar, such as 83.25')
})

it('refuses a malformed month', async () => {
  for (const one of ['2026-13', '2026', 'x'])
    expect((await app.call('GET', `/admin/gst/months/${one}`)).status).toBe(400)
})

it('ends a month in India, whatever zone the business works in (OQ-328)', async () => {
  const elsewhere = await createTestApp({ BUSINESS_TIME_ZONE: 'Pacific/Auckland' })
  try {
    const fileAt = async (moment: string) => {
      elsewhere.clock.set(moment)
      const token = await elsewhere.tokenFor('meera.nair@greenroom.example')
      return (await elsewhere.call('POST', '/admin/gst/months/2026-11/file', { token })).status
    }
    // 1 December in Auckland, 30 November in India.
    expect(await fileAt('2026-11-30T12:00:00.000Z')).toBe(409)
    expect(await fileAt('2026-11-30T18:30:00.000Z')).toBe(200)
  } finally {
    await elsewhere.close()
  }
})

describe('a month of documents', () => {
  beforeAll(async () => {
    const invoice = await store({ document_date: '2026-09-30' })
    await store({ supply: 'b2b', recipient_gstin: '29AAACT2727Q1ZW' })
    const other = { place_of_supply: '27', cgst: 0, sgst: 0 }
    await store({ ...other, total: 11_800_000, taxable: 10_000_000, igst: 1_800_000 })
    await store({ ...other, total: 249_900, taxable: 211_780, igst: 38_120, is_state_missing: true })
    await store({ document_date: '2026-10-31', kind: 'credit-note', invoice_id: invoice })
    await store({
      ...{ currency_code: 'USD', supply: 'export', place_of_supply: '96', document_date: '2026-10-31' },
      ...{ total: 4_900, taxable: 4_153, cgst: 0, sgst: 0, igst: 747 },
    })
  })

  it('lists months with their sums per currency, invoices less credit notes (OQ-294)', async () => {
    const { total, months } = await monthsOf()
    expect([total, months.map((one) => one.month)]).toEqual([3, ['2026-11', '2026-10', '2026-09']])
    expect((await monthsOf('?limit=1&offset=1')).months.map((one) => one.month)).toEqual([month])
    expect(months[1]).toEqual({
      ...{ month, invoices: 4, credit_notes: 1, debit_notes: 0, state_missing: 1, rate_missing: 1 },
      ...{ exported: null, documents_due: 0, refunds_open: 0 },
      comparison: {
        days_missing: 0,
        differences: 0,
        finished_at: null,
        is_earlier: false,
        is_running: false,
      },
      ...{ earlier_rate: null, is_balanced: true },
      ...{ usd_rate: null, filed_at: null, filed_by: null, arn: null, version: 0 },
      sums: [
        {
          ...{ currency_code: 'INR', count: 4, total: 12_049_900, taxable: 10_211_780 },
          ...{ cgst: 0, sgst: 0, igst: 1_838_120 },
        },
        { currency_code: 'USD', count: 1, total: 4_900, taxable: 4_153, cgst: 0, sgst: 0, igst: 747 },
      ],
    })
  })

  it('waits for a rate: no return, no filing, and the documents are listed (OQ-293)', async () => {
    const { rate_missing, reported, registered } = await summary()
    expect(rate_missing).toEqual([
      {
        serial: 'GR/2627/000006',
        document_date: '2026-10-31',
        currency_code: 'USD',
        total: 4900,
        rate_month: '2026-10',
      },
    ])
    expect(reported).toEqual(registered)
    const json = { kind: 'gst-return', format: 'json', month }
    for (const answer of [
      await app.call('POST', '/admin/exports', { json }),
      await app.call('POST', `${path}/file`),
    ]) {
      expect(answer.status).toBe(409)
      expect(answer.body.message).toContain('Enter the rupees for one dollar first.')
    }
  })

  it('reports exactly what the registers have, to the paisa (OQ-292)', async () => {
    const saved = await app.call('PUT', `${path}/rate`, { json: { usd_rate: '84.3333' } })
    expect(saved.body.data).toMatchObject({ usd_rate: '84.3333', rate_missing: 0 })
    const { tables, reported, registered, rate_missing } = await summary()
    expect(rate_missing).toEqual([])
    expect(reported).toEqual(registered)
    // 41.53 and 7.47 dollars.
    const [taxable, igst] = [350_236, 62_997]
    expect(registered).toEqual({
      ...{ count: 5, taxable: 10_211_780 + taxable, igst: 1_838_120 + igst, cgst: 0, sgst: 0 },
      total: 12_049_900 + taxable + igst,
    })
    expect(tables.map(({ table, count }) => [table, count])).toEqual([
      ...[
        ['b2b', 1],
        ['b2cl', 1],
        ['exp', 1],
        ['b2cs', 2],
        ['cdnr', 0],
        ['cdnur', 0],
      ],
    ])
    const text = await exported({ kind: 'gst-return', format: 'json', month })
    const gstr1 = JSON.parse(text)
    expect(gstr1).toMatchObject({
      fp: '102026',
      exp: [{ exp_typ: 'WPAY', inv: [{ val: 4132.33, itms: [{ txval: 3502.36, iamt: 629.97 }] }] }],
      b2cl: [{ pos: '27', inv: [{ val: 118_000 }] }],
    })
    const register = await exported({ kind: 'documents', format: 'csv', month })
    const rows = register.slice(1, -2).split('\r\n').slice(1)
    expect(rows).toHaveLength(5)
    // The invoices of the register in rupees equal those of the return.
    const inRupees = rows.filter((row) => row.includes(',invoice,') && row.includes(',INR,'))
    const taxOf = (row: string) =>
      Math.round(Number(row.split(',').at(-10)) * 100 + Number(row.split(',').at(-13)) * 100)
    expect(inRupees.reduce((sum, row) => sum + taxOf(row), 0)).toBe(
      1_838_120 + 100_000 + 211_780 + 10_000_000,
    )
    expect(rows[0]).toBe(
      "GR/2627/000002,2026-10-05,invoice,order_2,,,'=Priya,29AAACT2727Q1ZW,b2b,29,999293,18.00,INR,1000.00,90.00,90.00,0.00,1180.00,No,,,1000.00,90.00,90.00,0.00,1180.00",
    )
    expect(rows.at(-1)).toContain('GRC/2627/000005,2026-10-31,credit-note,order_5,GR/2627/000001,2026-09-30,')
    // The same amounts as in table 6A.
    expect(rows.find((row) => row.includes(',USD,'))).toMatch(
      /,0\.00,0\.00,7\.47,49\.00,No,84\.3333,Month,3502\.36,0\.00,0\.00,629\.97,4132\.33$/,
    )
    const notes = await exported({ kind: 'documents', format: 'csv', month, document_kind: 'credit-note' })
    expect(notes.split('\r\n')).toHaveLength(3)
    expect((await exported({ kind: 'gst-return', format: 'xlsx', month })).startsWith('PK')).toBe(true)
  })

  it('marks a month that is over as filed and back, with audit entries (OQ-294)', async () => {
    const present = await app.call('POST', '/admin/gst/months/2026-11/file')
    expect(present.status).toBe(409)
    expect(present.body.message).toBe('This month is not over. Mark it as filed after its last day.')
    expect(await isClosed('2026-10-31')).toBe(false)
    const wrong = await app.call('POST', `${path}/file`, { json: { arn: 'AA2909261234' } })
    expect([wrong.status, wrong.body.message]).toEqual([
      400,
      'Enter the 15 characters of the ARN, such as AA290926123456X',
    ])
    const filed = await app.call('POST', `${path}/file`, { json: { arn: ' aa290926123456x ' } })
    expect(filed.body.data).toMatchObject({
      arn: 'AA290926123456X',
      filed_at: '2026-11-21T06:30:00.000Z',
      filed_by: 'meera.nair@greenroom.example',
    })
    expect(await isClosed('2026-10-31')).toBe(true)
    expect(await isClosed('2026-11-01')).toBe(false)
    expect((await app.call('PUT', `${path}/rate`, { json: { usd_rate: '85' } })).status).toBe(409)
    expect((await app.call('POST', `${path}/file`)).body.data).toEqual(filed.body.data)
    await app.call('POST', `${path}/reopen`)
    expect(await october()).toMatchObject({ filed_at: null, filed_by: null, arn: null, usd_rate: '84.3333' })
    const entries = await app.database.kysely
      .selectFrom('audit_entry')
      .select(['action', 'entity_label'])
      .where('entity_type', '=', 'gst-period')
      .orderBy('at')
      .execute()
    expect(entries.map(({ action }) => action)).toEqual(
      ['rate', 'file', 'reopen'].map((one) => `gst-period.${one}`),
    )
  })

  it('refuses a change of a month that a colleague changed, with the current one (OQ-521)', async () => {
    const { version = 0, invoices = 0, credit_notes = 0, state_missing } = (await october()) ?? {}
    const headers = { 'if-match': `"${version}"` }
    const rate = (usd_rate: string) => app.call('PUT', `${path}/rate`, { json: { usd_rate }, headers })
    const saved = await rate('85')
    expect(saved.body.data).toMatchObject({ usd_rate: '85.0000', version: version + 1 })
    for (const stale of [
      await rate('86'),
      await app.call('POST', `${path}/file`, { headers }),
      await app.call('POST', `${path}/reopen`, { headers }),
    ]) {
      expect([stale.status, stale.body.code]).toEqual([409, 'STALE'])
      expect(stale.body.data).toMatchObject({ usd_rate: '85.0000', filed_at: null, version: version + 1 })
    }
    const documents = invoices + credit_notes
    const file = (json: unknown) => app.call('POST', `${path}/file`, { json })
    expect((await file({ documents: documents - 1, state_missing })).body.code).toBe('STALE')
    expect((await file({ documents, state_missing: (state_missing ?? 0) + 1 })).body.code).toBe('STALE')
    expect(await october()).toMatchObject({ usd_rate: '85.0000', filed_at: null })
    const filed = await file({ documents, state_missing })
    expect([filed.status, filed.body.message]).toEqual([200, 'Marked as filed!'])
    app.clock.set(new Date(app.clock.now().getTime() + 60_000))
    expect((await file({ documents, state_missing })).body.message).toBe(
      'Filed before by meera.nair@greenroom.example',
    )
    const stale = await app.call('POST', `${path}/reopen`, { headers })
    expect(stale.body.message).toBe('meera.nair@greenroom.example marked this month as filed meanwhile.')
    await app.call('POST', `${path}/reopen`)
    await app.call('PUT', `${path}/rate`, { json: { usd_rate: '84.3333' } })
  })

  it('keeps a month from being filed while a document is dated into it (OQ-294)', async () => {
    let filing: Promise<unknown> = Promise.resolve()
    let isFiled = false
    await inTransaction(app.database.kysely, async (db) => {
      expect(await isMonthClosed(db, '2026-10-31', '2026-11-11')).toBe(false)
      filing = app.call('POST', `${path}/file`).then(() => {
        isFiled = true
      })
      await expect
        .poll(async () => {
          const { rows } = await app.database.pool.query(
            "select from pg_locks where locktype = 'advisory' and not granted",
          )
          return rows.length
        })
        .toBeGreaterThan(0)
      expect(isFiled).toBe(false)
    })
    await filing
    expect(await isClosed('2026-10-31')).toBe(true)
  })

  it('keeps what a file of the return held, shows what came after it, and takes no document after the 11th (OQ-800)', async () => {
    await app.database.pool.query('delete from gst_export')
    await app.call('POST', `${path}/reopen`)
    expect(await october()).toMatchObject({ exported: null })
    expect(await isClosed('2026-10-05', '2026-12-01')).toBe(false)
    await exported({ kind: 'gst-return', format: 'json', month })
    const sums = await summary()
    const documents = sums.reported.count
    expect((await october())?.exported).toEqual({
      at: app.clock.now().toISOString(),
      by: 'meera.nair@greenroom.example',
      documents,
      later: 0,
      is_outdated: false,
    })
    const [kept] = await app.database.kysely.selectFrom('gst_export').selectAll().execute()
    expect(kept).toMatchObject({
      format: 'json',
      taxable: sums.reported.taxable,
      igst: sums.reported.igst,
      total: sums.reported.total,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect([await isClosed('2026-10-05', '2026-11-11'), await isClosed('2026-10-05', '2026-11-12')]).toEqual([
      false,
      true,
    ])
    expect(await isClosed('2026-11-01', '2026-12-12')).toBe(false)

    // In the same series, and in one that the file doesn't know.
    await store({ document_date: '2026-10-07' })
    await store({ document_date: '2026-10-08', series: 'GR-K3F', serial: 'GR/2627/K3F00001', number: 1 })
    await store({ document_date: '2026-11-08' })
    expect((await october())?.exported).toMatchObject({ documents, later: 2, is_outdated: true })
    expect((await summary()).later.map(({ document_date }) => document_date).sort()).toEqual([
      '2026-10-07',
      '2026-10-08',
    ])
    const stale = await app.call('POST', `${path}/file`, { json: { later: 0 } })
    expect([stale.status, stale.body.code]).toEqual([409, 'STALE'])
    await exported({ kind: 'gst-return', format: 'xlsx', month })
    expect((await october())?.exported).toMatchObject({
      documents: documents + 2,
      later: 0,
      is_outdated: false,
    })
    await app.call('PUT', `${path}/rate`, { json: { usd_rate: '91' } })
    expect((await october())?.exported).toMatchObject({ later: 0, is_outdated: true })
    await app.call('PUT', `${path}/rate`, { json: { usd_rate: '84.3333' } })
    expect((await app.call('POST', `${path}/file`, { json: { later: 0 } })).status).toBe(200)
  })

  it('takes documents of a month that was exported before its end', async () => {
    const [file] = await app.database.kysely.selectFrom('gst_export').selectAll().execute()
    const early = { ...file, id: randomUUID(), month: '2026-09', last_numbers: '{}' }
    const insert = (exported_at: string) =>
      app.database.kysely
        .insertInto('gst_export')
        .values({ ...early, id: randomUUID(), exported_at } as Insertable<DB['gst_export']>)
        .execute()
    await insert('2026-09-30T18:29:59Z')
    expect(await isClosed('2026-09-05', '2026-10-12')).toBe(false)
    await insert('2026-09-30T18:30:00Z')
    expect(await isClosed('2026-09-05', '2026-10-12')).toBe(true)
  })

  it('exports what came after the filed return, the sums of GSTR-3B, and the amendments (OQ-830, OQ-831)', async () => {
    const form = async (name: string, of = month) => {
      const json = { kind: 'gst-return', format: 'xlsx', form: name, month: of }
      const files = Object.entries(unzipped(await exportedBytes(json)))
      return files.map(([name, text]) => (name.includes('sheet') ? text : '')).join('')
    }
    const may = { document_date: '2026-05-20' }
    const first = await store(may)
    const serialOf = async (id: string) =>
      (await app.database.pool.query('select serial from tax_document where id = $1', [id])).rows[0].serial
    await exported({ kind: 'gst-return', format: 'json', month: '2026-05' })
    const late = await serialOf(await store({ ...may, document_date: '2026-05-31' }))
    await app.call('POST', '/admin/gst/months/2026-05/file')
    app.clock.set(new Date(app.clock.now().getTime() + 60_000))
    // A file that is made after filing was not filed.
    await exported({ kind: 'gst-return', format: 'json', month: '2026-05' })
    const filed = (await monthsOf('?month=2026-05')).months[0]
    expect(filed?.exported).toMatchObject({ documents: 1, later: 1 })
    const additional = await form('gstr1a', '2026-05')
    expect(additional).toContain(late)
    expect(additional).not.toContain(await serialOf(first))
    const revised = await store({
      ...{ document_date: '2026-06-02', replaces: first, place_of_supply: '27' },
      ...{ cgst: 0, sgst: 0, igst: 18_000 },
    })
    const amendments = await form('amendments', '2026-06')
    for (const text of [await serialOf(first), await serialOf(revised), 'change']) {
      expect(amendments).toContain(text)
    }
    expect(await form('amendments', '2026-05')).not.toContain('change')
    expect(await form('gstr3b', '2026-05')).toContain('3.1(a)')
    await app.call('POST', '/admin/gst/months/2026-05/reopen')
    expect(await form('amendments', '2026-06')).not.toContain('change')
    const early = { kind: 'gst-return', format: 'xlsx', form: 'gstr1a', month: '2026-06' }
    expect((await app.call('POST', '/admin/exports', { json: early })).body).toMatchObject({
      code: 'WRONG_STATE',
      message: 'GSTR-1A has what came after a filed GSTR-1. This month is not filed.',
    })
    const json = { kind: 'gst-return', format: 'json', form: 'gstr3b', month }
    expect((await app.call('POST', '/admin/exports', { json })).body.message).toBe(
      'Only GSTR-1 can be exported as JSON',
    )
  })

  it('reports no credit note that came too late to reduce tax, but has it in the register (OQ-801)', async () => {
    await app.call('POST', `${path}/reopen`)
    const before = await summary()
    const lines = async () =>
      (await exported({ kind: 'documents', format: 'csv', month })).split('\r\n').length
    const registered = await lines()
    const invoice_id = await store({ document_date: '2025-03-31', financial_year: 2024 })
    await store({
      invoice_id,
      kind: 'credit-note',
      is_financial: true,
      series: 'GRF',
      cgst: 0,
      sgst: 0,
      taxable: 118_000,
    })
    expect(await summary()).toMatchObject({ reported: before.reported, registered: before.registered })
    expect((await october())?.is_balanced).toBe(true)
    await store({
      invoice_id: await store({ document_date: '2025-02-28', financial_year: 2024, currency_code: 'USD' }),
      kind: 'credit-note',
      is_financial: true,
      series: 'GRF',
      currency_code: 'USD',
      cgst: 0,
      sgst: 0,
      taxable: 118_000,
    })
    expect((await october())?.rate_missing).toBe(0)
    expect(await lines()).toBe(registered + 2)
    expect(await exported({ kind: 'gst-return', format: 'json', month })).not.toContain('GRF')
  })

  it('counts paid orders of the month that wait for their invoice (OQ-800)', async () => {
    const at = (completed_at: string) =>
      app.database.pool.query(
        `update transaction set document_state = 'due', completed_at = $1
          where id = (select min(id::text)::uuid from transaction where document_state <> 'due' or completed_at is null)`,
        [completed_at],
      )
    await app.database.pool.query("update transaction set document_state = 'issued'")
    for (const moment of [
      '2026-09-30T18:29:59Z',
      '2026-09-30T18:30:00Z',
      '2026-10-31T18:29:59Z',
      '2026-10-31T18:30:00Z',
    ])
      await at(moment)
    expect((await october())?.documents_due).toBe(2)
    await app.database.pool.query("update transaction set document_state = 'issued'")
  })

  it('counts refunds of the month that the gateway has not settled or that lack their credit note (OQ-833)', async () => {
    const { id: transaction_id } = await app.database.kysely
      .selectFrom('transaction')
      .select('id')
      .executeTakeFirstOrThrow()
    const make = (state: 'requested' | 'processed', at: string) => {
      const id = randomUUID()
      return app.database.kysely
        .insertInto('refund')
        .values({
          ...{ id, transaction_id, idempotency_key: id, origin: 'gateway', state, amount: 100 },
          ...{ currency_code: 'INR', sandbox: true, requested_by: 'meera', requested_at: at },
          ...(state === 'processed' && { document_state: 'due', settled_at: at }),
        })
        .execute()
    }
    for (const state of ['requested', 'processed'] as const) {
      for (const at of ['2026-03-31T18:29:59Z', '2026-03-31T18:30:00Z', '2026-04-30T18:30:00Z'])
        await make(state, at)
    }
    await store({ document_date: '2026-04-10' })
    const { months } = await monthsOf('?month=2026-04')
    expect(months[0]?.refunds_open).toBe(2)
    await app.database.pool.query("delete from refund where requested_by = 'meera' and amount = 100")
  })

  it('counts the invoices without a State that the register lists: not one refunded in full (OQ-294)', async () => {
    const missing = { place_of_supply: '27', cgst: 0, sgst: 0, igst: 18_000, is_state_missing: true }
    const july = { ...missing, document_date: '2026-07-10' }
    await store(july)
    const refunded = await store(july)
    const { transaction_id } = await app.database.kysely
      .selectFrom('tax_document')
      .select('transaction_id')
      .where('id', '=', refunded)
      .executeTakeFirstOrThrow()
    const refundId = randomUUID()
    await app.database.kysely
      .insertInto('refund')
      .values({
        ...{ id: refundId, transaction_id, idempotency_key: refundId, origin: 'gateway', state: 'processed' },
        ...{
          amount: 118_000,
          currency_code: 'INR',
          sandbox: true,
          requested_by: 'meera',
          document_state: 'issued',
        },
        ...{ requested_at: '2026-07-11T10:00:00.000Z', settled_at: '2026-07-11T10:00:00.000Z' },
      })
      .execute()
    const note = { kind: 'credit-note', invoice_id: refunded, refund_id: refundId } as const
    await store({ ...july, ...note, is_state_missing: false, document_date: '2026-07-11' })
    const listed = (await app.call('GET', '/admin/documents?group=state-missing&month=2026-07')).body.data
    expect(listed.documents).toHaveLength(1)
    const { months } = await monthsOf()
    expect(months.find((one) => one.month === '2026-07')).toMatchObject({ invoices: 2, state_missing: 1 })
  })

  it('keeps the rate that the credit notes of a filed month took (OQ-293)', async () => {
    const dollars = { currency_code: 'USD', supply: 'export', place_of_supply: '96' } as const
    const amounts = { total: 4_900, taxable: 4_900, cgst: 0, sgst: 0 }
    const invoice = await store({ ...dollars, ...amounts, document_date: '2026-08-20' })
    await store({
      ...dollars,
      ...amounts,
      document_date: '2026-09-02',
      kind: 'credit-note',
      invoice_id: invoice,
    })
    const rateOf = (usd_rate: string) =>
      app.call('PUT', '/admin/gst/months/2026-08/rate', { json: { usd_rate } })
    expect((await rateOf('83')).status).toBe(200)
    expect((await app.call('POST', '/admin/gst/months/2026-09/file')).status).toBe(200)
    const refused = await rateOf('90')
    expect(refused.status).toBe(409)
    expect(refused.body.message).toBe(
      'Credit notes of the filed month 2026-09 take this rate. Mark that month as not filed to change it.',
    )
    expect((await rateOf('83')).status).toBe(200)
    await app.call('POST', '/admin/gst/months/2026-09/reopen')
    expect((await rateOf('90')).body.data).toMatchObject({ usd_rate: '90.0000' })
  })
})

describe('the steps of a month (OQ-658)', () => {
  const insertComparison = (day: string, finished: string) =>
    app.database.kysely
      .insertInto('gateway_comparison')
      .values({ day, state: 'done', requested_at: finished, requested_by: 'system', finished_at: finished })
      .execute()

  it('lists one month alone, and none outside of the list', async () => {
    expect(await monthsOf(`?month=${month}`)).toMatchObject({ total: 1, months: [{ month }] })
    expect(await monthsOf('?month=2019-01')).toEqual({ total: 0, months: [] })
    expect((await app.call('GET', '/admin/gst/months?month=2026-1')).status).toBe(400)
  })

  it('counts open differences by when the money moved, and days that were not compared since they ended', async () => {
    const db = app.database.kysely
    const comparison = async (of = month) => (await monthsOf(`?month=${of}`)).months[0]?.comparison
    const nothing = {
      differences: 0,
      days_missing: 0,
      finished_at: null,
      is_earlier: false,
      is_running: false,
    }
    expect(await comparison()).toEqual(nothing)
    // The 31st was compared while it went on.
    await insertComparison('2026-10-29', '2026-10-29T21:00:00.000Z')
    await insertComparison('2026-10-31', '2026-10-31T10:00:00.000Z')
    expect(await comparison()).toEqual({
      ...nothing,
      days_missing: 2,
      finished_at: '2026-10-31T10:00:00.000Z',
    })
    for (const [subject, occurred_at, resolved_at] of [
      // 1 November in India.
      ['pay_1', '2026-10-31T19:00:00Z', null],
      ['pay_2', '2026-10-31T18:00:00Z', null],
      ['pay_3', '2026-10-20T10:00:00Z', '2026-11-01T10:00:00Z'],
    ] as const) {
      await db
        .insertInto('gateway_difference')
        .values({
          id: randomUUID(),
          kind: 'payment-without-order',
          subject,
          payment_id: subject,
          occurred_at,
          found_at: '2026-11-02T10:00:00Z',
          last_seen_at: '2026-11-02T10:00:00Z',
          ...(resolved_at && { resolved_at, resolution: 'staff', resolved_by: 'meera', note: 'A test' }),
        })
        .execute()
    }
    expect((await comparison())?.differences).toBe(1)
    expect((await comparison('2026-11'))?.differences).toBe(1)
  })

  it('says that a month was over before the first comparison', async () => {
    await store({ document_date: '2025-08-05' })
    const [august] = (await monthsOf('?month=2025-08')).months
    expect(august?.comparison).toMatchObject({ days_missing: 0, finished_at: null, is_earlier: true })
  })

  it('has the rate of the latest month before it, and the months whose rate is missing', async () => {
    await app.database.kysely
      .insertInto('gst_period')
      .values([
        { month: '2025-06', usd_rate: '83.7400' },
        { month: '2025-07', filed_at: new Date('2025-08-10T10:00:00Z'), filed_by: 'meera' },
      ])
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const [august] = (await monthsOf('?month=2025-08')).months
    expect(august?.earlier_rate).toEqual({ month: '2025-06', usd_rate: '83.7400' })
    const amounts = { total: 4900, taxable: 4153, cgst: 0, sgst: 0, igst: 747 }
    const dollars = { currency_code: 'USD', supply: 'export', place_of_supply: '96', ...amounts } as const
    const invoice = await store({ ...dollars, document_date: '2025-08-06' })
    await store({
      kind: 'credit-note',
      invoice_id: invoice,
      ...dollars,
      document_date: '2025-09-06',
    })
    const september: GstReturnSummary = (await app.call('GET', '/admin/gst/months/2025-09')).body.data
    expect(september.rate_missing).toMatchObject([{ document_date: '2025-09-06', rate_month: '2025-08' }])
  })

  it('compares the tables with the registers until the month is filed', async () => {
    const [august] = (await monthsOf('?month=2025-08')).months
    expect(august?.is_balanced).toBe(true)
    await app.database.kysely
      .updateTable('gst_period')
      .set({ filed_at: new Date('2025-09-10T10:00:00Z'), filed_by: 'meera' })
      .where('month', '=', '2025-07')
      .execute()
    await store({ document_date: '2025-07-05' })
    expect((await monthsOf('?month=2025-07')).months[0]?.is_balanced).toBeNull()
  })
})

// The last test of the file: after a valid document those of the others no longer count.
it('reports documents of the sandbox only while there are no others (OQ-793)', async () => {
  const registered = async () => (await summary()).registered.count
  const before = await registered()
  expect(before).toBeGreaterThan(0)
  await store({ sandbox: false, document_date: '2026-10-06', serial: 'GR/2627/900001' })
  expect(await registered()).toBe(1)
  expect((await summary()).reported).toMatchObject({ count: 1, taxable: 100_000 })
  const file = await exported({ kind: 'gst-return', format: 'json', month })
  expect(JSON.parse(file).b2cs).toEqual([
    { sply_ty: 'INTRA', pos: '29', typ: 'OE', rt: 18, txval: 1000, camt: 90, samt: 90, csamt: 0 },
  ])
})

it('takes the rate of the payment before that of the month, in all places (OQ-822)', async () => {
  const august = '2026-08'
  await store({
    ...{ document_date: '2026-08-10', sandbox: false },
    ...{
      currency_code: 'USD',
      supply: 'export',
      place_of_supply: '96',
      usd_rate: '90',
      buyer_name: 'Own rate',
    },
    ...{ total: 1_180, taxable: 1_000, cgst: 0, sgst: 0, igst: 180 },
  })
  const { reported, registered, rate_missing } = (await app.call('GET', `/admin/gst/months/${august}`)).body
    .data
  expect([reported, rate_missing]).toEqual([registered, []])
  const gstr1 = JSON.parse(await exported({ kind: 'gst-return', format: 'json', month: august }))
  expect(gstr1.exp[0].inv).toContainEqual(
    expect.objectContaining({ val: 1062, itms: [{ txval: 900, rt: 18, iamt: 162, csamt: 0 }] }),
  )
  const register = await exported({ kind: 'documents', format: 'csv', month: august })
  expect(register.split('\r\n').find((row) => row.includes('Own rate'))).toMatch(
    /,No,90\.0000,Payment,900\.00,0\.00,0\.00,162\.00,1062\.00$/,
  )
})
