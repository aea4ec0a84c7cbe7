import { describe, expect, it } from 'vitest'
import { readSearch } from './search.rules.ts'

/** Returns what a text can be, as the names of what is true. */
function natureOf(typed: string): string[] {
  const { id, phoneEnd, isEmail, isCode, isName, isPart } = readSearch(typed)
  const natures = { id: id !== null, phone: phoneEnd !== null, isEmail, isCode, isName, isPart }
  return Object.entries(natures).flatMap(([name, is]) => (is ? [name] : []))
}

describe('a searched text', () => {
  it.each([
    ['9845012763', ['phone', 'isCode', 'isPart']],
    ['+91 98450 12763', ['phone', 'isPart']],
    ['2763', ['phone', 'isCode', 'isPart']],
    ['276', ['isCode', 'isPart']],
    ['ananya@mail', ['isEmail', 'isPart']],
    ['ananya', ['isEmail', 'isCode', 'isName', 'isPart']],
    ['Ananya Iyer', ['isName', 'isPart']],
    ['ne', ['isName']],
    ['order_NfKq7', ['isEmail', 'isCode', 'isName', 'isPart']],
    ['018F3A5C-0000-7000-8000-000000000001', ['id']],
    ['%_%', ['isCode']],
    ['1234567890123456', ['isCode', 'isPart']],
  ])('%s can be %j (OQ-455)', (typed, natures) => {
    expect(natureOf(typed)).toEqual(natures)
  })

  it.each([
    ['₹2,499.00', { amount: 249_900, currency: 'INR' }],
    ['₹ 12,34,567.50', { amount: 123_456_750, currency: 'INR' }],
    ['Rs. 2499', { amount: 249_900, currency: 'INR' }],
    ['$49', { amount: 4_900, currency: 'USD' }],
    ['2,499', { amount: 249_900, currency: null }],
    ['2499.00', { amount: 249_900, currency: null }],
    ['2499', null],
    ['₹', null],
    ['₹99,99,99,99,99,999.00', null],
    ['₹999999999999999999', null],
    ['$9999999999999999999', null],
  ])('reads the amount %s as %j (OQ-596)', (typed, money) => {
    expect(readSearch(typed).money).toEqual(money)
  })

  it.each([
    '+91 98450 12763',
    '098450-12763',
    '(98450) 12763',
    ' 9845012763 ',
    // As messengers and address books copy it.
    '\u202a+91 98450 12763\u202c',
    '+91\u00a098450\u201112763',
    'tel:+919845012763',
    '９８４５０１２７６３',
  ])('reads the last ten digits of the phone %s (OQ-455)', (typed) => {
    expect(readSearch(typed).phoneEnd).toBe('9845012763')
  })
})
