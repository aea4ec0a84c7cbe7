import * as z from 'zod/mini'
import { PersonalNote } from '../../access/personal.ts'
import { consentChannels, consentPurposes } from '../../consent.ts'
import { leadStatuses } from '../../lead-status.ts'
import { CurrencyCode } from '../../money.ts'

/** Where changes are announced: the public product, and the lead system. */
export const webhookDestinations = ['product', 'lead-squared'] as const
export type WebhookDestination = (typeof webhookDestinations)[number]

/** A skipped one was given up by staff, so that later ones of its record can be sent. */
export const deliveryStates = ['waiting', 'sent', 'failed', 'skipped'] as const
export type DeliveryState = (typeof deliveryStates)[number]

const sessionKinds = ['masterclass', 'webinar', 'event'] as const
export type SessionKind = (typeof sessionKinds)[number]

const session = z.object({
  kind: z.enum(sessionKinds),
  session_id: z.string(),
  title: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  /** Grows with each edit. */
  version: z.int(),
})

/** The `data` of each event that the public product gets: ids and states, and no details of people. */
export const productEvents = {
  'order.refunded': z.object({
    order_id: z.string(),
    reference_order_id: z.string(),
    refund_id: z.string(),
    /** What this refund returned, in minor units. */
    amount: z.int(),
    /** What all refunds of the order returned, this one included. */
    refunded_amount: z.int(),
    currency_code: CurrencyCode,
    /** refunded once nothing is left. */
    status: z.string(),
  }),
  'session.published': session,
  'session.changed': session,
  'session.hidden': session,
  /** Ids of the product are null for what Greenroom made itself. */
  'post.removed': z.object({ post_id: z.string(), external_id: z.nullable(z.string()) }),
  'person.removed': z.object({ user_id: z.string(), external_id: z.nullable(z.string()) }),
  'post.restored': z.object({ post_id: z.string(), external_id: z.nullable(z.string()) }),
  'person.restored': z.object({ user_id: z.string(), external_id: z.nullable(z.string()) }),
  /** What a person told staff. The id of the product would outlive an erasure in what was sent. */
  'person.consent': z.object({
    user_id: z.string(),
    purpose: z.enum(consentPurposes),
    channel: z.enum(consentChannels),
    given: z.boolean(),
    at: z.string(),
  }),
  'lead.moved': z.object({
    lead_id: z.string(),
    reference_record_id: z.string(),
    status: z.enum(leadStatuses),
    previous_status: z.enum(leadStatuses),
    advisor_id: z.nullable(z.string()),
    previous_advisor_id: z.nullable(z.string()),
  }),
} as const
export type ProductEventName = keyof typeof productEvents
export type ProductEventData<Name extends ProductEventName> = z.output<(typeof productEvents)[Name]>

/** What LeadSquared gets of an order of a payment page. The buyer is read when it is sent. */
const pageOrder = z.object({ order_id: z.string(), reference_order_id: z.string() })
const leadEvents = { 'page.add-to-cart': pageOrder, 'page.purchase': pageOrder } as const
export type LeadEventName = keyof typeof leadEvents

export const webhookEventNames = [
  ...(Object.keys(productEvents) as ProductEventName[]),
  ...(Object.keys(leadEvents) as LeadEventName[]),
] as const
export type WebhookEventName = ProductEventName | LeadEventName

/** The types of records that events are about, as in the history. */
const webhookRecordTypes = ['transaction', 'masterclass', 'event', 'post', 'user', 'lead'] as const
export type WebhookRecordType = (typeof webhookRecordTypes)[number]

/** Max number of characters of a receiver's answer that are kept. */
export const longestAnswer = 2_000

/** Max number of failed deliveries that one call sends again. */
export const mostSentAgain = 1_000

export const webhookMessages = {
  state: `state must be ${deliveryStates.join(', ')}`,
  event: 'event must be the name of an event',
  destination: `destination must be ${webhookDestinations.join(' or ')}`,
  notSent: 'Only a delivery that was sent or has failed can be sent again.',
  notOpen: 'Only a delivery that waits or has failed can be skipped.',
  notConfigured: 'This destination is not set up any more.',
} as const

export const WebhookDelivery = z.object({
  _id: z.string(),
  destination: z.enum(webhookDestinations),
  event: z.enum(webhookEventNames as [WebhookEventName, ...WebhookEventName[]]),
  record_type: z.enum(webhookRecordTypes),
  record_id: z.string(),
  /** The session's title, or the reference of an order or a lead; null for other records. */
  record_label: z.nullable(z.string()),
  payload: z.record(z.string(), z.unknown()),
  state: z.enum(deliveryStates),
  created_at: z.string(),
  /** How often it was sent since it was made or sent again. */
  attempts: z.int(),
  last_attempt_at: z.nullable(z.string()),
  /** HTTP status of the last answer; null without one. */
  last_status: z.nullable(z.int()),
  /** The beginning of the last answer, or why there was none. */
  last_answer: z.nullable(PersonalNote),
  /** Null unless it waits. */
  next_attempt_at: z.nullable(z.string()),
  sent_at: z.nullable(z.string()),
  /** Whether it waits for an earlier delivery of its record. */
  is_held: z.boolean(),
})
export type WebhookDelivery = z.output<typeof WebhookDelivery>
