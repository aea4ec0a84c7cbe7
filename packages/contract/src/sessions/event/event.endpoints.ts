import * as z from 'zod/mini'
import { endpoint, ok } from '../../endpoint.ts'
import { booleanText, Id, jsonText, orNone, reference } from '../../field.ts'
import { imageRule } from '../../file-rule.ts'
import { GroupCounts, limit, offset } from '../../list.ts'
import { clashWarnings } from '../meeting/meeting.schema.ts'
import { Event, eventFields, eventMessages, eventModes } from './event.schema.ts'

/** A whole number as text. */
function numberText<T extends z.core.$ZodType<unknown, number>>(schema: T, wrong: string) {
  return z.codec(z.string().check(z.regex(/^-?\d{1,15}$/, wrong)), schema, {
    decode: (text) => Number(text) as z.input<T>,
    encode: (value) => String(value),
  })
}

/** An image field is a file, the URL of the image to keep, or empty to remove it. */
const keptImage = z.optional(z.string().check(z.maxLength(300)))

const textParts = {
  title: eventFields.title,
  description: eventFields.description,
  start_time: eventFields.start_time,
  end_time: eventFields.end_time,
  location: eventFields.location,
  city: eventFields.city,
  venue_state: orNone(eventFields.venue_state),
  google_map_location: eventFields.google_map_location,
  event_type: eventFields.event_type,
  member_only: booleanText(),
  is_paid: booleanText(),
  is_active: booleanText(),
  is_published: booleanText(),
  is_unlimited_tickets: booleanText(),
  sold_out: booleanText(),
  total_tickets: orNone(numberText(eventFields.total_tickets, eventMessages.ticketsRequired)),
  total_tickets_sold: numberText(eventFields.total_tickets_sold, eventMessages.wholeNumber),
  zoom_hub_name: orNone(eventFields.zoom_hub_name),
  creator_id: orNone(eventFields.creator_id),
  prices: jsonText(eventFields.prices, eventMessages.priceRequired),
  referral_discount: jsonText(eventFields.referral_discount),
  discount: jsonText(eventFields.discount),
} as const

const optionalParts = z.partial(z.object(textParts)).shape

const image = { most: 1, rule: imageRule } as const
const images = { banner: image, ticket_banner: image, post_event_banner: image } as const
const keptImages = { banner: keptImage, ticket_banner: keptImage, post_event_banner: keptImage } as const

export const NewEvent = z.object({
  ...optionalParts,
  title: textParts.title,
  start_time: textParts.start_time,
  end_time: textParts.end_time,
  event_type: textParts.event_type,
  ...keptImages,
})
export type NewEvent = z.output<typeof NewEvent>

export const EventChanges = z.object({ ...optionalParts, ...keptImages })
export type EventChanges = z.output<typeof EventChanges>

export const listEvents = endpoint({
  name: 'listEvents',
  method: 'GET',
  path: '/admin/events',
  summary: 'List events or webinars',
  requirements: ['EVT-32', 'EVT-03', 'OQ-066', 'OQ-195', 'OQ-448'],
  permissions: ['content.read'],
  query: z.object({
    event_type: z.optional(
      z.enum(eventModes, { error: 'event_type must be OFFLINE, ONLINE or MEMBERS_ONLY' }),
    ),
    sort_by: z._default(z.enum(['1', '-1'], { error: 'sort_by must be 1 or -1' }), '-1'),
    /** Only unpublished ones that begin within 24 hours. */
    begins: z.optional(z.enum(['day'], { error: 'begins must be day' })),
    limit: limit(),
    offset: offset(),
  }),
  /** `group_counts` has the records of each tab, of the asked type (OQ-195). */
  response: ok(z.array(Event), { group_counts: GroupCounts }),
})

/** Lists the events of the creator with the signed-in user's e-mail address (OQ-062). */
export const listMyEvents = endpoint({
  name: 'listMyEvents',
  method: 'GET',
  path: '/event/my',
  summary: 'List the events of the signed-in person',
  requirements: ['EVT-33', 'OQ-062'],
  permissions: ['content.read'],
  query: z.object({ limit: limit(), offset: offset() }),
  response: ok(z.array(Event)),
})

export const getEvent = endpoint({
  name: 'getEvent',
  method: 'GET',
  path: '/admin/event/:id',
  summary: 'Get an event or webinar',
  requirements: ['EVT-17', 'OQ-007'],
  permissions: ['content.read'],
  params: z.object({ id: Id }),
  response: ok(Event),
})

export const createEvent = endpoint({
  name: 'createEvent',
  method: 'POST',
  path: '/admin/event',
  summary: 'Create an event or webinar',
  description: 'Refuses an unknown creator (404).',
  requirements: ['EVT-34', 'EVT-37'],
  permissions: ['content.write'],
  multipart: { fields: NewEvent, files: images },
  response: ok(Event),
  status: 201,
})

export const updateEvent = endpoint({
  name: 'updateEvent',
  method: 'PATCH',
  path: '/admin/event/:id',
  summary: 'Change fields of an event or webinar',
  description:
    "The stored address of a picture keeps it, and an empty text removes it. An empty total_tickets, zoom_hub_name or creator_id means none. Refuses what contradicts the event's kind or meeting (409 WRONG_STATE). A clash of a published webinar is returned as a warning, or refused if the settings say so (409 MEETING_CLASH).",
  requirements: ['EVT-35', 'EVT-37', 'OQ-112', 'OQ-116', 'OQ-118'],
  permissions: ['content.write'],
  params: z.object({ id: Id }),
  multipart: { fields: EventChanges, files: images },
  response: ok(Event, clashWarnings),
  versioned: true,
})

/** Copies an event or webinar of any group. The copy is not published (OQ-188). */
export const duplicateEvent = endpoint({
  name: 'duplicateEvent',
  method: 'POST',
  path: '/admin/event/:id/duplicate',
  summary: 'Copy an event or webinar to an unpublished one that starts a week later',
  requirements: ['OQ-188'],
  permissions: ['content.write'],
  params: z.object({ id: Id }),
  response: ok(Event),
  status: 201,
})

export const publishEvent = endpoint({
  name: 'publishEvent',
  method: 'POST',
  path: '/admin/event/publish',
  summary: 'Publish an event; for a webinar, create its meeting first',
  description:
    'Refuses one that has begun (409). Fails if the meeting provider does (502). A clash on the meeting account is returned as a warning, or refused if the settings say so (409 MEETING_CLASH).',
  requirements: ['EVT-36', 'EVT-09', 'OQ-064'],
  permissions: ['content.write'],
  body: z.object({ event_id: reference('event_id is required') }),
  response: ok(Event, clashWarnings),
  versioned: true,
  ownTransactions: true,
})
