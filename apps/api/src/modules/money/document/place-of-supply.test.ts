import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { CurrencyCode } from '@greenroom/contract/money'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  endorsements,
  type Supply,
  type SupplySettings,
  supplyFlags,
  supplyOf,
  supplyRules,
} from './place-of-supply.ts'
import { type PlaceCode, placeName, stateTaxName } from './states.ts'

const page = readFileSync(resolve(import.meta.dirname, '../../../../../../docs/tax.md'), 'utf8')
const supplierGstin = '29AAAAA0000A1ZY'
const settings: SupplySettings = {
  GST_ON_USD_ORDERS: 'on',
  GST_ON_SEZ_ORDERS: 'on',
  SEZ_GSTINS: [],
  RUPEE_ORDERS_FROM_ABROAD: 'taxed',
  HYBRID_WITHOUT_ATTENDANCE: 'online',
  FOREIGN_BUYERS_AT_VENUE: 'intra-state',
}

/** The rows of the page's table of cases, by the names of its columns. A dash is an empty field. */
const cases = (() => {
  const [head = '', , ...rows] = (page.split('## Cases')[1] ?? '').match(/^\|.*\|$/gm) ?? []
  const cells = (line: string) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim())
  return rows.map(
    (row) =>
      Object.fromEntries(
        cells(row).map((cell, index) => [cells(head)[index], cell === '–' ? '' : cell]),
      ) as Record<string, string>,
  )
})()

function supplyOfCase(one: Record<string, string>): Supply {
  const [, kind, place] = /^(venue|hybrid) ?(.*)$/.exec(one.Sold ?? '') ?? []
  const { is_sez, SEZ_GSTINS, ...given } = Object.fromEntries(
    (one.Settings ?? '').split(', ').flatMap((pair) => (pair === '' ? [] : [[...pair.split('='), '']])),
  )
  return supplyOf(
    {
      supplierState: one.Supplier as PlaceCode,
      supplierGstin,
      currency: one.Currency as CurrencyCode,
      gstin: one.GSTIN || null,
      isSez: is_sez !== undefined,
      billingState: one.State || null,
      billingCountry: one.Country || null,
      venue:
        place === undefined
          ? null
          : { state: place === '–' ? null : place, isAttendanceUnknown: kind === 'hybrid' },
    },
    { ...settings, ...given, SEZ_GSTINS: SEZ_GSTINS ? [SEZ_GSTINS] : [] },
  )
}

function taxText({ tax, placeOfSupply }: Supply): string {
  if (tax === 'none') return 'none'
  return tax === 'inter-state' ? 'IGST' : `CGST + ${stateTaxName(placeOfSupply)}`
}

describe('the cases of docs/tax.md', () => {
  it('are numbered and cover each rule, flag and setting (OQ-253)', () => {
    expect(cases.length).toBeGreaterThanOrEqual(25)
    expect(cases.map((one) => Number(one['No.']))).toEqual(cases.map((_, index) => index + 1))
    expect(new Set(cases.map((one) => one.Rule))).toEqual(new Set(Object.keys(supplyRules)))
    const flags = cases.flatMap((one) => (one.Flags ?? '').split(', ').filter(Boolean))
    expect(new Set(flags)).toEqual(new Set(supplyFlags))
    for (const name of [...Object.keys(settings), ...Object.keys(supplyRules), ...supplyFlags]) {
      expect(page.includes(`\`${name}\``), name).toBe(true)
    }
  })

  it.each(cases.map((one) => [`${one['No.']}: ${one.Case} (OQ-253)`, one] as const))('%s', (_title, one) => {
    const supply = supplyOfCase(one)
    expect({
      Supply: supply.supply,
      Place: supply.placeOfSupply,
      Tax: taxText(supply),
      'On worklist': supply.isStateMissing ? 'yes' : 'no',
      Flags: supply.flags.join(', '),
      Rule: supply.rule,
    }).toEqual(
      Object.fromEntries(
        ['Supply', 'Place', 'Tax', 'On worklist', 'Flags', 'Rule'].map((name) => [name, one[name]]),
      ),
    )
    const ofSupply = one.Supply === 'export' || one.Supply === 'sez' ? endorsements[one.Supply] : undefined
    const endorsement = ofSupply?.[supply.tax === 'none' ? 'withoutTax' : 'withTax']
    expect(supply.endorsement).toBe(endorsement ?? null)
    expect(placeName(supply.placeOfSupply)).toMatch(/^[A-Z][A-Za-z ]+ \(\d\d\)$/)
  })
})

it('decides every sale, and never by a State that nobody named (OQ-253)', () => {
  const text = fc.option(fc.oneof(fc.string(), fc.constantFrom('GA', 'TN', 'Goa', '29', 'US', 'IN', 'India')))
  fc.assert(
    fc.property(
      text,
      text,
      text,
      fc.constantFrom<CurrencyCode>('INR', 'USD'),
      fc.option(
        fc.record({
          state: fc.option(fc.constantFrom('29', '27', '96', '', 'x')),
          isAttendanceUnknown: fc.boolean(),
        }),
      ),
      fc.boolean(),
      (gstin, billingState, billingCountry, currency, venue, isSez) => {
        const supply = supplyOf(
          { supplierState: '29', supplierGstin, gstin, isSez, billingState, billingCountry, currency, venue },
          settings,
        )
        expect(supply.placeOfSupply).toMatch(/^\d\d$/)
        expect(supply.rule in supplyRules).toBe(true)
        if (supply.supply === 'export') expect(supply.recipientCountry).not.toBe('IN')
        if (supply.isStateMissing) expect(supply.placeOfSupply).toBe('29')
        if (supply.supply === 'sez') expect(supply.tax).not.toBe('intra-state')
      },
    ),
    { numRuns: 2000 },
  )
})
