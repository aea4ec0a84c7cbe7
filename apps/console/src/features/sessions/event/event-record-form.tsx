import { venuePlaceName } from '@greenroom/contract/gst-state'
import { Event, type EventType } from '@greenroom/contract/sessions/event/event.schema'
import { formatTime } from '../../../lib/dates.ts'
import { StoredImage } from '../../../shared/field/image-field/image-field.tsx'
import { moneyLabel, priceLabels } from '../../../shared/record/record-form/money-label.ts'
import type { RecordForm } from '../../../shared/record/record-form/record-form.ts'
import { creatorLabel } from '../../../shared/sessions/creator-picker/picked-creator.ts'
import { eventFormErrors } from './event-form-errors.ts'
import {
  type EditedEvent,
  EventFormValues,
  editedEventOf,
  emptyEvent,
  eventFieldOf,
  eventPictures,
  eventValuesOf,
} from './event-form-values.ts'
import { eventPictureLabels } from './event-messages.ts'

type EventRecordForm = RecordForm<EventFormValues, Event, EditedEvent>

const labels: EventRecordForm['labels'] = {
  title: { label: 'Title' },
  description: { label: 'Description' },
  start_time: { label: 'Start time', show: formatTime },
  end_time: { label: 'End time', show: formatTime },
  location: { label: 'Location' },
  city: { label: 'City' },
  venue_state: { label: 'State of the venue', show: (code: string) => venuePlaceName(code) ?? code },
  google_map_location: { label: 'Google Map location' },
  creator: { label: 'Creator', show: creatorLabel },
  zoom_hub_name: { label: 'Zoom account' },
  is_unlimited_tickets: { label: 'Unlimited tickets' },
  total_tickets: { label: 'Total tickets' },
  total_tickets_sold: { label: 'Total tickets sold' },
  sold_out: { label: 'Sold out' },
  member_only: { label: 'Members only' },
  is_paid: { label: 'Paid event' },
  ...priceLabels,
  member_price_inr: moneyLabel('Member price', 'INR'),
  guest_price_inr: moneyLabel('Guest price', 'INR'),
  member_price_usd: moneyLabel('Member price', 'USD'),
  guest_price_usd: moneyLabel('Guest price', 'USD'),
  discount_percentage: { label: 'Discount percentage' },
  discount_coins: { label: 'Discount coins' },
  referral_inr: moneyLabel('Referral discount', 'INR'),
  referral_usd: moneyLabel('Referral discount', 'USD'),
  is_active: { label: 'Active' },
}
for (const field of eventPictures) {
  const label = eventPictureLabels[field]
  labels[field] = { label, show: (url: string) => <StoredImage url={url} alt={`${label}, stored`} /> }
}

const fieldsOfOneKind: Record<EventType, readonly string[]> = {
  OFFLINE: ['location', 'city', 'venue_state', 'google_map_location', 'total_tickets_sold'],
  ONLINE: ['creator', 'zoom_hub_name'],
}

function eventForm(kind: EventType): EventRecordForm {
  const absent = fieldsOfOneKind[kind === 'OFFLINE' ? 'ONLINE' : 'OFFLINE']
  return {
    name: kind === 'OFFLINE' ? 'event' : 'webinar',
    record: Event,
    values: EventFormValues,
    empty: () => emptyEvent,
    valuesOf: eventValuesOf,
    editedOf: editedEventOf,
    errors: (values, { base }) => eventFormErrors(kind, values, base),
    fieldOf: (path, values) => {
      const field = eventFieldOf(path, editedEventOf(values))
      if (field in labels && !absent.includes(field)) return field
      // A webinar has no field for sold tickets, so too few tickets are an error of the total.
      return field === 'total_tickets_sold' ? 'total_tickets' : undefined
    },
    labels,
  }
}

/** The forms of events and of webinars (EVT-22, WEB-05). */
export const eventForms: Record<EventType, EventRecordForm> = {
  OFFLINE: eventForm('OFFLINE'),
  ONLINE: eventForm('ONLINE'),
}
