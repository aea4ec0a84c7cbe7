import { describe, expect, it } from 'vitest'
import { registrationText, soldText } from './event-seats.ts'
import { sampleEvent } from './event-test-data.ts'

describe('the seats of an event card', () => {
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
})
