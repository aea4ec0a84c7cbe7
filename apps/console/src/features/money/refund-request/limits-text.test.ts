import { expect, it } from 'vitest'
import { limitsText } from './limits-text.ts'

const none = { above: { INR: null, USD: null }, per_day: null }

it.each([
  [{ ...none, above: { INR: 1_000_000, USD: null } }, 'Refunds above ₹10,000'],
  [{ ...none, above: { INR: 1_000_050, USD: 9_900 } }, 'Refunds above ₹10,000.50 or above $99'],
  [{ ...none, above: { INR: 0, USD: null } }, 'Refunds in rupees'],
  [{ ...none, above: { INR: 0, USD: 0 } }, 'All refunds'],
  [{ ...none, per_day: 0 }, 'All refunds'],
  [{ ...none, per_day: 1 }, 'Refunds after the first of one person a day'],
  [
    { above: { INR: 1_000_000, USD: null }, per_day: 5 },
    'Refunds above ₹10,000 or after 5 of one person a day',
  ],
  [none, 'Refunds above a limit'],
] as const)('says which refunds need a second person: %j (OQ-353)', (limits, text) => {
  expect(limitsText(limits)).toBe(text)
})
