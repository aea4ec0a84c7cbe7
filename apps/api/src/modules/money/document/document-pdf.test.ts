import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, it } from 'vitest'
import { contentOf, type DocumentContent } from './document-content.ts'
import { drawDocuments, type PrintedDocument } from './document-pdf.ts'

/** The content of an invoice to a registered buyer in another State. */
function contentFor(address: string, name = 'Priya Sharma'): DocumentContent {
  const content = contentOf(
    {
      reference_order_id: 'order_1',
      payment_id: 'pay_1',
      amount: 249_900,
      currency_code: 'INR',
      created_at: new Date('2026-11-20T10:00:00.000Z'),
      completed_at: null,
      entity_type: 'masterclass',
      entity_title: 'Save tax the legal way',
      entity_start_time: null,
      user_first_name: 'Priya',
      user_last_name: 'Sharma',
      user_phone: '+919876543210',
      user_email: 'priya@mail.example',
      billing_name: name,
      billing_address: address,
      billing_state: 'Maharashtra',
      billing_country: 'IN',
      coupon_code: null,
      discount_amount: 0,
      gstin: '27AAPFU0939F1ZV',
      is_sez: false,
      usd_rate: null,
    },
    null,
    {
      COMPANY_NAME: 'Greenroom Learning Private Limited',
      COMPANY_ADDRESS: '4th Floor, 12 Residency Road, Bengaluru 560025',
      COMPANY_STATE: 'Karnataka',
      COMPANY_GSTIN: '29AAAAA0000A1ZY',
      INVOICE_SAC: '999293',
      GST_ON_USD_ORDERS: 'on',
      GST_ON_SEZ_ORDERS: 'on',
      SEZ_GSTINS: [],
      GST_RATE: 18,
      TAX_PERIODS: [],
      RUPEE_ORDERS_FROM_ABROAD: 'taxed',
      HYBRID_WITHOUT_ATTENDANCE: 'online',
      FOREIGN_BUYERS_AT_VENUE: 'intra-state',
    },
  )
  return { ...content, sandbox: false }
}

const invoice = (content: DocumentContent): PrintedDocument => ({
  kind: 'invoice',
  content,
  serial: 'GRN/26-27/00001',
  date: '2026-11-20',
  issuedAt: new Date('2026-11-20T10:00:00.000Z'),
  invoice: undefined,
  usdRate: null,
  isCorrection: false,
})

async function draw(content: DocumentContent): Promise<Buffer> {
  const bytes = await drawDocuments({ kind: 'documents', documents: [invoice(content)] })
  // To look at: pdftoppm -png.
  const folder = process.env.PDF_FOLDER
  if (folder) writeFileSync(`${folder}/${randomUUID()}.pdf`, bytes)
  return bytes
}

/** The text of each page, with one space between its parts. */
async function textsOf(bytes: Buffer): Promise<string[]> {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const texts: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(' '))
  }
  await document.destroy()
  return texts
}

const withoutSpaces = (text: string) => text.replace(/\s+/g, '')

/** What Rule 46 of the CGST Rules asks for, (a) to (q), as far as it applies to this sale. */
const required = [
  'Greenroom Learning Private Limited',
  '4th Floor, 12 Residency Road, Bengaluru 560025',
  'GSTIN 29AAAAA0000A1ZY',
  'GRN/26-27/00001',
  'Dated 20 Nov 2026',
  'Priya Sharma',
  '27AAPFU0939F1ZV',
  '999293',
  'Save tax the legal way',
  '₹2,499.00',
  '₹2,117.80',
  'IGST 18%',
  '₹381.20',
  'Place of supply',
  'Maharashtra (27)',
  'Tax under reverse charge',
  'This document is computer generated and needs no signature.',
]

describe('an invoice', () => {
  it.each([
    ['of short words', Array.from({ length: 250 }, (_, n) => `${(n % 90) + 10},`).join(' ')],
    ['of one word', Array.from({ length: 125 }, (_, n) => `Lane${1000 + n}`).join('')],
    [
      'of many lines',
      Array.from({ length: 100 }, (_, n) => `Floor ${String(n + 10).padStart(3)}`).join('\n'),
    ],
    ['in Tamil and Kannada', 'கொடைக்கானல் ಕ್ಷೇತ್ರ '.repeat(48)],
  ])('has all that Rule 46 asks for with a long address %s (TXN-16, OQ-242)', async (_title, long) => {
    const address = long.slice(0, 1000).padEnd(1000, '9')
    expect(address).toHaveLength(1000)
    const pages = await textsOf(await draw(contentFor(address)))
    const all = withoutSpaces(pages.join(''))
    for (const text of required) expect(all, text).toContain(withoutSpaces(text))
    // All of the address is there, if it is Latin: other letters can have more than one spelling in a PDF.
    // It is in a column that the page's top and foot can interrupt.
    if (/^[\x20-\x7e\n]*$/.test(address)) {
      for (const word of address.split(/[\s,]+/)) expect(all).toContain(word.slice(0, 8))
    }
    if (pages.length > 1) {
      for (const [index, page] of pages.entries())
        expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
    }
  })

  it('draws many scripts, with numbers and brackets, and equal bytes each time (OQ-244)', async () => {
    const content = contentFor(
      'شارع الملك ١٢٣ (حي النخيل) بغداد\nخیابان ۴۵ (تهران)\nרחוב הרצל 12 (תל אביב)\n王府井 สีลม 서울 թիվ 🎉',
      'محمد (علی) خان',
    )
    const first = await draw(content)
    expect((await draw(content)).equals(first)).toBe(true)
    const [page = ''] = await textsOf(first)
    expect(page).not.toContain('U+')
  })
})
