import { describe, expect, it } from 'vitest'
import { collectAmendments } from './amendments.presenter.ts'
import type { ReturnedDocument } from './gst-tables.ts'
import { cellsOf, documentOf, interState } from './returned-document-test-data.ts'
import { collectSummary } from './summary-return.presenter.ts'

const gstin = '29AAACG1234A1Z8'

describe('GSTR-3B (OQ-830)', () => {
  function summaryOf(...documents: ReturnedDocument[]) {
    const collected = collectSummary({ gstin, gatewayTax: 1_764 })
    for (const document of documents) collected.addRow(cellsOf(document))
    expect(collected.withoutRate).toEqual([])
    return collected.sheets().map(({ rows }) => rows)
  }

  it('sums taxable and zero-rated supplies less credit notes, and those to other States by place', () => {
    const kerala = { place_of_supply: '32' }
    expect(
      summaryOf(
        documentOf(),
        documentOf({ supply: 'b2b', recipient_gstin: '29AAACT2727Q1ZW' }),
        interState(236_000),
        interState(118_000, kerala),
        interState(59_000, { ...kerala, kind: 'credit-note', invoice_total: 118_000 }),
        interState(118_000, { supply: 'b2b', recipient_gstin: '27AAPFU0939F1ZV' }),
        interState(11_800, { supply: 'b2b', recipient_gstin: '0717UNO00157UNO', place_of_supply: '07' }),
        interState(118_000, { place_of_supply: '96' }),
        interState(118_000, { supply: 'export', place_of_supply: '96' }),
        interState(118_000, { supply: 'sez', recipient_gstin: '29AABCT1332L1ZA', place_of_supply: '29' }),
        documentOf({
          ...{ supply: 'export', place_of_supply: '96', rate_percent: 0 },
          ...{ total: 5_000, taxable: 5_000, cgst: 0, sgst: 0 },
        }),
      ),
    ).toEqual([
      [
        [
          ...['3.1(a)', 'Outward taxable supplies, other than zero rated, nil rated and exempted'],
          ...['660000', '82800', '18000', '18000'],
        ],
        ['3.1(b)', 'Outward taxable supplies, zero rated', '205000', '36000', '0', '0'],
      ],
      [
        ['UIN holders', '07', '10000', '1800'],
        ['Unregistered persons', '27', '200000', '36000'],
        ['Unregistered persons', '32', '50000', '9000'],
      ],
      [['4(A)(5)', "On the gateway's fees, by the day of settlement; compare with GSTR-2B", '1764']],
    ])
  })

  it('names no State whose supplies are credited in full', () => {
    const note = interState(118_000, { kind: 'credit-note', invoice_total: 118_000 })
    expect(summaryOf(interState(118_000), note)[1]).toEqual([])
  })
})

describe('amendments (OQ-831)', () => {
  const original = { serial: 'GR/2627/000001', document_date: '2026-09-20' }
  const revised = { serial: 'GR/2627/000050', document_date: '2026-10-12' }
  const registered = { supply: 'b2b', recipient_gstin: '27AAPFU0939F1ZV' } as const

  function amendmentsOf(before: ReturnedDocument, after: ReturnedDocument) {
    const collected = collectAmendments({ gstin })
    collected.addRow([...cellsOf(before), ...cellsOf(after)])
    const [sheet] = collected.sheets()
    return sheet?.rows.map(([table, kind, month, from, , to, , number, place, , taxable, igst, cgst]) => {
      expect([month, from, to]).toEqual(['2026-09', original.serial, revised.serial])
      return [table, kind, number, place, taxable, igst, cgst]
    })
  }

  it.each<[string, ReturnedDocument, ReturnedDocument, unknown[][]]>([
    [
      'a registered recipient with another GSTIN: table 9A',
      interState(118_000, { ...original, ...registered }),
      interState(118_000, { ...revised, ...registered, recipient_gstin: '27AAACT2727Q1Z0' }),
      [['9A', 'revised', '27AAACT2727Q1Z0', '27', '100000', '18000', '0']],
    ],
    [
      'a consumer in another State: out of and into table 10',
      documentOf(original),
      interState(118_000, revised),
      [
        ['10', 'change', null, '29', '-100000', '0', '-9000'],
        ['10', 'change', null, '27', '100000', '18000', '0'],
      ],
    ],
    [
      'a consumer who turned out to be registered: out of table 10, new in table 4',
      interState(118_000, original),
      interState(118_000, { ...revised, ...registered }),
      [
        ['10', 'change', null, '27', '-100000', '-18000', '0'],
        ['4', 'added', '27AAPFU0939F1ZV', '27', '100000', '18000', '0'],
      ],
    ],
    [
      'a registered recipient who is none: nothing left in table 9A, into table 10',
      interState(118_000, { ...original, ...registered }),
      interState(118_000, revised),
      [
        ['9A', 'revised', '27AAPFU0939F1ZV', '27', '0', '0', '0'],
        ['10', 'change', null, '27', '100000', '18000', '0'],
      ],
    ],
    [
      'an export: table 9A',
      interState(118_000, { ...original, supply: 'export', place_of_supply: '96' }),
      interState(59_000, { ...revised, supply: 'export', place_of_supply: '96' }),
      [['9A', 'revised', null, '96', '50000', '9000', '0']],
    ],
  ])('amends %s', (_, before, after, rows) => {
    expect(amendmentsOf(before, after)).toEqual(rows)
  })
})
