import { randomUUID } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { storeDocument } from '../../../test-documents.ts'
import { readVoucher } from './journal.presenter.ts'
import { readLedgers } from './journal-ledgers.ts'

describe('names of ledgers (OQ-834)', () => {
  it('are the usual ones unless the settings give others', () => {
    const defaultLedgers = readLedgers('')
    expect(defaultLedgers).toMatchObject({ gateway: 'Razorpay', bank: 'Bank', igst: 'Output IGST' })
    expect(readLedgers(' bank = HDFC Bank ; sales=Course sales;')).toEqual({
      ...defaultLedgers,
      bank: 'HDFC Bank',
      sales: 'Course sales',
    })
  })

  it.each(['bank', 'cash=Till', 'bank=', 'toString=x', `bank=${'x'.repeat(101)}`])('refuse %j', (text) => {
    expect(() => readLedgers(text)).toThrow('must be a ledger and its name')
  })
})

describe('the journal of a month (OQ-834)', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp({ JOURNAL_LEDGERS: 'bank=HDFC & Sons' })
    const db = app.database.kysely
    const invoice = await storeDocument(db, { buyer_name: 'Asha <Rao> & "Co"\u0007' })
    await storeDocument(db, {
      ...{ kind: 'credit-note', invoice_id: invoice, document_date: '2026-10-31' },
      ...{ total: 59_000, taxable: 50_000, cgst: 4_500, sgst: 4_500 },
    })
    await storeDocument(db, {
      ...{ currency_code: 'USD', supply: 'export', place_of_supply: '96', document_date: '2026-10-06' },
      ...{ total: 4_900, taxable: 4_153, cgst: 0, sgst: 0, igst: 747 },
    })
    await storeDocument(db, { document_date: '2026-11-01' })
    const settle = (settled_at: string, gateway_id: string, values: Record<string, number>) =>
      db
        .insertInto('settlement')
        .values({
          ...{ id: randomUUID(), gateway_id, utr: `UTR-${gateway_id}`, settled_at, currency_code: 'INR' },
          ...{ created_at: settled_at, updated_at: settled_at, sandbox: true },
          ...values,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    const { id } = await settle('2026-09-30T18:30:00Z', 'setl_a', {
      ...{ payments: 1_000_00, fee: 2_360, tax: 360, refunds: 100_00, adjustments: -200_50 },
      net: 1_000_00 - 2_360 - 100_00 - 200_50,
    })
    await db
      .insertInto('settlement_line')
      .values({
        ...{
          id: randomUUID(),
          settlement_id: id,
          kind: 'adjustment',
          type: 'adjustment',
          entity_id: 'adj_1',
        },
        ...{ dispute_id: 'disp_1', amount: 200_00, debit: 200_00, credit: 0, currency_code: 'INR' },
        ...{ created_at: '2026-10-01T00:00:00Z', updated_at: '2026-10-01T00:00:00Z' },
      })
      .execute()
    await settle('2026-10-31T18:29:59Z', 'setl_b', { refunds: 50_00, net: -50_00 })
    await settle('2026-10-31T18:30:00Z', 'setl_c', { payments: 1_00, net: 1_00 })
  })
  afterAll(() => app.close())

  async function journal(format: string): Promise<string> {
    const { body } = await app.call('POST', '/admin/exports', {
      json: { kind: 'journal', format, month: '2026-10' },
    })
    const { signal } = new AbortController()
    const task = app.app.tasks['make-export']
    await task?.({ id: body.data._id }, { attempt: 1, isLastAttempt: false, signal })
    const { url } = (await app.call('POST', `/admin/exports/${body.data._id}/link`)).body.data
    const bytes = Buffer.from(await (await fetch(`${app.url}${url}`)).arrayBuffer())
    return (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString()
  }

  it('waits for the rate of documents in dollars', async () => {
    const json = { kind: 'journal', format: 'csv', month: '2026-10' }
    expect((await app.call('POST', '/admin/exports', { json })).status).toBe(409)
    await app.call('PUT', '/admin/gst/months/2026-10/rate', { json: { usd_rate: '84' } })
  })

  it('has every document and settlement of the month, and each voucher balances', async () => {
    const rows = (await journal('csv'))
      .slice(1)
      .trim()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(',').slice(0, 6))
    expect(rows).toEqual([
      ['2026-10-01', 'Receipt', 'setl_a', 'HDFC & Sons', '675.90', ''],
      ['2026-10-01', 'Receipt', 'setl_a', 'Gateway charges', '20.00', ''],
      ['2026-10-01', 'Receipt', 'setl_a', 'Input GST on gateway charges', '3.60', ''],
      ['2026-10-01', 'Receipt', 'setl_a', 'Gateway adjustments', '0.50', ''],
      ['2026-10-01', 'Receipt', 'setl_a', 'Disputed payments', '200.00', ''],
      ['2026-10-01', 'Receipt', 'setl_a', 'Razorpay', '', '900.00'],
      ['2026-10-05', 'Sales', 'GR/2627/000001', 'Razorpay', '1180.00', ''],
      ['2026-10-05', 'Sales', 'GR/2627/000001', 'Sales', '', '1000.00'],
      ['2026-10-05', 'Sales', 'GR/2627/000001', 'Output CGST', '', '90.00'],
      ['2026-10-05', 'Sales', 'GR/2627/000001', 'Output SGST', '', '90.00'],
      ['2026-10-06', 'Sales', 'GR/2627/000003', 'Razorpay', '4116.00', ''],
      ['2026-10-06', 'Sales', 'GR/2627/000003', 'Sales', '', '3488.52'],
      ['2026-10-06', 'Sales', 'GR/2627/000003', 'Output IGST', '', '627.48'],
      ['2026-10-31', 'Credit Note', 'GRC/2627/000002', 'Razorpay', '', '590.00'],
      ['2026-10-31', 'Credit Note', 'GRC/2627/000002', 'Sales', '500.00', ''],
      ['2026-10-31', 'Credit Note', 'GRC/2627/000002', 'Output CGST', '45.00', ''],
      ['2026-10-31', 'Credit Note', 'GRC/2627/000002', 'Output SGST', '45.00', ''],
      ['2026-10-31', 'Payment', 'setl_b', 'HDFC & Sons', '', '50.00'],
      ['2026-10-31', 'Payment', 'setl_b', 'Razorpay', '50.00', ''],
    ])
    const sums = new Map<string, number>()
    for (const [, , number = '', , debit, credit] of rows) {
      const moved = Math.round((Number(debit) - Number(credit)) * 100)
      sums.set(number, (sums.get(number) ?? 0) + moved)
    }
    expect([...sums.values()].every((sum) => sum === 0)).toBe(true)
  })

  it('is written for Tally, with escaped names and debits as negative amounts', async () => {
    const xml = await journal('xml')
    expect(xml.match(/<VOUCHER /g)).toHaveLength(5)
    expect(xml).toContain('<NARRATION>order_1, Asha &lt;Rao&gt; &amp; &quot;Co&quot; </NARRATION>')
    expect(xml).toContain(
      '<LEDGERNAME>HDFC &amp; Sons</LEDGERNAME><ISDEEMEDPOSITIVE>Yes</ISDEEMEDPOSITIVE><AMOUNT>-675.90</AMOUNT>',
    )
    expect(xml).toContain('REMOTEID="greenroom/Sales/GR/2627/000001" VCHTYPE="Sales"')
    expect(xml).toContain('<DATE>20261005</DATE>')
    expect(xml.endsWith('</ENVELOPE>\n')).toBe(true)
  })
})

it('keeps with the gateway what a settlement does not explain (OQ-834)', () => {
  const row = [
    ...['settlement', '2026-10-01', 'setl_x', null, null, null, null, null, null, null, null],
    ...['1000', '0', '0', '0', '20', '0', '900'],
  ]
  const { entries, narration } = readVoucher(row)
  expect(entries).toEqual([
    { ledger: 'bank', amount: 900 },
    { ledger: 'fees', amount: 20 },
    { ledger: 'gateway', amount: -920 },
  ])
  expect(narration).toBe('Settlement, differs from the sum of its lines')
})
