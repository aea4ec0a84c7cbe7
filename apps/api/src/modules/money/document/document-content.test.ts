import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  amountsOf,
  contentOf,
  creditContentOf,
  type DocumentContent,
  type DocumentedTransaction,
  type DocumentSettings,
  readContent,
} from './document-content.ts'
import type { Venue } from './place-of-supply.ts'

const settings: DocumentSettings = {
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
}

const sale: DocumentedTransaction = {
  reference_order_id: 'order_1',
  payment_id: 'pay_1',
  amount: 249900,
  coupon_code: null,
  discount_amount: 0,
  currency_code: 'INR',
  created_at: new Date('2026-11-20T10:00:00.000Z'),
  completed_at: new Date('2026-11-20T10:05:00.000Z'),
  entity_type: 'masterclass',
  entity_title: 'Save tax the legal way',
  entity_start_time: null,
  user_first_name: 'Priya',
  user_last_name: 'Sharma',
  user_phone: '+919876543210',
  user_email: 'priya@mail.example',
  billing_name: null,
  billing_address: '9 12th Main, Bengaluru 560038',
  billing_state: 'Karnataka',
  billing_country: 'IN',
  gstin: null,
  is_sez: false,
  usd_rate: null,
}

const make = (
  changes: Partial<DocumentedTransaction> = {},
  { venue = null, ...given }: Partial<DocumentSettings> & { venue?: Venue | null } = {},
): DocumentContent => ({
  ...contentOf({ ...sale, ...changes }, venue, { ...settings, ...given }),
  sandbox: false,
})

