import { describe, expect, it } from 'vitest'
import { eventFormErrors } from './event-form-errors.ts'
import { type EventFormValues, emptyEvent, eventValuesOf } from './event-form-values.ts'
import { sampleEvent, sampleWebinar } from './event-test-data.ts'

const offline = eventValuesOf(sampleEvent)
const online = eventValuesOf(sampleWebinar)
const errorsOf = (values: EventFormValues, kind: 'OFFLINE' | 'ONLINE' = 'OFFLINE') =>
  eventFormErrors(kind, values, null)
const editErrorsOf = (changes: Partial<EventFormValues>) =>
  eventFormErrors('OFFLINE', { ...offline, ...changes }, sampleEvent)
const paid = (changes: Partial<EventFormValues>) => errorsOf({ ...offline, is_paid: true, ...changes })

describe('the form', () => {
  it('requires title, times, location and tickets (EVT-23, EVT-24, EVT-25, EVT-26)', () => {
    expect(errorsOf(emptyEvent)).toEqual({
      title: 'Title is required',
      start_time: 'Start time is required',
      end_time: 'End time is required',
      location: 'Location is required',
      total_tickets: 'Total tickets are required',
    })
    expect(errorsOf(offline)).toEqual({})
  })

  it('requires account and creator of a new webinar, and no location (WEB-03, WEB-04, WEB-05)', () => {
    expect(errorsOf({ ...emptyEvent, title: 'a', is_unlimited_tickets: true }, 'ONLINE')).toEqual({
      start_time: 'Start time is required',
      end_time: 'End time is required',
      zoom_hub_name: 'Zoom account is required',
      creator: 'Creator is required',
    })
    expect(errorsOf(online, 'ONLINE')).toEqual({})
  })

  it('requires account and creator of a stored webinar only if it has them (WEB-03, WEB-04)', () => {
    const without = { ...online, creator: null, zoom_hub_name: null }
    expect(eventFormErrors('ONLINE', without, sampleWebinar)).toEqual({
      zoom_hub_name: 'Zoom account is required',
      creator: 'Creator is required',
    })
    const bare = { ...sampleWebinar, creator_id: null, zoom_hub_name: null }
    expect(eventFormErrors('ONLINE', without, bare)).toEqual({})
  })

  it('accepts a title of 200 characters, not 201, and counts an emoji as one (EVT-23)', () => {
    expect(errorsOf({ ...offline, title: '🎤'.repeat(200) })).toEqual({})
    expect(errorsOf({ ...offline, title: 'a'.repeat(201) })).toEqual({
      title: 'Title should not exceed 200 characters',
    })
    expect(errorsOf({ ...offline, title: '  ' })).toEqual({ title: 'Title is required' })
  })

  it('accepts past times, in a new event and in an edit (EVT-25, OQ-041)', () => {
    const past = { start_time: '2020-01-01T00:00:00.000Z', end_time: '2020-01-02T00:00:00.000Z' }
    expect(errorsOf({ ...offline, ...past })).toEqual({})
    expect(editErrorsOf(past)).toEqual({})
  })

  it('requires at least one ticket unless they are unlimited (EVT-26)', () => {
    const total = (text: string) => errorsOf({ ...offline, total_tickets: text }).total_tickets
    expect(total('1')).toBeUndefined()
    expect(total('0')).toBe('At least 1 ticket required')
    expect(total('-3')).toBe('At least 1 ticket required')
    expect(total('')).toBe('Total tickets are required')
    expect(total('many')).toBe('Total tickets are required')
    expect(errorsOf({ ...offline, total_tickets: '', is_unlimited_tickets: true })).toEqual({})
  })

  it('accepts 0 to total sold tickets in an offline edit (EVT-27)', () => {
    expect(editErrorsOf({ total_tickets_sold: '-1' })).toEqual({
      total_tickets_sold: 'Total tickets sold cannot be negative',
    })
    expect(editErrorsOf({ total_tickets_sold: '180' })).toEqual({})
    expect(editErrorsOf({ total_tickets_sold: '181' })).toEqual({
      total_tickets_sold: 'Cannot exceed total tickets',
    })
    expect(editErrorsOf({ total_tickets_sold: '181', is_unlimited_tickets: true })).toEqual({})
    expect(editErrorsOf({ total_tickets_sold: '' })).toEqual({ total_tickets_sold: 'Enter a whole number' })
    // The total was changed, so both fields get an error.
    expect(editErrorsOf({ total_tickets: '41' })).toEqual({
      total_tickets: 'Cannot be less than the tickets already sold',
      total_tickets_sold: 'Cannot exceed total tickets',
    })
  })

  it('shows too few tickets of a webinar only at the total (EVT-27, WEB-05)', () => {
    const few = { ...online, total_tickets: '41' }
    expect(eventFormErrors('ONLINE', few, sampleWebinar)).toEqual({
      total_tickets: 'Cannot be less than the tickets already sold',
    })
  })

  it('requires the current rupee price if paid, the dollar price only beside other dollar amounts (OQ-061)', () => {
    expect(paid({ current_price_inr: null })).toEqual({ current_price_inr: 'Price is required' })
    expect(paid({ current_price_inr: 0 })).toEqual({})
    expect(paid({ current_price_usd: null })).toEqual({})
    expect(paid({ current_price_usd: null, guest_price_usd: 900 })).toEqual({
      current_price_usd: 'Price is required',
    })
    expect(errorsOf({ ...offline, is_paid: false, current_price_inr: null })).toEqual({})
  })

  it('accepts a discount of 0 to 100 percent (EVT-28)', () => {
    const percentage = (text: string) =>
      errorsOf({ ...offline, discount_percentage: text }).discount_percentage
    for (const text of ['', '0', '100', '12.5', '33.33']) expect(percentage(text)).toBeUndefined()
    expect(percentage('-0.01')).toBe('Must be at least 0')
    expect(percentage('100.01')).toBe('Must not exceed 100')
    expect(percentage('a lot')).toBe('Must be at least 0')
  })

  it('rejects a discount of negative coins (EVT-29)', () => {
    const coins = (text: string) => errorsOf({ ...offline, discount_coins: text }).discount_coins
    for (const text of ['', '0', '500']) expect(coins(text)).toBeUndefined()
    expect(coins('-1')).toBe('Must be at least 0')
    expect(coins('1.5')).toBe('Enter a whole number')
  })

  it('accepts a web address as map link, or none (EVT-01)', () => {
    expect(errorsOf({ ...offline, google_map_location: 'javascript:alert(1)' })).toEqual({
      google_map_location: 'Enter a link that starts with http:// or https://',
    })
    expect(errorsOf({ ...offline, google_map_location: '' })).toEqual({})
  })
})
