import * as z from 'zod/mini'
import { endpoint, ok } from '../../endpoint.ts'
import { booleanText, Id, reference } from '../../field.ts'
import { externalId } from '../../intake-batch.ts'
import { limit, offset } from '../../list.ts'
import { currencyCodes } from '../../money.ts'
import {
  cursorMessage,
  PriceToPay,
  PublicBanner,
  PublicComment,
  PublicEvent,
  PublicMasterclass,
  PublicMembership,
  PublicNews,
  PublicPaymentPage,
  PublicPost,
  PublicService,
  PublicWebinar,
  pricedTypes,
} from './public-read.schema.ts'

/** What every read of the public product has in common. */
const read = { method: 'GET', permissions: ['intake.read'], hasETag: true } as const
/** What follows the record before, whatever has disappeared since (OQ-742). */
const cursor = z.optional(z.string().check(z.maxLength(500, cursorMessage)))
const page = z.object({ limit: limit(50), offset: offset(), cursor })
/** A page with the cursor of the next one; null on the last page. */
const pages = <T extends z.core.$ZodType>(record: T) =>
  ok(z.array(record), { next_cursor: z.nullable(z.string()) })
const byId = z.object({ id: Id })

export const readMasterclasses = endpoint({
  ...read,
  name: 'readMasterclasses',
  path: '/intake/masterclasses',
  summary: 'List published masterclasses that have not begun, the next one first',
  requirements: ['OQ-420'],
  query: page,
  response: pages(PublicMasterclass),
})

export const readMasterclass = endpoint({
  ...read,
  name: 'readMasterclass',
  path: '/intake/masterclasses/:id',
  summary: 'Get a published masterclass, also after its start',
  requirements: ['OQ-420'],
  params: byId,
  response: ok(PublicMasterclass),
})

export const readEvents = endpoint({
  ...read,
  name: 'readEvents',
  path: '/intake/events',
  summary: 'List active events that have not begun, the next one first',
  requirements: ['OQ-420'],
  query: page,
  response: pages(PublicEvent),
})

export const readEvent = endpoint({
  ...read,
  name: 'readEvent',
  path: '/intake/events/:id',
  summary: 'Get an active event, also after its start',
  requirements: ['OQ-420'],
  params: byId,
  response: ok(PublicEvent),
})

export const readWebinars = endpoint({
  ...read,
  name: 'readWebinars',
  path: '/intake/webinars',
  summary: 'List published webinars that have not begun, the next one first',
  requirements: ['OQ-420'],
  query: page,
  response: pages(PublicWebinar),
})

export const readWebinar = endpoint({
  ...read,
  name: 'readWebinar',
  path: '/intake/webinars/:id',
  summary: 'Get a published webinar, also after its start',
  requirements: ['OQ-420'],
  params: byId,
  response: ok(PublicWebinar),
})

export const readMemberships = endpoint({
  ...read,
  name: 'readMemberships',
  path: '/intake/memberships',
  summary: 'List memberships, the newest first',
  requirements: ['OQ-420'],
  query: page,
  response: pages(PublicMembership),
})

export const readMembership = endpoint({
  ...read,
  name: 'readMembership',
  path: '/intake/memberships/:id',
  summary: 'Get a membership',
  requirements: ['OQ-420'],
  params: byId,
  response: ok(PublicMembership),
})

export const readPaymentPages = endpoint({
  ...read,
  name: 'readPaymentPages',
  path: '/intake/payment-pages',
  summary: 'List active payment pages, the newest first',
  requirements: ['OQ-420'],
  query: page,
  response: pages(PublicPaymentPage),
})

export const readPaymentPage = endpoint({
  ...read,
  name: 'readPaymentPage',
  path: '/intake/payment-pages/:id',
  summary: 'Get an active payment page',
  requirements: ['OQ-420'],
  params: byId,
  response: ok(PublicPaymentPage),
})

export const readBanners = endpoint({
  ...read,
  name: 'readBanners',
  path: '/intake/banners',
  summary: 'List the banners that are due now, in their order',
  requirements: ['OQ-420'],
  query: page,
  response: pages(PublicBanner),
})

export const readPosts = endpoint({
  ...read,
  name: 'readPosts',
  path: '/intake/posts',
  summary: 'List visible posts: pinned ones first, then the newest',
  requirements: ['OQ-420'],
  query: z.object({ pinned: z.optional(booleanText()), limit: limit(25), offset: offset(), cursor }),
  response: pages(PublicPost),
})

export const readPost = endpoint({
  ...read,
  name: 'readPost',
  path: '/intake/posts/:id',
  summary: 'Get a visible post',
  requirements: ['OQ-420'],
  params: byId,
  response: ok(PublicPost),
})

export const readComments = endpoint({
  ...read,
  name: 'readComments',
  path: '/intake/posts/:id/comments',
  summary: 'List the comments of a visible post, the newest first',
  requirements: ['OQ-420'],
  params: byId,
  query: page,
  response: pages(PublicComment),
})

export const readNews = endpoint({
  ...read,
  name: 'readNews',
  path: '/intake/news',
  summary: 'List active news snippets, the newest first',
  requirements: ['OQ-420'],
  query: page,
  response: pages(PublicNews),
})

export const readServices = endpoint({
  ...read,
  name: 'readServices',
  path: '/intake/services',
  summary: 'List advisory services with their advisors, the newest first',
  requirements: ['OQ-420'],
  query: page,
  response: pages(PublicService),
})

export const readPrice = endpoint({
  ...read,
  name: 'readPrice',
  path: '/intake/price',
  summary: 'Compute what a buyer pays, with or without a coupon',
  description: 'Refuses an item that has no price in the currency (400).',
  requirements: ['OQ-421'],
  query: z.object({
    entity_type: z.enum(pricedTypes, { error: `entity_type must be among ${pricedTypes.join(', ')}` }),
    entity_id: reference('entity_id is required'),
    currency: z.enum(currencyCodes, { error: `currency must be ${currencyCodes.join(' or ')}` }),
    /** Ignores case and spaces around it, as a buyer types it. */
    coupon: z.optional(z.string().check(z.maxLength(100, 'Should not exceed 100 characters'))),
    /** Who buys, for the limit per person. */
    user_external_id: z.optional(externalId()),
  }),
  response: ok(PriceToPay),
})
