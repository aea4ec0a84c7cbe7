import { describe, expect, it } from 'vitest'
import { eventTakesSignUps, masterclassTakesSignUps } from './registration.rules.ts'

const price = { current_price: 99_900, member_price: null, guest_price: null }
const paid = { is_paid: true, member_only: false, prices: [price] }

describe('who can register without an order (OQ-436)', () => {
  it.each([
    ['a paid event', paid, false],
    ['a free event, whatever prices are left of it', { ...paid, is_paid: false }, true],
    ['an event for members', { ...paid, member_only: true }, true],
    ['free for members', { ...paid, prices: [{ ...price, member_price: 0 }] }, true],
    ['free for guests', { ...paid, prices: [{ ...price, guest_price: 0 }] }, true],
    ['a price of 0', { ...paid, prices: [{ ...price, current_price: 0 }] }, true],
  ] as const)('%s', (_title, event, takes) => {
    expect(eventTakesSignUps(event)).toBe(takes)
  })

  it.each([
    ['a masterclass with a price', false, 249_900, false],
    ['a masterclass that is free in rupees', false, 0, true],
    ['a masterclass of the superclass', true, 249_900, true],
  ] as const)('%s', (_title, is_attach_to_superclass, current_price_inr, takes) => {
    expect(masterclassTakesSignUps({ is_attach_to_superclass, current_price_inr })).toBe(takes)
  })
})
