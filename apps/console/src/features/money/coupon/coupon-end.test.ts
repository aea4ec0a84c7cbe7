import { expect, it } from 'vitest'
import { couponEnd } from './coupon-end.ts'

const now = new Date('2026-11-26T06:00:00Z')
const after = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString()

it('says how far away the last day is, and marks the last two days (OQ-305)', () => {
  const texts = [0, 1, 14, 21, 69, 91, 800].map((days) => couponEnd({ valid_till: after(days) }, now).text)
  expect(texts).toEqual([
    'ends today',
    'in 1 day',
    'in 14 days',
    'in 3 weeks',
    'in 10 weeks',
    'in 3 months',
    'in 2 years',
  ])
  const near = [0, 1, 2].map((days) => couponEnd({ valid_till: after(days) }, now).isNear)
  expect(near).toEqual([true, true, false])
})
