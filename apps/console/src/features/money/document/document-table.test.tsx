import { expect, it } from 'vitest'
import { amountText, placeText } from './document-table.tsx'

const amounts = {
  currency_code: 'INR',
  taxable: 211780,
  cgst: 0,
  sgst: 0,
  igst: 38120,
  total: 249900,
} as const

it('shows the amounts of a credit note as negative, and no zero tax (OQ-242)', () => {
  expect(amountText({ kind: 'invoice', ...amounts }, 'igst')).toBe('₹381.20')
  expect(amountText({ kind: 'credit-note', ...amounts }, 'total')).toBe('−₹2,499.00')
  expect(amountText({ kind: 'invoice', ...amounts }, 'cgst')).toBe('–')
  expect(amountText({ kind: 'invoice', ...amounts, total: 0 }, 'total')).toBe('₹0.00')
})

it('names the place of supply (OQ-242)', () => {
  expect(['32', '96', '97'].map(placeText)).toEqual(['Kerala', 'Outside India', 'Other territory'])
})
