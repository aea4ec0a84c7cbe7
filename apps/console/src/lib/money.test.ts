import { describe, expect, it } from 'vitest'
import { digitsToMinor, formatMoney } from './money.ts'

describe('money', () => {
  it.each([
    [0, 'INR', '₹0.00'],
    [1, 'INR', '₹0.01'],
    [249_900, 'INR', '₹2,499.00'],
    [12_450_000, 'INR', '₹1,24,500.00'],
    [1_234_567_890, 'INR', '₹1,23,45,678.90'],
    [4900, 'USD', '$49.00'],
    [12_450_000, 'USD', '$1,24,500.00'],
    [-4900, 'INR', '-₹49.00'],
  ] as const)('LIM-02 LIM-03 %i minor units of %s read %s', (minor, currency, words) => {
    expect(formatMoney(minor, currency)).toBe(words)
  })

  it.each([
    ['249900', 249_900],
    ['₹2,499.00', 249_900],
    ['₹2,499.005', 2_499_005],
    ['0', 0],
    ['', null],
    ['abc', null],
    ['9007199254740991', 9_007_199_254_740_991],
    ['9007199254740993', null],
  ])('LIM-02 the digits of "%s" are %s minor units', (text, minor) => {
    expect(digitsToMinor(text)).toBe(minor)
  })

  it('LIM-02 what was formatted is read back unchanged', () => {
    for (const minor of [0, 5, 99, 100, 123_456_789])
      expect(digitsToMinor(formatMoney(minor, 'INR'))).toBe(minor)
  })
})
