import { describe, expect, it } from 'vitest'
import { badgesOf, currentPrices } from './event-facts.ts'
import { sampleEvent, sampleWebinar } from './event-test-data.ts'

describe('the facts of an event card', () => {
  it('list the rupee price before the dollar price, and nothing for a free event (EVT-16, OQ-061)', () => {
    expect(currentPrices(sampleEvent)).toEqual(['₹999.00', '$15.00'])
    const rupees = sampleEvent.prices.filter((price) => price.currency_code === 'INR')
    expect(currentPrices({ is_paid: true, prices: rupees })).toEqual(['₹999.00'])
    expect(currentPrices({ is_paid: false, prices: rupees })).toEqual([])
  })

  it('have badges only for what the tab does not say (OQ-057)', () => {
    const labels = (...input: Parameters<typeof badgesOf>) => badgesOf(...input).map(({ label }) => label)
    expect(labels(sampleEvent, 'active')).toEqual([])
    const all = { ...sampleEvent, is_published: false, is_active: false, sold_out: true, member_only: true }
    expect(labels(all, 'active')).toEqual(['Unpublished', 'Hidden', 'Sold out', 'Members only'])
    expect(labels({ ...sampleWebinar, is_published: false }, 'draft')).toEqual([])
  })
})
