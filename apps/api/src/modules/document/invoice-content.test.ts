import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountInFigures, amountInWords } from './amount-text.ts'
import { stateWithCode } from './indian-states.ts'
import { divideGst, documentFor } from './invoice-content.ts'
import { creditNoteSeries, financialYearOf, serialOf } from './invoice-serial.ts'

const anyAmount = fc.oneof(fc.integer({ min: 0, max: 1000 }), fc.maxSafeNat())

describe('GST in a paid amount', () => {
  it('splits any amount into a value rounded half up and taxes that add up (TXN-12)', () => {
    fc.assert(
      fc.property(anyAmount, fc.constantFrom('same State', 'another State'), (amount, supply) => {
        const { taxable, taxes } = divideGst(amount, supply)
        expect(taxes.reduce((sum, tax) => sum + BigInt(tax.amount), BigInt(taxable))).toBe(BigInt(amount))
        for (const part of [taxable, ...taxes.map((tax) => tax.amount)]) {
          expect(Number.isSafeInteger(part) && part >= 0).toBe(true)
        }
        // The value nearest to amount × 100 / 118, the upper one of two: -59 < 118 × taxable − 100 × amount <= 59.
        const error = 118n * BigInt(taxable) - 100n * BigInt(amount)
        expect(error > -59n && error <= 59n).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('halves the tax inside the State, with an odd paisa in CGST (TXN-12)', () => {
    expect(divideGst(249900, 'same State')).toEqual({
      taxable: 211780,
      taxes: [
        { name: 'CGST', percent: 9, amount: 19060 },
        { name: 'SGST', percent: 9, amount: 19060 },
      ],
    })
    expect(divideGst(4900, 'same State').taxes.map((tax) => tax.amount)).toEqual([374, 373])
    fc.assert(
      fc.property(anyAmount, (amount) => {
        const [central = { amount: -9 }, state = { amount: -9 }] = divideGst(amount, 'same State').taxes
        expect([0, 1]).toContain(central.amount - state.amount)
      }),
    )
  })

  it('has IGST to another State, and no tax without GST (TXN-12)', () => {
    expect(divideGst(12450001, 'another State')).toEqual({
      taxable: 10550848,
      taxes: [{ name: 'IGST', percent: 18, amount: 1899153 }],
    })
    expect(divideGst(4900, 'untaxed')).toEqual({ taxable: 4900, taxes: [] })
    expect(divideGst(0, 'same State').taxable).toBe(0)
    expect(divideGst(59, 'another State').taxable).toBe(50)
  })
})

it('has a tax invoice for paid transactions only, and none while pending (TXN-12)', () => {
  expect(['pending', 'completed', 'refunded', 'failed', 'disputed', ''].map(documentFor)).toEqual([
    'none',
    'invoice',
    'invoice and credit note',
    'statement',
    'statement',
    'statement',
  ])
})

it('starts the financial year on 1 April at midnight in India (TXN-16)', () => {
  expect(financialYearOf(new Date('2027-03-31T18:29:59.999Z'))).toBe(2026)
  expect(financialYearOf(new Date('2027-03-31T18:30:00.000Z'))).toBe(2027)
  expect(financialYearOf(new Date('2026-12-31T18:30:00.000Z'))).toBe(2026)
})

it('returns unique serials of at most 16 characters (TXN-16)', () => {
  expect(serialOf('GR', 2026, 42)).toBe('GR/2627/000042')
  expect(serialOf('GR', 2099, 1)).toBe('GR/9900/000001')
  expect(serialOf('ABCD', 2026, 999_999)).toBe('ABCD/2627/999999')
  expect(serialOf('ABCD', 2026, 1_000_000)).toBe('ABCD2627/1000000')
  expect(serialOf(creditNoteSeries('ABCD'), 2026, 7)).toBe('ABCDC2627/000007')
  expect(() => serialOf('ABCD', 2026, 10_000_000)).toThrow('no number left')
  fc.assert(
    fc.property(
      fc.stringMatching(/^[A-Z0-9]{1,4}$/),
      fc.tuple(fc.integer({ min: 1, max: 999_999 }), fc.integer({ min: 1, max: 999_999 })),
      (series, [one, other]) => {
        for (const each of [series, creditNoteSeries(series)]) {
          expect(serialOf(each, 2026, one)).toMatch(/^[A-Z0-9/-]{1,16}$/)
          expect(serialOf(each, 2026, one) === serialOf(each, 2026, other)).toBe(one === other)
        }
      },
    ),
  )
})

it('formats amounts in figures exactly, grouped by lakh and crore (TXN-16)', () => {
  expect(amountInFigures(12450000, 'INR')).toBe('₹1,24,500.00')
  expect(amountInFigures(5, 'INR')).toBe('₹0.05')
  expect(amountInFigures(4900, 'USD')).toBe('$49.00')
  expect(amountInFigures(Number.MAX_SAFE_INTEGER, 'INR')).toBe('₹9,00,71,99,25,47,409.91')
})

it('formats amounts in words (TXN-16)', () => {
  expect(amountInWords(0, 'INR')).toBe('Rupees zero only')
  expect(amountInWords(249900, 'INR')).toBe('Rupees two thousand four hundred ninety-nine only')
  expect(amountInWords(12450001, 'INR')).toBe(
    'Rupees one lakh twenty-four thousand five hundred and one paise only',
  )
  expect(amountInWords(2_00_30_019_50, 'INR')).toBe(
    'Rupees two crore thirty thousand nineteen and fifty paise only',
  )
  expect(amountInWords(1_00_000_00_00_000_00, 'INR')).toBe('Rupees one lakh crore only')
  expect(amountInWords(4950, 'USD')).toBe('US dollars forty-nine and fifty cents only')
})

it('normalises every spelling of a State (TXN-16)', () => {
  for (const spelling of ['Tamil Nadu', ' tamil  nadu', 'TAMILNADU', 'TN', '33', 'Tamil-Nadu']) {
    expect(stateWithCode(spelling)).toBe('Tamil Nadu (33)')
  }
  expect(stateWithCode('Jammu & Kashmir')).toBe('Jammu and Kashmir (01)')
  expect(stateWithCode('Orissa')).toBe('Odisha (21)')
  expect(stateWithCode(' Bavaria ')).toBe('Bavaria')
})
