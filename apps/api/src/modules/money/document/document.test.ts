import { randomUUID } from 'node:crypto'
import type { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import type { Insertable } from 'kysely'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startCall } from '../../../platform/call.ts'
import type { DB } from '../../../platform/database/tables.ts'
import { emptyingOf } from '../../../platform/database/test-emptying.ts'
import { readSettings } from '../../../settings.ts'
import { createTestApp, type TestApp, testNow } from '../../../test-app.ts'
import { amountInFigures } from './amount-text.ts'
import { createDocumentService } from './document.service.ts'
import { createDocumentIssuing } from './document-issuing.service.ts'
import { drawDocuments } from './document-pdf.ts'
import { issueDocumentsTask } from './document-task.ts'
import { createDueDocuments } from './due-documents.service.ts'
import { gstAmounts } from './gst-amounts.ts'

type NewTransaction = Insertable<DB['transaction']>

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set(testNow)
  await app.database.pool.query(emptyingOf('transaction', 'invoice_counter'))
})

let count = 0
function transaction(overrides: Partial<NewTransaction> = {}): NewTransaction {
  count++
  return {
    id: randomUUID(),
    reference_order_id: `order_${count}`,
    payment_id: `pay_${count}`,
    status: 'completed',
    amount: 249900,
    currency_code: 'INR',
    created_at: new Date('2026-11-20T10:00:00.000Z'),
    entity_type: 'masterclass',
    entity_id: randomUUID(),
    entity_title: 'Save tax the legal way',
    entity_start_time: new Date('2026-11-28T13:30:00.000Z'),
    user_id: randomUUID(),
    user_first_name: 'Priya',
    user_last_name: 'Sharma',
    user_phone: '+919876543210',
    user_email: 'priya@mail.example',
    ...overrides,
  }
}

async function store(...rows: NewTransaction[]): Promise<string[]> {
  await app.database.kysely.insertInto('transaction').values(rows).execute()
  return rows.map((row) => String(row.id))
}

const stored = async (overrides: Partial<NewTransaction> = {}) =>
  (await store(transaction(overrides)))[0] ?? ''
const ask = (id: string, token?: string) =>
  app.call('POST', '/admin/masterclass/invoice', { json: { order_id: id }, ...(token ? { token } : {}) })

/** The document of a transaction: the text of its only page, and its bytes. */
async function read(id: string, token?: string) {
  const answer = await ask(id, token)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return readFile(answer.body.data.data)
}

async function readFile(file: string): Promise<{ text: string; pages: string[]; file: string }> {
  const bytes = Buffer.from(file, 'base64')
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(bytes.length).toBeLessThan(200 * 1024)
  const pages = await pagesOf(bytes)
  return { text: pages.join(' '), pages, file }
}

const textOf = async (bytes: Buffer) => (await pagesOf(bytes)).join(' ')

async function pagesOf(bytes: Buffer): Promise<string[]> {
  const document = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 })
    .promise
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    const texts = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : ''))
    pages.push(texts.join('').replace(/\s+/g, ' '))
  }
  await document.destroy()
  return pages
}

/** Creates documents in the same database as a server with other settings would. */
function serviceWith(environment: Record<string, string>): (id: string) => Promise<Buffer> {
  const shared = {
    settings: readSettings(environment),
    gateway: { kind: 'razorpay' as const },
    isMonthClosed: async () => false,
    lastDayOfCredit: async () => '2099-11-30',
  }
  const due = createDueDocuments({
    issuing: createDocumentIssuing(shared),
    log: pino({ level: 'silent' }),
    settings: shared.settings,
  })
  const drawing = { draw: drawDocuments, close: async () => {} }
  const service = createDocumentService({ ...shared, due, drawing })
  return (id) => service.makeFile(startCall({ db: app.database.kysely, clock: app.clock }), id)
}

const serials = async (kind: 'invoice' | 'credit-note') =>
  (
    await app.database.kysely
      .selectFrom('tax_document')
      .select('serial')
      .where('kind', '=', kind)
      .orderBy('serial')
      .execute()
  ).map((row) => row.serial)
const runJob = (program = app) =>
  program.app.tasks[issueDocumentsTask]?.({}, { attempt: 1, isLastAttempt: false, signal: never })
const never = new AbortController().signal
const numbered = (series: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `${series}/${String(from + index).padStart(6, '0')}`)

