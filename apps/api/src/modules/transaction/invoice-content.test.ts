import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountInFigures, amountInWords } from './amount-text.ts'
import { stateWithCode } from './indian-states.ts'
import { divideGst, documentFor } from './invoice-content.ts'
import { creditNoteSeries, financialYearOf, serialOf } from './invoice-serial.ts'

const anyAmount = fc.oneof(fc.integer({ min: 0, max: 1000 }), fc.maxSafeNat())

describe('GST in a paid amount', () => {
  it('TXN-12 taxable value and taxes add up to any amount, and the value is rounded half up', () => {
    fc.assert(
      fc.property(anyAmount, fc.constantFrom('same State', 'another State'), (amount, supply) => {
        const { taxable, taxes } = divideGst(amount, supply)
        expect(taxes.reduce((sum, tax) => sum + BigInt(tax.amount), BigInt(taxable))).toBe(BigInt(amount))
        for (const part of [taxable, ...taxes.map((tax) => tax.amount)]) {
          expect(Number.isSafeInteger(part) && part >= 0).toBe(true)
        }
        // The nearest to amount × 100 / 118, the upper one of two: -59 < 118 × taxable − 100 × amount <= 59.
        const error = 118n * BigInt(taxable) - 100n * BigInt(amount)
        expect(error > -59n && error <= 59n).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('TXN-12 inside the State the tax is halved, a paisa over goes to CGST', () => {
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

  it('TXN-12 to another State it is IGST, and without tax the whole is the value', () => {
    expect(divideGst(12450001, 'another State')).toEqual({
      taxable: 10550848,
      taxes: [{ name: 'IGST', percent: 18, amount: 1899153 }],
    })
    expect(divideGst(4900, 'untaxed')).toEqual({ taxable: 4900, taxes: [] })
    expect(divideGst(0, 'same State').taxable).toBe(0)
    expect(divideGst(59, 'another State').taxable).toBe(50)
  })
})

it('TXN-12 only paid transactions have a tax invoice, and pending ones nothing', () => {
  expect(['pending', 'completed', 'refunded', 'failed', 'disputed', ''].map(documentFor)).toEqual([
    'none',
    'invoice',
    'invoice and credit note',
    'statement',
    'statement',
    'statement',
  ])
})

it('TXN-16 a financial year begins on 1 April at midnight in India', () => {
  expect(financialYearOf(new Date('2027-03-31T18:29:59.999Z'))).toBe(2026)
  expect(financialYearOf(new Date('2027-03-31T18:30:00.000Z'))).toBe(2027)
  expect(financialYearOf(new Date('2026-12-31T18:30:00.000Z'))).toBe(2026)
})

it('TXN-16 serials have at most 16 characters, and no two numbers share one', () => {
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

it('TXN-16 amounts in figures are exact and grouped by lakh and crore', () => {
  expect(amountInFigures(12450000, 'INR')).toBe('₹1,24,500.00')
  expect(amountInFigures(5, 'INR')).toBe('₹0.05')
  expect(amountInFigures(4900, 'USD')).toBe('$49.00')
  expect(amountInFigures(Number.MAX_SAFE_INTEGER, 'INR')).toBe('₹9,00,71,99,25,47,409.91')
})

it('TXN-16 amounts in words', () => {
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

it('TXN-16 one State has one spelling, whatever it was called', () => {
  for (const spelling of ['Tamil Nadu', ' tamil  nadu', 'TAMILNADU', 'TN', '33', 'Tamil-Nadu']) {
    expect(stateWithCode(spelling)).toBe('Tamil Nadu (33)')
  }
  expect(stateWithCode('Jammu & Kashmir')).toBe('Jammu and Kashmir (01)')
  expect(stateWithCode('Orissa')).toBe('Odisha (21)')
  expect(stateWithCode(' Bavaria ')).toBe('Bavaria')
})
