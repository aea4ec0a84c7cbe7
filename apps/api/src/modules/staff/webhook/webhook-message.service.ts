import type { ConsentChannel } from '@greenroom/contract/consent'
import type { WebhookDestination } from '@greenroom/contract/staff/webhook/webhook.schema'
import type { Call } from '../../../platform/call.ts'
import { activityBody } from '../../../platform/webhooks/lead-squared.ts'
import { findActivitySource } from './order-announcement.repository.ts'
import type { DeliveryRow } from './webhook-delivery.repository.ts'

/** What the public product gets of an event. */
export function envelopeOf({
  event,
  created_at,
  payload,
}: Pick<DeliveryRow, 'event' | 'created_at' | 'payload'>) {
  return { type: event, timestamp: created_at.toISOString(), data: payload }
}

/**
 * Returns the JSON to send for a delivery. The buyer of an activity is read here and not stored with the delivery, so
 * that an erasure covers it.
 * @returns null if there is nothing to send any more
 */
export async function messageOf(call: Call, delivery: DeliveryRow): Promise<string | null> {
  const destination = delivery.destination as WebhookDestination
  const body = destination === 'product' ? envelopeOf(delivery) : await activityOf(call, delivery)
  return body && JSON.stringify(body)
}

async function activityOf({ db }: Call, { event, record_id }: DeliveryRow): Promise<object | null> {
  const order = await findActivitySource(db, record_id)
  // An erased buyer has no address.
  if (!order || order.user_email === '') return null
  const isPurchase = event === 'page.purchase'
  const code = isPurchase ? order.lsq_purchase : order.lsq_add_to_cart
  if (code === '') return null
  const amount = `${order.currency_code} ${(order.amount / 100).toFixed(2)}`
  return activityBody({
    code: Number(code),
    note: `${isPurchase ? 'Purchase' : 'Add to cart'}: ${order.title}, order ${order.reference_order_id}, ${amount}. ${consentText(order.consents)}`,
    at: (isPurchase && order.completed_at) || order.created_at,
    email: order.user_email,
    phone: order.user_phone,
    firstName: order.user_first_name,
    lastName: order.user_last_name,
  })
}

const channelNames: Record<ConsentChannel, string> = {
  email: 'e-mail',
  whatsapp: 'WhatsApp',
  phone: 'phone and SMS',
}

/** Says whether LeadSquared may write to the buyer: what nobody agreed to is not allowed (OQ-738). */
function consentText(channels: readonly ConsentChannel[]): string {
  return channels.length === 0
    ? 'No consent to marketing'
    : `Consent to marketing by ${channels.map((channel) => channelNames[channel]).join(', ')}`
}
