import { EventChanges, NewEvent } from '@greenroom/contract/event/event.endpoints'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  changesOf,
  editedOf,
  emptyValues,
  filesOf,
  formPathOf,
  keptPictures,
  newEventOf,
  numberOf,
  storedEditedOf,
  valuesOf,
} from './event-form-values.ts'
import { sampleEvent, sampleWebinar } from './event-sample.test-data.ts'

const stored = storedEditedOf(sampleEvent)

describe('a stored event', () => {
  it('EVT-17 EVT-04 EVT-05 EVT-06 fills the form, its prices in whatever order', () => {
    expect(valuesOf(sampleEvent)).toMatchObject({
      title: 'Money and chai',
      total_tickets: '180',
      total_tickets_sold: '42',
      original_price_inr: 149900,
      current_price_inr: 99900,
      member_price_inr: 79900,
      guest_price_inr: null,
      original_price_usd: null,
      current_price_usd: 1500,
      discount_percentage: '12.5',
      discount_coins: '',
      referral_inr: 10000,
      referral_usd: null,
    })
    expect(valuesOf(sampleWebinar)).toMatchObject({
      zoom_hub_name: 'zoom_1',
      creator: { _id: 'creator-1', email: 'asha@example.com' },
    })
  })

  it('OQ-109 differs in nothing from its untouched form', () => {
    for (const event of [sampleEvent, sampleWebinar]) {
      expect(editedOf(valuesOf(event), event, keptPictures())).toEqual(storedEditedOf(event))
    }
  })
})

describe('a new event', () => {
  const values = { ...valuesOf(sampleEvent), total_tickets_sold: '7' }

  it('EVT-10 EVT-11 EVT-37 goes out active and, when it is offline, published', () => {
    const wire = newEventOf('OFFLINE', values)
    expect(wire).toMatchObject({
      event_type: 'OFFLINE',
      is_active: true,
      is_published: true,
      location: 'Bangalore International Centre, Domlur',
      total_tickets: 180,
      is_paid: true,
      prices: [
        { currency_code: 'USD', current_price: 1500 },
        { currency_code: 'INR', original_price: 149900, current_price: 99900, member_price: 79900 },
      ],
      referral_discount: [{ currency_code: 'INR', price: 10000 }],
      discount: { percentage: 12.5, coins: null },
    })
    // How many are sold is no matter of a new event (EVT-27).
    expect(wire).not.toHaveProperty('total_tickets_sold')
    expect(z.decode(NewEvent, z.encode(NewEvent, wire))).toEqual(wire)
  })

  it('WEB-03 WEB-04 WEB-05 goes out with account and creator and unpublished, when it is a webinar', () => {
    const wire = newEventOf('ONLINE', valuesOf(sampleWebinar))
    expect(wire).toMatchObject({ event_type: 'ONLINE', zoom_hub_name: 'zoom_1', creator_id: 'creator-1' })
    expect(wire).not.toHaveProperty('is_published')
    expect(wire).not.toHaveProperty('location')
  })

  it('EVT-26 OQ-061 has no total when tickets are unlimited and no prices when it is free', () => {
    const wire = newEventOf('OFFLINE', { ...values, is_unlimited_tickets: true, is_paid: false })
    expect(wire).not.toHaveProperty('total_tickets')
    expect(wire.prices).toEqual([])
  })
})

describe('an edit', () => {
  it('OQ-109 EVT-35 sends the changed fields alone', () => {
    expect(changesOf({ title: 'New', is_active: false }, stored)).toEqual({ title: 'New', is_active: false })
    expect(changesOf({ total_tickets: 200, total_tickets_sold: 43 }, stored)).toEqual({
      total_tickets: 200,
      total_tickets_sold: 43,
    })
    expect(changesOf({ zoom_hub_name: 'zoom_4', creator: null }, stored)).toEqual({
      zoom_hub_name: 'zoom_4',
      creator_id: null,
    })
  })

  it('EVT-04 EVT-05 EVT-06 sends each list whole when one of its amounts changed', () => {
    const all = { ...stored, guest_price_usd: 2000, discount_coins: 5, referral_inr: null, referral_usd: 300 }
    const body = changesOf(
      { guest_price_usd: 2000, discount_coins: 5, referral_inr: null, referral_usd: 300 },
      all,
    )
    expect(body).toEqual({
      prices: [
        {
          currency_code: 'USD',
          original_price: null,
          current_price: 1500,
          member_price: null,
          guest_price: 2000,
        },
        {
          currency_code: 'INR',
          original_price: 149900,
          current_price: 99900,
          member_price: 79900,
          guest_price: null,
        },
      ],
      referral_discount: [{ currency_code: 'USD', price: 300 }],
      discount: { percentage: 12.5, coins: 5 },
    })
    expect(z.decode(EventChanges, z.encode(EventChanges, body))).toEqual(body)
  })

  it('OQ-061 to free sends no prices, to unlimited sends no total', () => {
    const free = editedOf({ ...valuesOf(sampleEvent), is_paid: false }, sampleEvent, keptPictures())
    expect(changesOf({ is_paid: false }, free)).toEqual({ is_paid: false, prices: [] })
    expect(changesOf({ is_unlimited_tickets: true, total_tickets: null }, stored)).toEqual({
      is_unlimited_tickets: true,
    })
  })

  it('EVT-30 removes a picture by an empty text, and sends a picked one as a file', () => {
    const file = new File(['x'], 'ticket.png', { type: 'image/png' })
    const pictures = {
      banner: { kind: 'removed' },
      ticket_banner: { kind: 'picked', file },
      post_event_banner: { kind: 'kept' },
    } as const
    const edited = editedOf(valuesOf(sampleEvent), sampleEvent, pictures)
    expect(edited.banner).toBeNull()
    expect(edited.ticket_banner).toMatch(/^file:ticket\.png/)
    expect(edited.post_event_banner).toBeNull()
    expect(changesOf({ banner: null, ticket_banner: edited.ticket_banner }, edited)).toEqual({ banner: '' })
    expect(filesOf(pictures)).toEqual({ ticket_banner: [file] })
  })
})

it('OQ-063 a refused path of the wire belongs to the field that shows it', () => {
  const paths = {
    creator_id: 'creator',
    prices: 'current_price_inr',
    'prices.0.current_price': 'current_price_usd',
    'prices.1.guest_price': 'guest_price_inr',
    'referral_discount.0.price': 'referral_inr',
    'discount.percentage': 'discount_percentage',
    'discount.coins': 'discount_coins',
    total_tickets: 'total_tickets',
    banner: 'banner',
  }
  for (const [path, field] of Object.entries(paths)) expect(formPathOf(path, stored)).toBe(field)
  // With one currency alone the first of the list is that one.
  expect(formPathOf('prices.0.current_price', { ...stored, current_price_usd: null })).toBe(
    'current_price_inr',
  )
})

it('EVT-26 a typed number is read as it stands, none as none, and anything else as no number', () => {
  expect([numberOf('12'), numberOf(' -3 '), numberOf('0.5'), numberOf('')]).toEqual([12, -3, 0.5, null])
  for (const text of ['1e3', '12 people', '.', '--1']) expect(numberOf(text)).toBeNaN()
})

it('EVT-11 an empty form is active, free and limited', () => {
  expect(emptyValues()).toMatchObject({ is_active: true, is_paid: false, is_unlimited_tickets: false })
})
