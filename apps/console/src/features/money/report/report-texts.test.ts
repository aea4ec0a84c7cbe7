import { describe, expect, it } from 'vitest'
import { axisText, changeText, daysText, tickText, valueText } from './report-texts.ts'

describe('the texts of numbers (OQ-651)', () => {
  it.each([
    [{ from: '2026-11-21', to: '2026-11-21' }, '21 Nov 2026'],
    [{ from: '2026-11-16', to: '2026-11-22' }, '16 Nov to 22 Nov 2026'],
    [{ from: '2026-12-28', to: '2027-01-03' }, '28 Dec 2026 to 3 Jan 2027'],
    [{ from: '2026-11-01', to: '2026-11-30' }, 'November 2026'],
    [{ from: '2026-11-01', to: '2026-11-29' }, '1 Nov to 29 Nov 2026'],
    [{ from: '2026-10-01', to: '2026-11-30' }, '1 Oct to 30 Nov 2026'],
  ])('names the days of %o as %s', (days, text) => {
    expect(daysText(days)).toBe(text)
  })

  it('formats amounts and counts, with a minus sign', () => {
    expect(valueText(-12_345_50, 'net', 'INR')).toBe('\u2212₹12,345.50')
    expect(valueText(123_456, 'orders', 'INR')).toBe('1,23,456')
    expect(tickText(1_50_000_00, 'net', 'INR')).toBe('₹1.5L')
    expect(tickText(-1_50_000_00, 'net', 'INR')).toBe('\u2212₹1.5L')
    expect(tickText(20, 'orders', 'USD')).toBe('20')
    expect(axisText('2026-11-01', 'day')).toBe('1 Nov')
    expect(axisText('2026-11-01', 'month')).toBe('Nov 2026')
  })

  it('states a change in percent only where there was something before', () => {
    expect(changeText(150, 100)).toBe('+50%')
    expect(changeText(50, 100)).toBe('\u221250%')
    expect(changeText(100, 100)).toBe('0%')
    for (const before of [0, null, undefined]) expect(changeText(100, before)).toBeUndefined()
    expect(changeText(null, 100)).toBeUndefined()
  })
})