describe('the content of a document', () => {
  it('freezes supplier, buyer, rule and amounts of a consumer in the same State (TXN-16, OQ-253)', () => {
    expect(make()).toEqual({
      supplier: {
        name: 'Greenroom Learning Private Limited',
        address: '4th Floor, 12 Residency Road, Bengaluru 560025',
        state: 'Karnataka (29)',
        gstin: '29AAAAA0000A1ZY',
      },
      recipient: {
        name: 'Priya Sharma',
        email: 'priya@mail.example',
        phone: '+919876543210',
        address: '9 12th Main, Bengaluru 560038',
        state: 'Karnataka (29)',
        country: 'India',
        gstin: null,
        refused_gstin: null,
      },
      order: {
        reference: 'order_1',
        placed_at: '2026-11-20T10:00:00.000Z',
        entity_type: 'masterclass',
        title: 'Save tax the legal way',
        start_time: null,
        payment_id: 'pay_1',
      },
      sac: '999293',
      rate_percent: 18,
      currency_code: 'INR',
      usd_rate: null,
      amount: 249900,
      discount: null,
      taxable: 211780,
      taxes: [
        { name: 'CGST', percent: 9, amount: 19060 },
        { name: 'SGST', percent: 9, amount: 19060 },
      ],
      supply: 'b2c',
      place_of_supply: 'Karnataka (29)',
      place_of_supply_code: '29',
      is_state_missing: false,
      is_export: false,
      is_financial: false,
      endorsement: null,
      lut_number: null,
      has_address: false,
      flags: [],
      rule: { name: 'recipient-state', source: expect.stringContaining('CBIC Circular 242/36/2024-GST') },
      sandbox: false,
    })
  })

  it('has the name, address and GSTIN of a registered buyer (TXN-16, OQ-253)', () => {
    const content = make({ billing_name: ' Sharma & Sons ', gstin: '27aapfu0939f1zv' })
    expect(content.recipient).toMatchObject({
      name: 'Sharma & Sons',
      gstin: '27AAPFU0939F1ZV',
      state: 'Maharashtra (27)',
    })
    expect(content).toMatchObject({ supply: 'b2b', has_address: true, flags: ['gstin-state-differs'] })
    expect(content.taxes).toEqual([{ name: 'IGST', percent: 18, amount: 38120 }])
  })

  it('keeps a GSTIN that is none, and prints none (OQ-253)', () => {
    expect(make({ gstin: ' 27AAPFU0939F1ZW ' })).toMatchObject({
      supply: 'b2c',
      recipient: { gstin: null, refused_gstin: '27AAPFU0939F1ZW' },
      flags: ['gstin-invalid'],
    })
  })

  it.each([
    ['below ₹50,000', { amount: 4_999_999 }, false],
    ['from ₹50,000 on', { amount: 5_000_000 }, true],
    ['for dollars from India', { amount: 100, currency_code: 'USD' }, true],
    ['abroad', { billing_country: 'US', currency_code: 'USD', amount: 100 }, true],
    ['abroad in rupees', { billing_country: 'US', amount: 100 }, true],
  ])('prints the address of an unregistered buyer %s: %j (OQ-253)', (_title, changes, has_address) => {
    expect(make(changes).has_address).toBe(has_address)
  })

  it('carries the endorsement of an export, with and without tax (OQ-253)', () => {
    const abroad = { billing_country: 'us', billing_state: 'GA', currency_code: 'USD', amount: 4900 }
    expect(make(abroad)).toMatchObject({
      is_export: true,
      place_of_supply: 'Outside India (96)',
      rate_percent: 18,
      taxes: [{ name: 'IGST', percent: 18, amount: 747 }],
      endorsement: 'SUPPLY MEANT FOR EXPORT ON PAYMENT OF INTEGRATED TAX',
      recipient: { country: 'United States', state: 'Outside India (96)' },
    })
    expect(make(abroad, { GST_ON_USD_ORDERS: 'off' })).toMatchObject({
      is_export: true,
      taxable: 4900,
      taxes: [],
      rate_percent: 0,
      endorsement:
        'SUPPLY MEANT FOR EXPORT UNDER BOND OR LETTER OF UNDERTAKING WITHOUT PAYMENT OF INTEGRATED TAX',
    })
  })

  it('has the place and the SAC of an event (OQ-250, OQ-253)', () => {
    const venue = { state: '27', isAttendanceUnknown: false }
    const event = { entity_type: 'events' }
    expect(make(event, { venue, INVOICE_SAC_EVENTS: '998596' })).toMatchObject({
      sac: '998596',
      place_of_supply: 'Maharashtra (27)',
      recipient: { state: 'Karnataka (29)' },
      taxes: [{ name: 'IGST' }],
    })
    expect(make(event, { venue }).sac).toBe('999293')
    expect(make(event, { INVOICE_SAC_EVENTS: '998596' }).sac).toBe('999293')
    // Training in person is no admission to an event.
    expect(make({}, { venue, INVOICE_SAC_EVENTS: '998596' }).sac).toBe('999293')
  })

  it('has the SAC of memberships and payment pages, and that of all others without one (OQ-798)', () => {
    const codes = { INVOICE_SAC_MEMBERSHIPS: '998599', INVOICE_SAC_PAYMENT_PAGES: '999299' }
    const sacOf = (entity_type: string, given = {}) => make({ entity_type }, given).sac
    expect(['membership', 'custom', 'masterclass', 'events'].map((type) => sacOf(type, codes))).toEqual([
      '998599',
      '999299',
      '999293',
      '999293',
    ])
    expect(['membership', 'custom'].map((type) => sacOf(type))).toEqual(['999293', '999293'])
  })

  it('names UTGST in a Union Territory without a legislature (OQ-253)', () => {
    const content = make({ billing_state: 'Chandigarh' }, { COMPANY_STATE: 'Chandigarh' })
    expect(content.taxes.map((tax) => tax.name)).toEqual(['CGST', 'UTGST'])
    expect(amountsOf(content)).toMatchObject({ cgst: 19060, sgst: 19060, igst: 0 })
    expect(amountsOf(creditContentOf(content, 100000))).toMatchObject({ cgst: 7627, sgst: 7627 })
  })

  const unnamed = { user_first_name: ' ', user_last_name: '', billing_address: ' ' }
  it.each([
    ['below ₹50,000', { amount: 4_999_999 }, []],
    ['from ₹50,000 on', { amount: 5_000_000 }, ['name-missing', 'address-missing']],
    ['registered', { gstin: '29AAGCG1234M1ZF' }, ['name-missing', 'address-missing']],
    [
      'an export',
      { billing_country: 'US', billing_state: null, currency_code: 'USD', amount: 100 },
      ['name-missing', 'address-missing'],
    ],
    ['in dollars from India, whose value in rupees is unknown', { currency_code: 'USD', amount: 100 }, []],
  ])('flags a missing name and address %s: %j (OQ-791)', (_title, changes, flags) => {
    expect(make({ ...unnamed, ...changes }).flags).toEqual(flags)
    expect(make({ ...unnamed, billing_name: 'A', billing_address: 'B', ...changes }).flags).toEqual([])
  })

  it('prints the address on a credit note of any value (OQ-791)', () => {
    expect(make().has_address).toBe(false)
    expect(creditContentOf(make(), 100_00)).toMatchObject({
      has_address: true,
      recipient: { address: '9 12th Main, Bengaluru 560038', state: 'Karnataka (29)' },
    })
  })

  it('records the discount of a coupon, and none on its credit notes (OQ-794)', () => {
    // A payment page of ₹1,000 and GST, ₹200 off before tax: 800 + 144.
    const coupon = { amount: 94_400, coupon_code: 'FLAT200', discount_amount: 23_600 }
    const content = make({ ...coupon, billing_state: 'Kerala' })
    expect(content).toMatchObject({
      amount: 94_400,
      taxable: 80_000,
      taxes: [{ name: 'IGST', amount: 14_400 }],
      discount: { coupon: 'FLAT200', amount: 23_600, taxable: 20_000 },
    })
    expect(creditContentOf(content, 94_400).discount).toBeNull()
    const abroad = { billing_country: 'US', currency_code: 'USD', amount: 900, discount_amount: 100 }
    expect(make(abroad, { GST_ON_USD_ORDERS: 'off' }).discount).toEqual({
      coupon: null,
      amount: 100,
      taxable: 100,
    })
  })

  it('keeps the supplier’s own GSTIN, and prints none (OQ-792)', () => {
    expect(make({ gstin: '29aaaaa0000a1zy' })).toMatchObject({
      supply: 'b2c',
      recipient: { gstin: null, refused_gstin: '29aaaaa0000a1zy' },
      flags: ['gstin-own'],
    })
  })

  it('leaves the State of the buyer empty while it is unknown (OQ-253)', () => {
    expect(make({ billing_state: null, billing_country: null })).toMatchObject({
      is_state_missing: true,
      place_of_supply: 'Karnataka (29)',
      recipient: { state: '', country: '' },
    })
  })

  it('takes the supplier’s State from the GSTIN if the setting names none (OQ-254)', () => {
    expect(make({}, { COMPANY_STATE: 'Ruritania' }).supplier.state).toBe('Karnataka (29)')
    expect(() => make({}, { COMPANY_STATE: 'Ruritania', COMPANY_GSTIN: 'none' })).toThrow('name no State')
  })

  it('survives being stored (OQ-253)', () => {
    const content = make({ gstin: '27AAPFU0939F1ZV' })
    expect(readContent(JSON.parse(JSON.stringify(content)))).toEqual(content)
  })
})

