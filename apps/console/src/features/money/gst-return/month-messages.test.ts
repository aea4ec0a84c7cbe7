import { expect, it } from 'vitest'
import { rateMissingText } from './month-messages.ts'

const documents = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    serial: `GR/2627/${index + 1}`,
    document_date: '2026-10-31',
    currency_code: 'USD' as const,
    total: 4900,
    rate_month: '2026-10',
  }))

it('names five documents without a rate and counts the others (OQ-294)', () => {
  expect(rateMissingText(documents(2), 2)).toBe(
    'Left out until you set a rate: GR/2627/1 ($49.00), GR/2627/2 ($49.00).',
  )
  expect(rateMissingText(documents(46), 46)).toMatch(/, GR\/2627\/5 \(\$49\.00\) and 41 more\.$/)
  expect(rateMissingText(documents(100), 1_500)).toContain(' and 1,495 more.')
})
