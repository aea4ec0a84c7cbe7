import { describe, expect, it } from 'vitest'
import { registrationText, soldText, takenSeats } from './event-seats.ts'
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

  it('are the registrations, and more sold tickets, with the share of the larger number (OQ-660)', () => {
    const seats = (registrations_count: number, total_tickets_sold: number) =>
      takenSeats({ ...sampleEvent, total_tickets: 60, registrations_count, total_tickets_sold })
    expect(seats(52, 8)).toEqual({ text: '52 of 60 registrations', share: 52 / 60 })
    expect(seats(8, 60)).toEqual({ text: '8 of 60 registrations, 60 sold', share: 1 })
    expect(takenSeats({ ...sampleEvent, is_unlimited_tickets: true, total_tickets_sold: 50 })).toEqual({
      text: '42 registrations, 50 sold',
      share: undefined,
    })
  })
})
