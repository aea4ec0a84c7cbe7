import { expect, it } from 'vitest'
import { monthChoices, readMonth } from './month-choices.ts'

it('offers the last two years of months, and an older one that is chosen (OQ-242)', () => {
  const months = monthChoices('2026-01-31', '2020-05')
  expect(months.slice(0, 2)).toEqual([
    { value: '2026-01', label: 'January 2026' },
    { value: '2025-12', label: 'December 2025' },
  ])
  expect(months).toHaveLength(25)
  expect(months.at(-1)?.label).toBe('May 2020')
})

it('reads a month of an address (OQ-678)', () => {
  expect(['2026-11', '2026-13', 'x', undefined].map(readMonth)).toEqual([
    '2026-11',
    undefined,
    undefined,
    undefined,
  ])
})
