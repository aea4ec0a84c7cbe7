import type {
  LeadEventName,
  ProductEventData,
  ProductEventName,
  WebhookDestination,
  WebhookRecordType,
} from '@greenroom/contract/staff/webhook/webhook.schema'
import type { Call } from '../call.ts'
import { newId } from '../database/record-id.ts'
import { enqueue } from '../jobs/job-runner.ts'

/** The job that sends what is due. */
export const sendWebhooksTask = 'send-webhooks'

interface AnnouncedRecord {
  type: WebhookRecordType
  id: string
}

/** An event for the public product. */
type ProductEvent = {
  [Name in ProductEventName]: { event: Name; record: AnnouncedRecord; data: ProductEventData<Name> }
}[ProductEventName]

/** Tells whether a destination is set up. Without it nothing has to be read for its events. */
export function announcesTo(call: Pick<Call, 'destinations'>, destination: WebhookDestination): boolean {
  return call.destinations.includes(destination)
}

/** Announces a change to the public product, in the transaction of the change. The caller holds the record's lock. */
export async function announce(call: Call, { event, record, data }: ProductEvent): Promise<void> {
  if (announcesTo(call, 'product')) await store(call, 'product', event, record, data)
}

/** Announces an order of a payment page to LeadSquared. See `announce`. */
export async function announceLead(
  call: Call,
  event: LeadEventName,
  order: { id: string; reference_order_id: string },
): Promise<void> {
  if (!announcesTo(call, 'lead-squared')) return
  const data = { order_id: order.id, reference_order_id: order.reference_order_id }
  await store(call, 'lead-squared', event, { type: 'transaction', id: order.id }, data)
}

async function store(
  call: Call,
  destination: WebhookDestination,
  event: string,
  record: AnnouncedRecord,
  data: object,
): Promise<void> {
  await call.db
    .insertInto('webhook_delivery')
    .values({
      id: newId(),
      destination,
      event,
      record_type: record.type,
      record_id: record.id,
      payload: JSON.stringify(data),
      created_at: call.now,
      updated_at: call.now,
      next_attempt_at: call.now,
    })
    .execute()
  // Without a key: a shared one would make every change that announces something wait for every other.
  await enqueue(call.db, { task: sendWebhooksTask, payload: {} })
}
