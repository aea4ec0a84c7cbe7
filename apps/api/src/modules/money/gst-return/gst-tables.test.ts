import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { presentSummary } from './gst-return.presenter.ts'
import { inPaise, isInterState, type ReturnedDocument, tableOf } from './gst-tables.ts'
import { collectReturn, returnText } from './portal-return.presenter.ts'
import { sheetsOfReturn } from './portal-return-sheets.presenter.ts'
import { documentOf, interState } from './returned-document-test-data.ts'

const gstin = '29AAACG1234A1Z8'
const of = { month: '2026-10', gstin, version: 'GST3.2.6' }

function gstReturnOf(month: Parameters<typeof collectReturn>[0], documents: Iterable<ReturnedDocument>) {
  const collected = collectReturn(month)
  for (const document of documents) collected.add(document)
  return collected.result()
}

const numbered = (number: number, values: Partial<ReturnedDocument> = {}) => {
  const series = values.series ?? 'GR'
  return { ...values, series, number, serial: `${series}/2627/${String(number).padStart(6, '0')}` }
}

describe('the table of a document (OQ-292)', () => {
  it.each([
    ['2024-07-31', 25_000_000],
    ['2024-08-01', 10_000_000],
  ])('takes the limit between B2CL and B2CS of %s from the law of that day', (day, limit) => {
    expect(tableOf(interState(limit, { document_date: day }), '29')).toBe('b2cs')
    expect(tableOf(interState(limit + 1, { document_date: day }), '29')).toBe('b2cl')
  })

  it.each<[string, Partial<ReturnedDocument>, string]>([
    ['a registered recipient', { supply: 'b2b', recipient_gstin: '27AAACG1234A1Z8' }, 'b2b'],
    ['its credit note', { supply: 'b2b', kind: 'credit-note' }, 'cdnr'],
    ['an export', { supply: 'export', place_of_supply: '96' }, 'exp'],
    ['its credit note', { supply: 'export', kind: 'credit-note' }, 'cdnur'],
    ['a large sale to a consumer in the same State', { total: 50_000_000 }, 'b2cs'],
    ['a credit note to a consumer', { kind: 'credit-note', invoice_total: 118_000 }, 'b2cs'],
  ])('reports %s', (_, values, table) => {
    expect(tableOf(documentOf(values), '29')).toBe(table)
  })

  it('reports a part refunded of a B2CL invoice singly, by the date and value of the invoice', () => {
    const note = interState(100_000, {
      kind: 'credit-note',
      invoice_date: '2024-07-31',
      invoice_total: 20_000_000,
      document_date: '2024-08-05',
    })
    expect(tableOf(note, '29')).toBe('b2cs')
    expect(tableOf({ ...note, invoice_date: '2024-08-01' }, '29')).toBe('cdnur')
  })
})

it('reports an export with payment as such, also if its tax rounds to nothing (OQ-292)', () => {
  const tiny = { supply: 'export' as const, place_of_supply: '96', total: 2, taxable: 2, cgst: 0, sgst: 0 }
  const { exp, cdnur } = gstReturnOf(of, [
    documentOf(tiny),
    documentOf({ ...tiny, kind: 'credit-note' }),
    documentOf({ ...tiny, rate_percent: 0 }),
  ])
  expect(exp.map(({ exp_typ }) => exp_typ)).toEqual(['WPAY', 'WOPAY'])
  expect(cdnur.map(({ typ }) => typ)).toEqual(['EXPWP'])
})

it('reports a supply to a Special Economic Zone among registered recipients, with its type (OQ-820)', () => {
  const sez = { supply: 'sez' as const, recipient_gstin: '29AABCT1332L1ZA' }
  const withTax = { cgst: 0, sgst: 0, igst: 18_000 }
  const without = { cgst: 0, sgst: 0, rate_percent: 0, total: 100_000 }
  const { b2b, cdnr, b2cs, hsn } = gstReturnOf(of, [
    documentOf(numbered(1, { ...sez, ...withTax })),
    documentOf(numbered(2, { ...sez, ...without })),
    documentOf(numbered(1, { ...sez, ...withTax, kind: 'credit-note', series: 'GRC' })),
    documentOf(
      numbered(2, { ...sez, ...without, kind: 'credit-note', series: 'GRC', total: 50_000, taxable: 50_000 }),
    ),
  ])
  expect(b2b).toMatchObject([
    {
      ctin: '29AABCT1332L1ZA',
      inv: [
        { inv_typ: 'SEWP', pos: '29', itms: [{ itm_det: { rt: 18, txval: 1000, iamt: 180, csamt: 0 } }] },
        { inv_typ: 'SEWOP', pos: '29', itms: [{ itm_det: { rt: 0, txval: 1000, iamt: 0, csamt: 0 } }] },
      ],
    },
  ])
  expect(cdnr[0]?.nt.map(({ inv_typ }) => inv_typ)).toEqual(['SEWP', 'SEWOP'])
  expect(b2cs).toEqual([])
  expect(hsn).toMatchObject({ hsn_b2b: [{ rt: 0, txval: 500 }], hsn_b2c: [] })
  const sheets = sheetsOfReturn(gstReturnOf(of, [documentOf({ ...sez, ...without })]))
  const sheet = sheets.find(({ name }) => name === 'b2b')
  const at = sheet?.columns.findIndex(({ heading }) => heading === 'Invoice type') ?? -1
  expect(sheet?.rows.map((row) => row[at])).toEqual(['SEWOP'])
})

