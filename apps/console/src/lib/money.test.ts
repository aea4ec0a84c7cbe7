import { describe, expect, it } from 'vitest'
import { formatMoney } from './money.ts'

describe('formatMoney', () => {
  it.each([
    [0, 'INR', '₹0.00'],
    [1, 'INR', '₹0.01'],
    [249_900, 'INR', '₹2,499.00'],
    [12_450_000, 'INR', '₹1,24,500.00'],
    [1_234_567_890, 'INR', '₹1,23,45,678.90'],
    [4900, 'USD', '$49.00'],
    [12_450_000, 'USD', '$1,24,500.00'],
    [-4900, 'INR', '−₹49.00'],
  ] as const)('formats %i minor units of %s as %s (LIM-02, LIM-03)', (minor, currency, text) => {
    expect(formatMoney(minor, currency)).toBe(text)
  })
})