describe('older contents', () => {
  const older = {
    supplier: { name: 'A', address: 'B', state: 'Karnataka (29)', gstin: '29AAAAA0000A1Z5' },
    recipient: { name: 'C', email: 'c@mail.example', phone: '', state: 'Kerala (32)', gstin: null },
    order: {
      reference: 'order_1',
      placed_at: '2026-05-01T00:00:00.000Z',
      entity_type: 'masterclass',
      title: 'D',
      start_time: null,
      payment_id: null,
    },
    sac: '999293',
    currency_code: 'INR',
    amount: 11800,
    taxable: 10000,
    taxes: [{ name: 'IGST', percent: 18, amount: 1800 }],
    place_of_supply: 'Kerala (32)',
    is_export: false,
  }

  it('are read with what they lack (OQ-253)', () => {
    expect(readContent(older)).toMatchObject({
      ...older,
      supply: 'b2c',
      place_of_supply_code: '32',
      endorsement: null,
      has_address: false,
      flags: [],
      rule: null,
      sandbox: false,
    })
    expect(readContent({ ...older, recipient: { ...older.recipient, gstin: 'x' } }).supply).toBe('b2b')
    expect(readContent({ ...older, place_of_supply: 'Ruritania' }).place_of_supply_code).toBe('')
    expect(
      readContent({
        ...older,
        place_of_supply: 'Outside India (96)',
        is_export: true,
        taxes: [],
        taxable: 11800,
      }),
    ).toMatchObject({
      supply: 'export',
      rate_percent: 0,
      place_of_supply_code: '96',
      endorsement: expect.stringContaining('WITHOUT PAYMENT OF INTEGRATED TAX'),
    })
  })
})