describe('refusals', () => {
  it('without a credential (AUTH-09)', async () => {
    const answer = await app.call('POST', '/admin/masterclass/invoice', { json: {}, token: null })
    expect(answer.status).toBe(401)
  })

  it('without an order (TXN-16)', async () => {
    const answer = await app.call('POST', '/admin/masterclass/invoice', { json: {} })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual([{ path: 'order_id', message: 'order_id is required' }])
  })

  it.each([randomUUID(), 'order_1', "' or 1=1 --"])('an unknown order: %s (TXN-16)', async (id) => {
    const answer = await ask(id)
    expect(answer.status).toBe(404)
    expect(answer.body.message).toBe('This transaction does not exist')
  })

  it('refuses an invoice for a pending order and uses no number (TXN-12, TXN-16)', async () => {
    const answer = await ask(await stored({ status: 'pending' }))
    expect(answer.status).toBe(409)
    expect(answer.body.message).toBe('A pending transaction has no invoice.')
    expect(await serials('invoice')).toEqual([])
    expect(await app.database.kysely.selectFrom('invoice_counter').selectAll().execute()).toEqual([])
  })
})

describe('the document', () => {
  it('has everything that Rule 46 requires for a completed order (TXN-16)', async () => {
    const { text } = await read(await stored())
    for (const part of [
      'Tax invoice',
      'GR/2627/000001',
      '21 Nov 2026',
      'Greenroom Learning Private Limited',
      '4th Floor, 12 Residency Road, Bengaluru 560025',
      'GSTIN 29AAAAA0000A1ZY',
      'Priya Sharma',
      'priya@mail.example',
      'Place of supply Karnataka (29)',
      'Not registered',
      'Tax under reverse charge No',
      'Save tax the legal way',
      'Masterclass · 28 Nov 2026, 07:00 PM IST',
      '999293',
      '20 Nov 2026',
      'Taxable value ₹2,117.80',
      'CGST 9% ₹190.60',
      'SGST 9% ₹190.60',
      'Total ₹2,499.00',
      'Rupees two thousand four hundred ninety-nine only',
      'computer generated',
      // The payment gateway of these tests is the sandbox (OQ-170).
      'Sandbox: not a valid document',
    ]) {
      expect(text).toContain(part)
    }
    expect(text).not.toMatch(/IGST|Credit note|Refunded/)
  })

  it('shows price, discount and taxable value of an order with a coupon (OQ-794)', async () => {
    const { text } = await read(
      await stored({ amount: 94_400, discount_amount: 23_600, coupon_code: 'FLAT200' }),
    )
    for (const part of [
      'Price ₹1,180.00, coupon FLAT200 −₹236.00, tax included',
      'Price before tax ₹1,000.00',
      'Discount −₹200.00',
      'Taxable value ₹800.00',
      'CGST 9% ₹72.00',
      'Total ₹944.00',
    ]) {
      expect(text).toContain(part)
    }
  })

  it('has IGST and the GSTIN for a buyer of another State (TXN-16)', async () => {
    const { text } = await read(
      await stored({ billing_state: 'kerala', gstin: '32AAAAA0000A1ZB', amount: 12450001 }),
    )
    for (const part of [
      'Place of supply Kerala (32)',
      '32AAAAA0000A1ZB',
      'Taxable value ₹1,05,508.48',
      'IGST 18% ₹18,991.53',
      'Total ₹1,24,500.01',
    ]) {
      expect(text).toContain(part)
    }
    expect(text).not.toMatch(/CGST|SGST/)
  })

  it('has the endorsement and IGST for a Special Economic Zone in the supplier’s State (OQ-820)', async () => {
    const sez = { gstin: '29AABCT1332L1ZA', billing_state: 'Karnataka', is_sez: true }
    const { text } = await read(await stored(sez))
    expect(text).toContain('Original for recipient')
    expect(text).toContain('IGST 18%')
    expect(text).not.toContain('CGST')
    expect(text).toContain('FOR AUTHORISED OPERATIONS ON PAYMENT OF INTEGRATED TAX')
    const makeFile = serviceWith({ GST_ON_SEZ_ORDERS: 'off', SEZ_GSTINS: '29aabct1332l1za' })
    const other = await textOf(await makeFile(await stored({ ...sez, is_sez: false })))
    expect(other).toContain('UNDER BOND OR LETTER OF UNDERTAKING WITHOUT PAYMENT OF INTEGRATED TAX')
    expect(other).toContain('₹2,499.00')
    expect(other).not.toContain('IGST')
    const { rows } = await app.database.pool.query(
      'select supply, rate_percent::int from tax_document order by serial',
    )
    expect(rows).toEqual([
      { supply: 'sez', rate_percent: 18 },
      { supply: 'sez', rate_percent: 0 },
    ])
  })

  it('recognises the supplier’s own State in any spelling (TXN-16)', async () => {
    expect((await read(await stored({ billing_state: ' KARNATAKA ' }))).text).toContain('CGST 9%')
    expect((await read(await stored({ billing_state: ' ' }))).text).toContain('CGST 9%')
  })

  it('includes GST in dollar orders by default (TXN-16)', async () => {
    const dollars = { currency_code: 'USD', amount: 4900 }
    const { text } = await read(await stored(dollars))
    expect(text).toContain('Taxable value $41.52')
    expect(text).toContain('CGST 9% $3.74')
    expect(text).toContain('SGST 9% $3.74')
    expect(text).toContain('Total $49.00')
    expect(text).toContain('US dollars forty-nine only')

    const untaxed = serviceWith({ GST_ON_USD_ORDERS: 'off' })
    const abroad = await textOf(await untaxed(await stored({ ...dollars, billing_country: 'US' })))
    expect(abroad).toContain('Taxable value $49.00')
    expect(abroad).toContain('SUPPLY MEANT FOR EXPORT')
    expect(abroad).toContain('Outside India (96)')
    expect(abroad).not.toMatch(/[CSI]GST \d/)
  })

  it('states value and tax of dollars in rupees, at the rate of the payment or of the month (OQ-822)', async () => {
    const dollars = { currency_code: 'USD', amount: 4900, billing_state: 'Kerala', billing_country: 'IN' }
    const at = { ...dollars, completed_at: new Date('2026-11-20T10:05:00.000Z') }
    const paid = await stored({ ...at, base_amount: 411_882 })
    const { text } = await read(paid)
    expect(text).toContain('taxable value ₹3,490.91, IGST ₹627.91, total ₹4,118.82')
    expect(text).toContain('₹84.0576 for $1, the payment gateway’s rate of 20 Nov 2026')
    const month = await stored(at)
    expect((await read(month)).text).not.toContain('for $1')
    await app.database.kysely
      .insertInto('gst_period')
      .values({ month: '2026-11', usd_rate: '84.5' })
      .execute()
    expect((await read(month)).text).toContain('₹84.5000 for $1, the rate of Nov 2026')
    await app.database.kysely
      .updateTable('transaction')
      .set({ status: 'refunded' })
      .where('id', '=', paid)
      .execute()
    expect((await read(paid)).text.match(/total ₹4,118\.82/g)).toHaveLength(2)
    const { rows } = await app.database.pool.query(
      'select kind, usd_rate from tax_document where transaction_id = $1 order by kind',
      [paid],
    )
    expect(rows).toEqual([
      { kind: 'credit-note', usd_rate: '84.0576' },
      { kind: 'invoice', usd_rate: '84.0576' },
    ])
    await app.database.kysely.deleteFrom('gst_period').execute()
  })

  it('has a credit note of its own series for a refunded order (TXN-12, TXN-16)', async () => {
    const { text } = await read(await stored({ status: 'refunded' }))
    for (const part of [
      'Tax invoice',
      'GR/2627/000001',
      'Credit note',
      'GRC/2627/000001',
      'Against tax invoice GR/2627/000001 of 21 Nov 2026',
      'Total credited ₹2,499.00',
    ]) {
      expect(text).toContain(part)
    }
  })

  it('has a statement without a serial for an order that was never paid (TXN-12, TXN-16)', async () => {
    const { text, file } = await read(await stored({ status: 'failed' }))
    expect(text).toContain('Order statement')
    expect(text).toContain('This is not a tax invoice')
    expect(text).toContain('Status Failed')
    expect(text).toContain('₹2,499.00')
    expect(text).not.toMatch(/GR\/|GSTIN|CGST|Tax invoice/)
    expect(await serials('invoice')).toEqual([])
    const id = await stored({ status: 'disputed' })
    expect((await read(id)).file).toBe((await read(id)).file)
    expect(file.length).toBeGreaterThan(1000)
  })

  it.each(['masterclass', 'membership', 'events', 'custom'])(
    'has orders of type %s (TXN-16)',
    async (type) => {
      const { text } = await read(await stored({ entity_type: type, entity_start_time: null }))
      expect(text).toContain('Total ₹2,499.00')
    },
  )

  it('keeps long and foreign texts on the page (TXN-16)', async () => {
    const { text } = await read(
      await stored({
        status: 'refunded',
        amount: Number.MAX_SAFE_INTEGER,
        entity_title: 'निवेश की शुरुआत 📈 投資 '.repeat(80),
        user_first_name: 'प्रिया',
        user_last_name: `शर्मा ${'Krishnamoorthy'.repeat(40)}`,
        user_email: `${'a'.repeat(300)}@mail.example`,
        reference_order_id: `order_${'x'.repeat(300)}`,
        billing_state: 'Ruritania '.repeat(40),
      }),
    )
    expect(text).toContain('₹9,00,71,99,25,47,409.91')
    expect(text).toContain('Credit note')
    expect(text).toContain('computer generated')
    const nameless = await read(await stored({ user_first_name: '', user_last_name: '' }))
    expect(nameless.text).toContain('Billed to priya@mail.example')
  })

  it('is drawn in a thread that the server starts with the first one and ends with itself (TXN-16)', async () => {
    const threads: { ended: boolean }[] = []
    const onWorker = (worker: Worker) => {
      const thread = { ended: false }
      worker.once('exit', () => {
        thread.ended = true
      })
      threads.push(thread)
    }
    process.on('worker', onWorker)
    const other = await createTestApp()
    try {
      const orders = Array.from({ length: 3 }, () => transaction())
      await other.database.kysely.insertInto('transaction').values(orders).execute()
      expect(threads).toEqual([])
      const answers = await Promise.all(
        orders.map(({ id }) => other.call('POST', '/admin/masterclass/invoice', { json: { order_id: id } })),
      )
      for (const { body } of answers) {
        expect(Buffer.from(body.data.data, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
      }
      expect(threads).toEqual([{ ended: false }])
    } finally {
      await other.close()
      process.off('worker', onWorker)
    }
    expect(threads).toEqual([{ ended: true }])
  })

  it('prints amounts exact to the paisa (TXN-16)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 10_000_000_000_000 }),
        fc.constantFrom('Karnataka', 'Goa'),
        async (amount, billing_state) => {
          const { text } = await read(await stored({ amount, billing_state }))
          const isSame = billing_state === 'Karnataka'
          const { taxable, cgst, igst } = gstAmounts(amount, isSame ? 'intra-state' : 'inter-state', 18)
          const taxes = isSame
            ? [['CGST 9%', cgst] as const, ['SGST 9%', cgst] as const]
            : [['IGST 18%', igst] as const]
          expect(text).toContain(`Taxable value ${amountInFigures(taxable, 'INR')}`)
          for (const [name, tax] of taxes) expect(text).toContain(`${name} ${amountInFigures(tax, 'INR')}`)
          expect(text).toContain(`Total ${amountInFigures(amount, 'INR')}`)
        },
      ),
      { numRuns: 25 },
    )
  })
})

