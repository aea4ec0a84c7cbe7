import * as z from 'zod'
import { printable } from '../printable.ts'
import type { GatewayRefund, RefundEvent } from './payment-gateway.ts'

// Razorpay sends an empty list for empty notes.
const Notes = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).nullish()

/** A refund as Razorpay sends it in responses, lists and webhooks. */
export const RazorpayRefund = z.object({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,100}$/),
  payment_id: z.string(),
  amount: z.number().int().nonnegative(),
  currency: z.string(),
  status: z.enum(['pending', 'processed', 'failed']),
  receipt: z.string().nullish(),
  notes: Notes,
  error_description: z.string().nullish(),
})
export type RazorpayRefund = z.output<typeof RazorpayRefund>

const Event = z.object({
  event: z.string(),
  payload: z.object({ refund: z.object({ entity: RazorpayRefund }) }),
})

/** The note that contains our reference, in addition to the receipt. */
export const referenceNote = 'refund_reference'

/** Converts Razorpay's refund into the gateway's terms. */
export function gatewayRefundOf(refund: RazorpayRefund): GatewayRefund {
  const reason = printable(refund.error_description ?? '', [])
  return {
    gatewayRefundId: refund.id,
    state: refund.status,
    amount: refund.amount,
    currency: refund.currency,
    ...(reason ? { reason } : {}),
  }
}

/** Returns our reference from a refund's receipt or notes; null if there is none. */
export function referenceOf(refund: RazorpayRefund): string | null {
  if (refund.receipt) return refund.receipt
  const notes = Array.isArray(refund.notes) ? {} : (refund.notes ?? {})
  const noted = notes[referenceNote]
  return typeof noted === 'string' && noted !== '' ? noted : null
}

/**
 * Parses a webhook's body: the refund event, or null if it is about something else or invalid. The event's name
 * decides over the status inside, which may be older.
 */
export function refundEventOf(rawBody: Buffer): RefundEvent | null {
  const event = Event.safeParse(jsonOf(rawBody.toString('utf8')))
  if (!event.success || !event.data.event.startsWith('refund.')) return null
  const refund = event.data.payload.refund.entity
  const told = gatewayRefundOf(refund)
  if (event.data.event === 'refund.processed') told.state = 'processed'
  if (event.data.event === 'refund.failed') told.state = 'failed'
  return { ...told, paymentId: refund.payment_id, reference: referenceOf(refund) }
}

/** Parses JSON; undefined if it is invalid. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