it('leaves out tables without an entry (OQ-292)', () => {
  const head = { gstin, fp: '102026', version: 'GST3.2.6', hash: 'hash' }
  expect(JSON.parse(returnText(gstReturnOf(of, [])))).toEqual(head)
  const written = JSON.parse(returnText(gstReturnOf(of, [documentOf()])))
  expect(Object.keys(written)).toEqual([...Object.keys(head), 'b2cs', 'hsn', 'doc_issue'])
  expect(Object.keys(written.hsn)).toEqual(['hsn_b2c'])
})

describe('dollars (OQ-293)', () => {
  const paiseOf = (cents: number, usd_rate: string) =>
    inPaise(documentOf({ currency_code: 'USD', taxable: cents, usd_rate }))?.taxable

  it('converts the largest amounts exactly', () => {
    expect(paiseOf(90_071_993_737, '83.1251')).toBe(7_487_243_486_587)
  })

  it('converts each tax to the paisa, half up, and adds up the total', () => {
    expect(paiseOf(1, '83.25')).toBe(83)
    expect(paiseOf(2, '83.25')).toBe(167)
    expect(paiseOf(4900, '84.0575')).toBe(411_882)
    const document = documentOf({ currency_code: 'USD', total: 118, taxable: 100, cgst: 9, sgst: 9 })
    expect(inPaise(document)).toBeNull()
    const amounts = inPaise({ ...document, usd_rate: '83.3333' })
    expect(amounts).toEqual({ taxable: 8_333, cgst: 750, sgst: 750, igst: 0, total: 9_833 })
    const interStateAmounts = inPaise({ ...document, cgst: 0, sgst: 0, igst: 18, usd_rate: '83.3333' })
    expect(interStateAmounts).toEqual({ taxable: 8_333, cgst: 0, sgst: 0, igst: 1_500, total: 9_833 })
  })
})

it.each([
  ['igst of one paisa', { igst: 1 }, true],
  ['igst, in the supplier’s State', { place_of_supply: '29', igst: 900 }, true],
  ['no tax, another State', { place_of_supply: '27' }, true],
  ['no tax, the supplier’s State', { place_of_supply: '29' }, false],
  ['cgst of one paisa, another State', { place_of_supply: '27', cgst: 1, sgst: 1 }, false],
])('tells a supply to another State: %s (OQ-292)', (_, values, expected) => {
  expect(isInterState(documentOf({ cgst: 0, sgst: 0, igst: 0, ...values }), '29')).toBe(expected)
})

it('compares a consumer’s invoice in dollars with the limit in rupees (OQ-292)', () => {
  const inDollars = interState(118_000, { currency_code: 'USD' })
  expect(tableOf({ ...inDollars, usd_rate: '84.7457' }, '29')).toBe('b2cs')
  expect(tableOf({ ...inDollars, usd_rate: '84.7458' }, '29')).toBe('b2cl')
})