describe('serials', () => {
  it('keeps its serial and its document, byte for byte (TXN-16)', async () => {
    const id = await stored()
    const first = await read(id)
    await read(await stored())
    app.clock.set('2027-05-03T06:30:00Z')
    const token = await app.tokenFor('meera.nair@greenroom.example')
    expect((await read(id, token)).file).toBe(first.file)
    expect(await serials('invoice')).toEqual(numbered('GR/2627', 1, 2))
  })

  it('keeps an issued invoice when settings and records change (TXN-16)', async () => {
    const id = await stored()
    const first = await read(id)
    await app.database.kysely
      .updateTable('transaction')
      .set({ user_first_name: 'Somebody', user_last_name: 'Else', billing_state: 'Goa' })
      .where('id', '=', id)
      .execute()
    const other = serviceWith({
      COMPANY_NAME: 'Another Company',
      COMPANY_STATE: 'Goa',
      INVOICE_SERIES: 'ZZ',
      INVOICE_SAC: '999999',
    })
    expect((await other(id)).toString('base64')).toBe(first.file)
    const fresh = await textOf(await other(await stored()))
    expect(fresh).toContain('Another Company')
    expect(fresh).toContain('ZZ/2627/000001')
    expect(fresh).not.toContain('Sandbox')
    expect((await read(await stored())).text).toContain('GR/2627/000002')
  })

  it('numbers forty concurrent first invoices consecutively, each order once (TXN-16)', async () => {
    const ids = await store(...Array.from({ length: 40 }, () => transaction()))
    const answers = await Promise.all([...ids, ...ids.slice(0, 10)].map((id) => ask(id)))
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200))
    expect(await serials('invoice')).toEqual(numbered('GR/2627', 1, 40))
    expect(answers.slice(40).map((answer) => answer.body.data.data)).toEqual(
      answers.slice(0, 10).map((answer) => answer.body.data.data),
    )
  })

  it('numbers concurrent credit notes consecutively (TXN-16)', async () => {
    const ids = await store(...Array.from({ length: 8 }, () => transaction({ status: 'refunded' })))
    await Promise.all([...ids, ...ids].map((id) => ask(id)))
    expect(await serials('invoice')).toEqual(numbered('GR/2627', 1, 8))
    expect(await serials('credit-note')).toEqual(numbered('GRC/2627', 1, 8))
  })

  it('restarts numbers on 1 April in India, by the day of the invoice, not of the order (TXN-16)', async () => {
    const [first = '', second = '', third = ''] = await store(transaction(), transaction(), transaction())
    app.clock.set('2027-03-31T18:29:59.999Z')
    const before = await app.tokenFor('meera.nair@greenroom.example')
    expect((await read(first, before)).text).toContain('GR/2627/000001')
    app.clock.set('2027-03-31T18:30:00.000Z')
    const after = await app.tokenFor('meera.nair@greenroom.example')
    const { text } = await read(second, after)
    expect(text).toContain('GR/2728/000001')
    expect(text).toContain('1 Apr 2027')
    expect((await read(third, after)).text).toContain('GR/2728/000002')
    expect((await read(first, after)).text).toContain('GR/2627/000001')
  })

  it('leaves no gap when an invoice could not be stored (TXN-16)', async () => {
    const broken = await stored({ reference_order_id: 'order_broken' })
    await read(await stored())
    await app.database.pool.query(`
      create function refuse_broken() returns trigger language plpgsql as $$
      begin
        if new.entity_label = 'order_broken' then raise exception 'refused'; end if;
        return new;
      end $$;
      create trigger refuse_broken before insert on audit_entry for each row execute function refuse_broken();`)
    expect((await ask(broken)).status).toBe(500)
    expect(await serials('invoice')).toEqual(numbered('GR/2627', 1, 1))
    await read(await stored())
    await app.database.pool.query('drop trigger refuse_broken on audit_entry; drop function refuse_broken')
    expect((await read(broken)).text).toContain('GR/2627/000003')
    expect(await serials('invoice')).toEqual(numbered('GR/2627', 1, 3))
  })

  it('issues the credit note of an invoice on the day of the refund (TXN-16, TXN-17)', async () => {
    const id = await stored({ payment_id: 'pay_credited' })
    const uninvoiced = await stored({ payment_id: 'pay_uninvoiced' })
    await read(id)
    app.clock.set('2026-11-23T06:30:00.000Z')
    const token = await app.tokenFor('meera.nair@greenroom.example')
    for (const order_id of [id, uninvoiced]) {
      const refund = await app.call('POST', '/admin/payment/refund', { json: { order_id }, token })
      expect(refund.status, JSON.stringify(refund.body)).toBe(200)
    }
    const settled = () =>
      app.database.kysely.selectFrom('transaction').select('id').where('status', '=', 'refunded').execute()
    await expect.poll(settled).toHaveLength(2)
    expect(await serials('credit-note')).toEqual([])
    await runJob()
    expect(await serials('credit-note')).toEqual(numbered('GRC/2627', 1, 2))
    app.clock.set('2026-11-25T06:30:00.000Z')
    const later = await app.tokenFor('meera.nair@greenroom.example')
    const { text } = await read(id, later)
    expect(text).toMatch(/GRC\/2627\/00000\d Dated 23 Nov 2026/)
    expect(text).toContain('Against tax invoice GR/2627/000001 of 21 Nov 2026')
    expect((await read(uninvoiced, later)).text).toMatch(/GRC\/2627\/00000\d Dated 23 Nov 2026/)
  })

  it('audits each document with a serial once (TXN-16)', async () => {
    const id = await stored({ status: 'refunded' })
    await read(id)
    await read(id)
    const entries = await app.database.kysely
      .selectFrom('audit_entry')
      .select(['action', 'after', 'actor_email'])
      .where('entity_id', '=', id)
      .orderBy('id')
      .execute()
    expect(entries).toEqual([
      {
        action: 'transaction.invoice',
        after: { invoice: 'GR/2627/000001' },
        actor_email: 'meera.nair@greenroom.example',
      },
      {
        action: 'transaction.credit-note',
        after: { credit_note: 'GRC/2627/000001', invoice: 'GR/2627/000001', amount: 249900 },
        actor_email: 'meera.nair@greenroom.example',
      },
    ])
  })
})
