import { describe, expect, it } from 'vitest'
import { badgesOf, currentPrices, registrationText, soldText } from './event-facts.ts'
import { sampleEvent, sampleWebinar } from './event-test-data.ts'

describe('the facts of an event card', () => {
  it('list the rupee price before the dollar price, and nothing for a free event (EVT-16, OQ-061)', () => {
    expect(currentPrices(sampleEvent)).toEqual(['₹999.00', '$15.00'])
    const rupees = sampleEvent.prices.filter((price) => price.currency_code === 'INR')
    expect(currentPrices({ is_paid: true, prices: rupees })).toEqual(['₹999.00'])
    expect(currentPrices({ is_paid: false, prices: rupees })).toEqual([])
  })

  it('contain the number of registrations, with the total if tickets are limited (EVT-21)', () => {
    expect(registrationText(sampleEvent)).toBe('42 of 180 registrations')
    const many = { ...sampleEvent, registrations_count: 124500 }
    expect(registrationText({ ...many, is_unlimited_tickets: true })).toBe('1,24,500 registrations')
    expect(registrationText({ ...sampleEvent, registrations_count: 1, is_unlimited_tickets: true })).toBe(
      '1 registration',
    )
  })

  it('contain the number sold only where staff entered another one (OQ-432)', () => {
    expect(soldText({ registrations_count: 42, total_tickets_sold: 42 })).toBeUndefined()
    expect(soldText({ registrations_count: 42, total_tickets_sold: 0 })).toBeUndefined()
    expect(soldText({ registrations_count: 42, total_tickets_sold: 1250 })).toBe('1,250 sold')
  })

  it('have badges only for what the tab does not say (OQ-057)', () => {
    const labels = (...input: Parameters<typeof badgesOf>) => badgesOf(...input).map(({ label }) => label)
    expect(labels(sampleEvent, 'active')).toEqual([])
    const all = { ...sampleEvent, is_published: false, is_active: false, sold_out: true, member_only: true }
    expect(labels(all, 'active')).toEqual(['Unpublished', 'Hidden', 'Sold out', 'Members only'])
    expect(labels({ ...sampleWebinar, is_published: false }, 'draft')).toEqual([])
  })
})