it('divides an invoice into credit notes that add up to it (TXN-12, OQ-252)', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 300, max: 10_000_000 }),
      fc.constantFrom('Karnataka', 'Goa'),
      fc.array(fc.integer({ min: 100, max: 5_000_000 }), { maxLength: 8 }),
      (amount, billing_state, parts) => {
        const invoice = make({ amount, billing_state })
        const notes: DocumentContent[] = []
        let left = amount
        for (const part of parts.filter((part) => part + 100 <= amount)) {
          if (left - part < 100) break
          notes.push(creditContentOf(invoice, part, notes))
          left -= part
        }
        notes.push(creditContentOf(invoice, left, notes))
        const sum = notes.map(amountsOf).reduce((one, other) => ({
          total: one.total + other.total,
          taxable: one.taxable + other.taxable,
          cgst: one.cgst + other.cgst,
          sgst: one.sgst + other.sgst,
          igst: one.igst + other.igst,
        }))
        expect(sum).toEqual(amountsOf(invoice))
        for (const note of notes) {
          const { amount: _, taxable: __, taxes: ___, has_address: ____, discount: _____, ...same } = note
          expect(invoice).toMatchObject(same)
        }
      },
    ),
  )
})

describe('the day that decides on the settings (OQ-821)', () => {
  // 31 March 2027, 23:59 in India, and two minutes later.
  const march = new Date('2027-03-31T18:29:00.000Z')
  const april = new Date('2027-03-31T18:31:00.000Z')
  const periods = [
    { from: '2027-04-01', GST_RATE: 12, INVOICE_SAC: '999294', COMPANY_ADDRESS: '1 New Road, Bengaluru' },
  ]
  const issued = (changes: Partial<DocumentedTransaction>, invoiced: string) =>
    contentOf({ ...sale, ...changes }, null, { ...settings, TAX_PERIODS: periods }, invoiced)

  it('is that of the payment, also if the invoice is issued after it', () => {
    expect(issued({ completed_at: march }, '2027-04-01')).toMatchObject({
      ...{ rate_percent: 18, sac: '999293', supplier: { address: settings.COMPANY_ADDRESS } },
      taxes: [
        { name: 'CGST', percent: 9 },
        { name: 'SGST', percent: 9 },
      ],
    })
    expect(issued({ completed_at: april }, '2027-04-01')).toMatchObject({
      ...{ rate_percent: 12, sac: '999294', supplier: { address: '1 New Road, Bengaluru' } },
      taxes: [
        { name: 'CGST', percent: 6 },
        { name: 'SGST', percent: 6 },
      ],
      taxable: 223124,
    })
  })

  it('is for the rate that of the invoice, if service and invoice come after the change', () => {
    const later = { completed_at: march, entity_start_time: new Date('2027-04-10T13:30:00.000Z') }
    expect(issued(later, '2027-04-01')).toMatchObject({ rate_percent: 12, sac: '999293' })
    expect(issued(later, '2027-03-31')).toMatchObject({ rate_percent: 18 })
  })

  it('is of no matter for a credit note, which has the rate of its invoice', () => {
    const invoice = { ...issued({ completed_at: march }, '2027-03-31'), sandbox: false }
    expect(creditContentOf(invoice, 100_000)).toMatchObject({ rate_percent: 18, taxable: 84746 })
  })
})
