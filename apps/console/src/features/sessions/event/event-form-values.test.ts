import { EventChanges, NewEvent } from '@greenroom/contract/sessions/event/event.endpoints'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  editedEventOf,
  emptyEvent,
  eventChangesOf,
  eventFieldOf,
  eventValuesOf,
  newEventOf,
  typedNumber,
} from './event-form-values.ts'
import { eventForms } from './event-record-form.tsx'
import { sampleEvent, sampleWebinar } from './event-test-data.ts'

const stored = editedEventOf(eventValuesOf(sampleEvent))

describe('a stored event', () => {
  it('fills the form, whatever the order of its prices (EVT-17, EVT-04, EVT-05, EVT-06)', () => {
    expect(eventValuesOf(sampleEvent)).toMatchObject({
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
    expect(eventValuesOf(sampleWebinar)).toMatchObject({
      zoom_hub_name: 'zoom_1',
      creator: { _id: 'creator-1', email: 'asha@example.com' },
    })
  })
})

describe('a new event', () => {
  const values = { ...eventValuesOf(sampleEvent), total_tickets_sold: '7' }

  it('is sent active, and published if it is offline (EVT-10, EVT-11, EVT-37)', () => {
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
    // A new event has no field for sold tickets (EVT-27).
    expect(wire).not.toHaveProperty('total_tickets_sold')
    expect(z.decode(NewEvent, z.encode(NewEvent, wire))).toEqual(wire)
  })

  it('is sent unpublished with account and creator if it is a webinar (WEB-03, WEB-04, WEB-05)', () => {
    const wire = newEventOf('ONLINE', eventValuesOf(sampleWebinar))
    expect(wire).toMatchObject({ event_type: 'ONLINE', zoom_hub_name: 'zoom_1', creator_id: 'creator-1' })
    expect(wire).not.toHaveProperty('is_published')
    expect(wire).not.toHaveProperty('location')
  })

  it('is sent without a total if tickets are unlimited, and without prices if it is free (EVT-26, OQ-061)', () => {
    const wire = newEventOf('OFFLINE', { ...values, is_unlimited_tickets: true, is_paid: false })
    expect(wire).not.toHaveProperty('total_tickets')
    expect(wire.prices).toEqual([])
  })
})

describe('an edit', () => {
  it('sends only the changed fields (OQ-109, EVT-35)', () => {
    expect(eventChangesOf({ title: 'New', is_active: false }, stored)).toEqual({
      title: 'New',
      is_active: false,
    })
    expect(eventChangesOf({ total_tickets: 200, total_tickets_sold: 43 }, stored)).toEqual({
      total_tickets: 200,
      total_tickets_sold: 43,
    })
    expect(eventChangesOf({ zoom_hub_name: 'zoom_4', creator: null }, stored)).toEqual({
      zoom_hub_name: 'zoom_4',
      creator_id: null,
    })
  })

  it('sends a whole list if one of its amounts changed (EVT-04, EVT-05, EVT-06)', () => {
    const all = { ...stored, guest_price_usd: 2000, discount_coins: 5, referral_inr: null, referral_usd: 300 }
    const body = eventChangesOf(
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

  it('sends no prices when switched to free, and no total when switched to unlimited (OQ-061)', () => {
    const free = editedEventOf({ ...eventValuesOf(sampleEvent), is_paid: false })
    expect(eventChangesOf({ is_paid: false }, free)).toEqual({ is_paid: false, prices: [] })
    expect(eventChangesOf({ is_unlimited_tickets: true, total_tickets: null }, stored)).toEqual({
      is_unlimited_tickets: true,
    })
  })

  it('sends a removed picture as an empty string, and none of the others (EVT-30)', () => {
    expect(eventChangesOf({ banner: null, ticket_banner: 'file:ticket.png:1:2' }, stored)).toEqual({
      banner: '',
    })
  })
})

it('maps the paths of server errors to the fields that show them (OQ-063)', () => {
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
  for (const [path, field] of Object.entries(paths)) expect(eventFieldOf(path, stored)).toBe(field)
  // With a single currency, the first price is of that currency.
  expect(eventFieldOf('prices.0.current_price', { ...stored, current_price_usd: null })).toBe(
    'current_price_inr',
  )
})

it('reads a typed number, an empty field as null, and anything else as NaN (EVT-26)', () => {
  expect([typedNumber('12'), typedNumber(' -3 '), typedNumber('0.5'), typedNumber('')]).toEqual([
    12,
    -3,
    0.5,
    null,
  ])
  for (const text of ['1e3', '12 people', '.', '--1']) expect(typedNumber(text)).toBeNaN()
})

it('starts a new event active, free and limited (EVT-11)', () => {
  expect(emptyEvent).toMatchObject({ is_active: true, is_paid: false, is_unlimited_tickets: false })
})

it('shows an error at a field only if the form of the kind has it (OQ-063, EVT-27)', () => {
  const values = eventValuesOf(sampleWebinar)
  expect(eventForms.ONLINE.fieldOf('creator_id', values)).toBe('creator')
  expect(eventForms.OFFLINE.fieldOf('creator_id', values)).toBeUndefined()
  expect(eventForms.OFFLINE.fieldOf('total_tickets_sold', values)).toBe('total_tickets_sold')
  // A webinar has no field for sold tickets.
  expect(eventForms.ONLINE.fieldOf('total_tickets_sold', values)).toBe('total_tickets')
  expect(eventForms.ONLINE.fieldOf('event_type', values)).toBeUndefined()
})
