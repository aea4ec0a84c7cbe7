import { currencyCodes } from '@greenroom/contract/money'
import { eventErrors } from '@greenroom/contract/sessions/event/event.rules'
import {
  Discount,
  type Event,
  EventPriceForm,
  type EventType,
  eventFields,
  eventMessages,
  ReferralDiscount,
} from '@greenroom/contract/sessions/event/event.schema'
import * as z from 'zod/mini'
import {
  type EventFormValues,
  editedEventOf,
  eventFieldOf,
  eventPricesOf,
  priceField,
  priceKinds,
  referralField,
  typedNumber,
} from './event-form-values.ts'

/**
 * Validates the form by the contract's fields and the rules between them (EVT-23 to EVT-29, WEB-03, WEB-04).
 * @param stored the edited event; null for a new one
 * @returns the first message of each invalid field
 */
export function eventFormErrors(
  kind: EventType,
  values: EventFormValues,
  stored: Event | null,
): Record<string, string> {
  const errors: Record<string, string> = {}
  const mark = (path: string, message: string) => {
    errors[path] ??= message
  }
  const check = (path: string, schema: z.ZodMiniType, value: unknown) => {
    const [issue] = z.safeParse(schema, value).error?.issues ?? []
    if (issue) mark(path, issue.message)
  }
  const edited = editedEventOf(values)
  const { total_tickets } = edited
  const sold = typedNumber(values.total_tickets_sold)
  const showsSold = showsTicketsSold(kind, stored)

  for (const field of ['title', 'description', 'start_time', 'end_time'] as const) {
    check(field, eventFields[field], values[field])
  }
  if (kind === 'OFFLINE') {
    for (const field of ['location', 'city', 'google_map_location'] as const) {
      check(field, eventFields[field], values[field])
    }
  }

  if (total_tickets !== null) check('total_tickets', eventFields.total_tickets, total_tickets)
  if (showsSold) check('total_tickets_sold', eventFields.total_tickets_sold, sold ?? Number.NaN)

  if (values.is_paid) {
    for (const currency of currencyCodes) {
      const given = priceKinds.filter((one) => values[priceField(one, currency)] !== null)
      for (const one of given) {
        const field = priceField(one, currency)
        check(field, EventPriceForm.shape.current_price, values[field])
      }
      // The other kinds of price need a current one (OQ-061).
      if (given.length > 0 && !given.includes('current')) {
        mark(priceField('current', currency), eventMessages.priceRequired)
      }
    }
  }
  check('discount_percentage', Discount.shape.percentage, edited.discount_percentage)
  check('discount_coins', Discount.shape.coins, edited.discount_coins)
  for (const currency of currencyCodes) {
    const field = referralField(currency)
    if (values[field] !== null) check(field, ReferralDiscount.shape.price, values[field])
  }

  const checked = {
    ...edited,
    event_type: kind,
    total_tickets_sold: showsSold ? (sold ?? 0) : (stored?.total_tickets_sold ?? 0),
    prices: eventPricesOf(edited),
    creator_id: values.creator?._id ?? null,
  }
  const wasSoldEdited = showsSold && checked.total_tickets_sold !== stored?.total_tickets_sold
  const between = eventErrors(checked, stored === null ? 'create' : 'edit', {
    total_tickets_sold: wasSoldEdited,
  })
  for (const { path, message } of between) {
    if (path !== 'total_tickets_sold' || showsSold) mark(eventFieldOf(path, edited), message)
  }
  // An edit cannot remove the account or the creator of a webinar.
  if (kind === 'ONLINE' && stored?.zoom_hub_name && values.zoom_hub_name === null) {
    mark('zoom_hub_name', eventMessages.meetingAccountRequired)
  }
  if (kind === 'ONLINE' && stored?.creator_id && values.creator === null) {
    mark('creator', eventMessages.creatorRequired)
  }
  return errors
}

/** Only the edit form of an offline event has a field for sold tickets (EVT-27). */
export function showsTicketsSold(kind: EventType, stored: Event | null): boolean {
  return kind === 'OFFLINE' && stored !== null
}
