import { expect, it } from 'vitest'
import { isMasked, mask, PersonalOrigin, personalRecords } from './personal.ts'

it.each([
  ['email', 'ananya.iyer@gmail.com', 'a•••@gmail.com'],
  ['email', 'x@gmail.com', 'x•••@gmail.com'],
  ['email', 'no address', 'n•••'],
  ['phone', '+919845012763', '•••2763'],
  ['phone', '98450 12763', '•••2763'],
  ['phone', 'unknown', '•••'],
  ['address', '12 Residency Road', '•••'],
  ['link', 'https://linkedin.com/in/ananya', '•••'],
  ['tax-id', '29AAACG1234A1Z8', '•••'],
  [
    'note',
    'Call Ananya at +91 98450-12763 or ananya.iyer@gmail.com.',
    'Call Ananya at •••2763 or a•••@gmail.com.',
  ],
  ['note', 'Paid ₹12,345 on 12 11 2026', 'Paid ₹12,345 on 12 11 2026'],
] as const)('masks the %s "%s"', (kind, text, masked) => {
  expect(mask(kind, text)).toBe(masked)
  expect(isMasked(mask(kind, text))).toBe(text !== masked)
})

it('leaves an empty text empty', () => {
  for (const kind of ['email', 'phone', 'address', 'note'] as const) expect(mask(kind, '')).toBe('')
})

it.each([
  ['utm_source', 'note'],
  ['GCLID', 'note'],
  ['utm_source_of_income', 'note'],
  ['father_name', 'address'],
  ['my_source', 'address'],
])('takes the parameter %s of an origin for: %s', (name, kind) => {
  expect(personalRecords.get(PersonalOrigin)?.kindOf(name)).toBe(kind)
})
