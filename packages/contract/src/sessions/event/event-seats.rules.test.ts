import { describe, expect, it } from 'vitest'
import { isSoldOut } from './event-seats.rules.ts'

describe('sold out', () => {
  const open = {
    sold_out: false,
    is_unlimited_tickets: false,
    total_tickets: 180,
    total_tickets_sold: 42,
    registrations_count: 40,
  }
  it.each([
    ['seats are left', open, false],
    ['staff marked it', { ...open, sold_out: true }, true],
    ['the last seat is taken', { ...open, registrations_count: 180 }, true],
    ['all but one seat are taken', { ...open, registrations_count: 179 }, false],
    ['staff entered that all are sold', { ...open, total_tickets_sold: 180 }, true],
    [
      'tickets are unlimited',
      { ...open, is_unlimited_tickets: true, total_tickets: null, registrations_count: 999 },
      false,
    ],
    [
      'an earlier total is left of unlimited tickets',
      { ...open, is_unlimited_tickets: true, registrations_count: 180 },
      false,
    ],
  ] as const)('if %s (EVT-01, OQ-432)', (_title, event, soldOut) => {
    expect(isSoldOut(event)).toBe(soldOut)
  })
})
