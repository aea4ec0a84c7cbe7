import type {
  DeliveryState,
  WebhookDelivery,
  WebhookDestination,
  WebhookEventName,
  WebhookRecordType,
} from '@greenroom/contract/staff/webhook/webhook.schema'
import type { DeliveryRow, ListedDelivery } from './webhook-delivery.repository.ts'
import { envelopeOf } from './webhook-message.service.ts'

export function presentDelivery(row: ListedDelivery): WebhookDelivery {
  return {
    _id: row.id,
    destination: row.destination as WebhookDestination,
    event: row.event as WebhookEventName,
    record_type: row.record_type as WebhookRecordType,
    record_id: row.record_id,
    record_label: labelOf(row),
    payload: row.destination === 'product' ? envelopeOf(row) : row.payload,
    state: row.state as DeliveryState,
    created_at: row.created_at.toISOString(),
    attempts: row.attempts,
    last_attempt_at: row.last_attempt_at?.toISOString() ?? null,
    last_status: row.last_status,
    last_answer: row.last_answer,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    sent_at: row.sent_at?.toISOString() ?? null,
    is_held: row.is_held,
  }
}

/** Returns the title of a session, or the reference of an order or a lead; null for what has none. */
export function labelOf({ payload }: Pick<DeliveryRow, 'payload'>): string | null {
  const label = payload.title ?? payload.reference_order_id ?? payload.reference_record_id
  return typeof label === 'string' ? label : null
}