it('writes the JSON of the portal: every table, sums and ranges of numbers (OQ-292)', () => {
  const result = gstReturnOf(of, [
    documentOf(numbered(1, { supply: 'b2b', recipient_gstin: '29AAACT2727Q1ZW' })),
    interState(249_900, numbered(2, { supply: 'b2b', recipient_gstin: '27AAACI1195H1ZL' })),
    interState(11_800_000, numbered(3)),
    interState(249_900, numbered(4)),
    documentOf(numbered(5)),
    documentOf(
      numbered(7, {
        ...{ supply: 'export', place_of_supply: '96', currency_code: 'USD', usd_rate: '84.5' },
        ...{ total: 4_900, taxable: 4_900, cgst: 0, sgst: 0, rate_percent: 0 },
      }),
    ),
    documentOf(
      numbered(1, { kind: 'credit-note', series: 'GRC', supply: 'b2b', recipient_gstin: '29AAACT2727Q1ZW' }),
    ),
    interState(
      249_900,
      numbered(2, { kind: 'credit-note', series: 'GRC', invoice_total: 249_900, invoice_date: '2026-10-05' }),
    ),
    interState(
      1_180_000,
      numbered(3, {
        kind: 'credit-note',
        series: 'GRC',
        invoice_total: 11_800_000,
        invoice_date: '2026-10-05',
      }),
    ),
  ])
  expect(result).toEqual({
    gstin,
    fp: '102026',
    version: expect.any(String),
    hash: 'hash',
    b2b: [
      {
        ctin: '29AAACT2727Q1ZW',
        inv: [
          {
            ...{ inum: 'GR/2627/000001', idt: '05-10-2026', val: 1180, pos: '29', rchrg: 'N', inv_typ: 'R' },
            itms: [{ num: 1, itm_det: { rt: 18, txval: 1000, camt: 90, samt: 90, csamt: 0 } }],
          },
        ],
      },
      {
        ctin: '27AAACI1195H1ZL',
        inv: [
          {
            ...{ inum: 'GR/2627/000002', idt: '05-10-2026', val: 2499, pos: '27', rchrg: 'N', inv_typ: 'R' },
            itms: [{ num: 1, itm_det: { rt: 18, txval: 2117.8, iamt: 381.2, csamt: 0 } }],
          },
        ],
      },
    ],
    b2cl: [
      {
        pos: '27',
        inv: [
          {
            ...{ inum: 'GR/2627/000003', idt: '05-10-2026', val: 118_000 },
            itms: [{ num: 1, itm_det: { rt: 18, txval: 100_000, iamt: 18_000, csamt: 0 } }],
          },
        ],
      },
    ],
    b2cs: [
      // Another invoice and its credit note cancel each other out, so they have no row.
      { sply_ty: 'INTRA', pos: '29', typ: 'OE', rt: 18, txval: 1000, camt: 90, samt: 90, csamt: 0 },
    ],
    exp: [
      {
        exp_typ: 'WOPAY',
        inv: [
          {
            ...{ inum: 'GR/2627/000007', idt: '05-10-2026', val: 4140.5 },
            itms: [{ txval: 4140.5, rt: 0, iamt: 0, csamt: 0 }],
          },
        ],
      },
    ],
    cdnr: [
      {
        ctin: '29AAACT2727Q1ZW',
        nt: [
          {
            ...{ ntty: 'C', nt_num: 'GRC/2627/000001', nt_dt: '05-10-2026', val: 1180 },
            ...{ pos: '29', rchrg: 'N', inv_typ: 'R' },
            itms: [{ num: 1, itm_det: { rt: 18, txval: 1000, camt: 90, samt: 90, csamt: 0 } }],
          },
        ],
      },
    ],
    cdnur: [
      {
        ...{ typ: 'B2CL', ntty: 'C', nt_num: 'GRC/2627/000003', nt_dt: '05-10-2026', val: 11_800, pos: '27' },
        itms: [{ num: 1, itm_det: { rt: 18, txval: 10_000, iamt: 1800, csamt: 0 } }],
      },
    ],
    hsn: {
      hsn_b2b: [
        {
          ...{ num: 1, hsn_sc: '999293', uqc: 'NA', qty: 0, rt: 18 },
          ...{ txval: 2117.8, iamt: 381.2, camt: 0, samt: 0, csamt: 0 },
        },
      ],
      hsn_b2c: [
        {
          ...{ num: 1, hsn_sc: '999293', uqc: 'NA', qty: 0, rt: 18 },
          ...{ txval: 91_000, iamt: 16_200, camt: 90, samt: 90, csamt: 0 },
        },
        {
          ...{ num: 2, hsn_sc: '999293', uqc: 'NA', qty: 0, rt: 0 },
          ...{ txval: 4140.5, iamt: 0, camt: 0, samt: 0, csamt: 0 },
        },
      ],
    },
    doc_issue: {
      doc_det: [
        {
          doc_num: 1,
          doc_typ: 'Invoices for outward supply',
          docs: [
            { num: 1, from: 'GR/2627/000001', to: 'GR/2627/000005', totnum: 5, cancel: 0, net_issue: 5 },
            { num: 2, from: 'GR/2627/000007', to: 'GR/2627/000007', totnum: 1, cancel: 0, net_issue: 1 },
          ],
        },
        {
          doc_num: 5,
          doc_typ: 'Credit Note',
          docs: [
            { num: 1, from: 'GRC/2627/000001', to: 'GRC/2627/000003', totnum: 3, cancel: 0, net_issue: 3 },
          ],
        },
      ],
    },
  })
})

