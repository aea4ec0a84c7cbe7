import * as z from 'zod'
import { jsonOf } from '../json-lines.ts'
import { printable } from '../printable.ts'
import type { GatewayEvent, GatewayPayment, GatewayRefund, PaymentRefund } from './payment-gateway.ts'

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

/** A payment as Razorpay sends it in responses, lists and webhooks. */
export const RazorpayPayment = z.object({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,100}$/),
  order_id: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,100}$/)
    .nullish(),
  amount: z.number().int().nonnegative(),
  currency: z.string(),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  method: z.string().max(40).nullish(),
  notes: Notes,
  created_at: z.number().int().positive(),
})
export type RazorpayPayment = z.output<typeof RazorpayPayment>

const Event = z.object({ event: z.string(), created_at: z.number().int().positive().optional() })
const RefundPayload = z.object({
  payload: z.object({ refund: z.object({ entity: RazorpayRefund }) }),
})
const PaymentPayload = z.object({
  payload: z.object({
    payment: z.object({ entity: RazorpayPayment }),
    order: z.object({ entity: z.object({ id: z.string(), receipt: z.string().nullish() }) }).optional(),
  }),
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
function referenceOf(refund: RazorpayRefund): string | null {
  if (refund.receipt) return refund.receipt
  const notes = Array.isArray(refund.notes) ? {} : (refund.notes ?? {})
  const noted = notes[referenceNote]
  return typeof noted === 'string' && noted !== '' ? noted : null
}

/** Converts Razorpay's refund and the payment that it belongs to. */
export function paymentRefundOf(refund: RazorpayRefund): PaymentRefund {
  return { ...gatewayRefundOf(refund), paymentId: refund.payment_id, reference: referenceOf(refund) }
}

/** The notes that may contain the reference of our order, in their order of preference. */
const orderNotes = ['reference_order_id', 'receipt', 'order_reference'] as const

/**
 * Converts Razorpay's payment into the gateway's terms.
 * @param receipt of the gateway's order, which is our order's reference
 */
export function gatewayPaymentOf(payment: RazorpayPayment, receipt?: string | null): GatewayPayment {
  const notes = Array.isArray(payment.notes) ? {} : (payment.notes ?? {})
  const noted = orderNotes.map((name) => notes[name]).find((note) => typeof note === 'string' && note !== '')
  const reference = receipt || noted
  return {
    paymentId: payment.id,
    gatewayOrderId: payment.order_id ?? null,
    reference: typeof reference === 'string' && reference.length <= 200 ? reference : null,
    state: paymentStates[payment.status],
    amount: payment.amount,
    currency: payment.currency,
    method: payment.method ?? null,
    at: new Date(payment.created_at * 1000),
  }
}

const paymentStates = {
  created: 'open',
  authorized: 'open',
  captured: 'captured',
  refunded: 'captured',
  failed: 'failed',
} as const

/**
 * Parses a webhook's body: the event about a refund or a payment, or null if it is about something else or invalid.
 * The event's name decides over the status inside, which may be older.
 */
export function gatewayEventOf(rawBody: Buffer): GatewayEvent | null {
  const body = jsonOf(rawBody.toString('utf8'))
  const envelope = Event.safeParse(body)
  if (!envelope.success) return null
  const { event, created_at: sentAt } = envelope.data
  if (event.startsWith('refund.')) {
    const parsed = RefundPayload.safeParse(body)
    if (!parsed.success) return null
    const told = paymentRefundOf(parsed.data.payload.refund.entity)
    if (event === 'refund.processed') told.state = 'processed'
    if (event === 'refund.failed') told.state = 'failed'
    return { kind: 'refund', ...told }
  }
  if (!paymentEvents.has(event)) return null
  const parsed = PaymentPayload.safeParse(body)
  if (!parsed.success) return null
  const { payment, order } = parsed.data.payload
  const told = gatewayPaymentOf(payment.entity, order?.entity.receipt)
  if (event === 'payment.failed') return { kind: 'payment', ...told, state: 'failed' }
  // A payment is captured after it was created. The event's own time is closer to that.
  return { kind: 'payment', ...told, state: 'captured', at: sentAt ? new Date(sentAt * 1000) : told.at }
}

const paymentEvents = new Set(['payment.captured', 'payment.failed', 'order.paid'])
