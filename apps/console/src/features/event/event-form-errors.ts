import { eventErrors } from '@greenroom/contract/event/event.rules'
import {
  Discount,
  type Event,
  EventPriceForm,
  type EventType,
  eventFields,
  eventMessages,
  ReferralDiscount,
} from '@greenroom/contract/event/event.schema'
import { currencyCodes } from '@greenroom/contract/money'
import * as z from 'zod/mini'
import {
  type EventFormValues,
  editedOf,
  formPathOf,
  keptPictures,
  numberOf,
  priceField,
  priceKinds,
  pricesOf,
  referralField,
} from './event-form-values.ts'

interface Judging {
  kind: EventType
  /** What is edited; null for a new one. */
  stored: Event | null
}

/**
 * The rules of the form: the contract's fields and what one asks of another, in the specification's words (EVT-23 to
 * EVT-29, WEB-03, WEB-04).
 * @returns the first message of each refused field, by its name in the form
 */
export function formErrors(values: EventFormValues, { kind, stored }: Judging): Record<string, string> {
  const errors: Record<string, string> = {}
  const mark = (path: string, message: string) => {
    errors[path] ??= message
  }
  const judge = (path: string, schema: z.ZodMiniType, value: unknown) => {
    const [issue] = z.safeParse(schema, value).error?.issues ?? []
    if (issue) mark(path, issue.message)
  }
  const edited = editedOf(values, null, keptPictures())
  const { total_tickets } = edited
  const sold = numberOf(values.total_tickets_sold)
  const showsSold = showsTicketsSold(kind, stored)

  for (const field of ['title', 'description', 'start_time', 'end_time'] as const) {
    judge(field, eventFields[field], values[field])
  }
  if (kind === 'OFFLINE') {
    for (const field of ['location', 'city', 'google_map_location'] as const) {
      judge(field, eventFields[field], values[field])
    }
  }

  if (total_tickets !== null) judge('total_tickets', eventFields.total_tickets, total_tickets)
  if (showsSold) judge('total_tickets_sold', eventFields.total_tickets_sold, sold ?? Number.NaN)

  if (values.is_paid) {
    for (const currency of currencyCodes) {
      const given = priceKinds.filter((one) => values[priceField(one, currency)] !== null)
      for (const one of given) {
        const field = priceField(one, currency)
        judge(field, EventPriceForm.shape.current_price, values[field])
      }
      // Another kind of price hangs on the current one (OQ-061).
      if (given.length > 0 && !given.includes('current')) {
        mark(priceField('current', currency), eventMessages.priceRequired)
      }
    }
  }
  judge('discount_percentage', Discount.shape.percentage, edited.discount_percentage)
  judge('discount_coins', Discount.shape.coins, edited.discount_coins)
  for (const currency of currencyCodes) {
    const field = referralField(currency)
    if (values[field] !== null) judge(field, ReferralDiscount.shape.price, values[field])
  }

  const judged = {
    ...edited,
    event_type: kind,
    total_tickets_sold: showsSold ? (sold ?? 0) : (stored?.total_tickets_sold ?? 0),
    prices: pricesOf(edited),
    creator_id: values.creator?._id ?? null,
  }
  const wasSoldEdited = showsSold && judged.total_tickets_sold !== stored?.total_tickets_sold
  const between = eventErrors(judged, stored === null ? 'create' : 'edit', {
    total_tickets_sold: wasSoldEdited,
  })
  for (const { path, message } of between) {
    if (path !== 'total_tickets_sold' || showsSold) mark(formPathOf(path, edited), message)
  }
  // A webinar that has its account and its creator does not lose them.
  if (kind === 'ONLINE' && stored?.zoom_hub_name && values.zoom_hub_name === null) {
    mark('zoom_hub_name', eventMessages.meetingAccountRequired)
  }
  if (kind === 'ONLINE' && stored?.creator_id && values.creator === null) {
    mark('creator', eventMessages.creatorRequired)
  }
  return errors
}

/** The number of sold tickets is entered in an offline edit alone (EVT-27). */
export function showsTicketsSold(kind: EventType, stored: Event | null): boolean {
  return kind === 'OFFLINE' && stored !== null
}