it('leaves out documents and sums of zero, but not their numbers (OQ-793)', () => {
  const nothing = { total: 0, taxable: 0, cgst: 0, sgst: 0, igst: 0 }
  const registered = { supply: 'b2b', recipient_gstin: '29AAACT2727Q1ZW' } as const
  const result = gstReturnOf(of, [
    documentOf(numbered(1, { ...nothing, ...registered })),
    documentOf(numbered(2, nothing)),
    documentOf(numbered(3)),
    documentOf(numbered(1, { series: 'GRC', kind: 'credit-note', invoice_total: 118_000 })),
  ])
  expect(result).toMatchObject({ b2b: [], b2cs: [], hsn: { hsn_b2b: [], hsn_b2c: [] } })
  expect(result.doc_issue.doc_det.map(({ docs }) => docs[0]?.totnum)).toEqual([3, 1])
})

it('has one HSN table before May 2025, and two from then on (OQ-292)', () => {
  const documents = [documentOf(), documentOf({ supply: 'b2b', recipient_gstin: '29AAACT2727Q1ZW' })]
  expect(gstReturnOf({ month: '2025-04', gstin, version: of.version }, documents).hsn).toMatchObject({
    data: [{ txval: 2000 }],
  })
  expect(gstReturnOf({ month: '2025-05', gstin, version: of.version }, documents).hsn).toMatchObject({
    hsn_b2b: [{ txval: 1000 }],
    hsn_b2c: [{ txval: 1000 }],
  })
})

const anyDocument = fc
  .record({
    kind: fc.constantFrom('invoice' as const, 'credit-note' as const),
    supply: fc.constantFrom('b2b' as const, 'b2c' as const, 'export' as const),
    pos: fc.constantFrom('27', '29', '33'),
    rate_percent: fc.constantFrom(0, 18),
    taxable: fc.integer({ min: 0, max: 30_000_000 }),
    usd_rate: fc.constantFrom(null, '84.5'),
  })
  .map(({ kind, supply, pos, rate_percent, taxable, usd_rate }) => {
    const tax = Math.round((taxable * rate_percent) / 200)
    const isInter = supply === 'export' || pos !== '29'
    const taxes = isInter ? { cgst: 0, sgst: 0, igst: 2 * tax } : { cgst: tax, sgst: tax, igst: 0 }
    const total = taxable + 2 * tax
    return documentOf({
      ...{ kind, supply, rate_percent, usd_rate, taxable, ...taxes, total },
      place_of_supply: supply === 'export' ? '96' : pos,
      recipient_gstin: supply === 'b2b' ? '27AAACI1195H1ZL' : null,
      currency_code: usd_rate === null ? 'INR' : 'USD',
      ...(kind === 'credit-note' && { invoice_date: '2026-10-01', invoice_total: total }),
    })
  })

it('reports every document exactly once: the tables add up to the documents and to the HSN sums (OQ-292)', () => {
  fc.assert(
    fc.property(fc.array(anyDocument, { maxLength: 40 }), (documents) => {
      const result = gstReturnOf(of, documents)
      const toPaise = (rupees: number) => Math.round(rupees * 100)
      const taxOf = (one: { txval: number; iamt?: number; camt?: number; samt?: number }) =>
        [one.txval, one.iamt ?? 0, one.camt ?? 0, one.samt ?? 0].map(toPaise)
      const items = [
        ...result.b2b.flatMap(({ inv }) => inv),
        ...result.b2cl.flatMap(({ inv }) => inv),
      ].flatMap(({ itms }) => itms.map(({ itm_det }) => taxOf(itm_det)))
      const exported = result.exp.flatMap(({ inv }) => inv.flatMap(({ itms }) => itms.map(taxOf)))
      const notes = [...result.cdnr.flatMap(({ nt }) => nt), ...result.cdnur].flatMap(({ itms }) =>
        itms.map(({ itm_det }) => taxOf(itm_det).map((amount) => -amount)),
      )
      const sumOf = (rows: number[][]) =>
        [0, 1, 2, 3].map((at) => rows.reduce((sum, row) => sum + (row[at] ?? 0), 0))
      const reported = sumOf([...items, ...exported, ...notes, ...result.b2cs.map(taxOf)])
      const expected = sumOf(
        documents.map((document) => {
          const sign = document.kind === 'invoice' ? 1 : -1
          const amounts = inPaise(document)
          if (!amounts) throw new Error('Every document has a rate.')
          const { taxable, igst, cgst, sgst } = amounts
          return [taxable, igst, cgst, sgst].map((amount) => sign * amount)
        }),
      )
      expect(reported).toEqual(expected)
      const hsn = result.hsn as { hsn_b2b: never[]; hsn_b2c: never[] }
      expect(sumOf([...hsn.hsn_b2b, ...hsn.hsn_b2c].map(taxOf))).toEqual(expected)
      const nothing = { count: 0, taxable: 0, cgst: 0, sgst: 0, igst: 0, total: 0 }
      const groups = documents.map((document) => ({ ...document, documents: 1 }))
      const { reported: summed } = presentSummary(of, groups, nothing)
      expect([summed.taxable, summed.igst, summed.cgst, summed.sgst]).toEqual(expected)
    }),
  )
})
