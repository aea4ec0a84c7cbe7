import { expect, it } from 'vitest'
import { orderIdParts } from './order-id.rules.ts'

it('shows the telling part of an order ID, and hides nothing that is needed to find it (OQ-212)', () => {
  const of = (reference: string) => {
    const { hidden, shown, isCut } = orderIdParts(reference)
    expect(hidden + shown).toBe(reference)
    return [shown, isCut]
  }
  expect(of('order_47H2vRAMcQNpq2')).toEqual(['47H2vRAMcQNpq2', false])
  expect(of('order_')).toEqual(['order_', false])
  expect(of('1234')).toEqual(['1234', false])
  expect(of('order_1234567890123456')).toEqual(['1234567890123456', false])
  expect(of('order_12345678901234567')).toEqual(['678901234567', true])
  expect(of('')).toEqual(['', false])
})
