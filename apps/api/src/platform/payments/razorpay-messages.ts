import * as z from 'zod'
import { jsonOf } from '../json-lines.ts'
import { printable } from '../printable.ts'
import type {
  DisputeEvent,
  GatewayEvent,
  GatewayPayment,
  GatewayRefund,
  PaymentRefund,
} from './payment-gateway.ts'

// Razorpay sends an empty list for empty notes.
const Notes = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).nullish()

/** A refund as Razorpay sends it in responses, lists and webhooks. */
export const RazorpayRefund = z.object({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,100}$/),
  payment_id: z.string(),
  amount: z.number().int().nonnegative(),
  currency: z.string(),
  status: z.string(),
  receipt: z.string().nullish(),
  notes: Notes,
  error_description: z.string().nullish(),
  created_at: z.number().int().positive().max(8.64e12).nullish(),
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
  status: z.string(),
  /** The only sign that a refunded payment was ever ours. */
  captured: z.boolean().nullish(),
  amount_refunded: z.number().int().nonnegative().nullish(),
  fee: z.number().int().nonnegative().nullish(),
  /** A payment in another currency, in paise of the account. */
  base_amount: z.number().int().nonnegative().nullish(),
  base_currency: z.string().nullish(),
  method: z.string().max(40).nullish(),
  notes: Notes,
  created_at: z.number().int().positive(),
})
export type RazorpayPayment = z.output<typeof RazorpayPayment>

const Event = z.object({ event: z.string(), created_at: z.number().int().positive().optional() })
const RefundPayload = z.object({
  payload: z.object({
    refund: z.object({ entity: RazorpayRefund }),
    payment: z.object({ entity: z.object({ captured: z.boolean().nullish() }) }).nullish(),
  }),
})
/** A gateway's order as Razorpay sends it. */
export const RazorpayOrder = z.object({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,100}$/),
  receipt: z.string().nullish(),
  amount: z.number().int().nonnegative().nullish(),
  amount_paid: z.number().int().nonnegative().nullish(),
})
type RazorpayOrder = z.output<typeof RazorpayOrder>
const PaymentPayload = z.object({
  payload: z.object({
    payment: z.object({ entity: RazorpayPayment }),
    order: z.object({ entity: RazorpayOrder }).optional(),
  }),
})

/** @see https://razorpay.com/docs/api/disputes/entity/ */
const DisputePayload = z.object({
  payload: z.object({
    dispute: z.object({
      entity: z.object({
        id: z.string().regex(/^[A-Za-z0-9_-]{1,100}$/),
        payment_id: z.string().regex(/^[A-Za-z0-9_-]{1,100}$/),
        amount: z.number().int().nonnegative().max(1e15),
        amount_deducted: z.number().int().nonnegative().max(1e15).nullish(),
        currency: z.string().regex(/^[A-Z]{3}$/),
        reason_code: z.string().max(200).nullish(),
        reason_description: z.string().nullish(),
        respond_by: z.number().int().nonnegative().max(8.64e12).nullish(),
        status: z.string().regex(/^[a-z_]{1,40}$/),
        phase: z.string().max(40).nullish(),
        created_at: z.number().int().positive().max(8.64e12),
      }),
    }),
  }),
})
const disputeEvents = 'payment.dispute.'

/** The note that contains our reference, in addition to the receipt. */
export const referenceNote = 'refund_reference'

/** Converts Razorpay's refund into the gateway's terms. */
export function gatewayRefundOf(refund: RazorpayRefund): GatewayRefund {
  const reason = printable(refund.error_description ?? '', [])
  return {
    gatewayRefundId: refund.id,
    state: refund.status === 'processed' || refund.status === 'failed' ? refund.status : 'pending',
    amount: refund.amount,
    currency: refund.currency,
    at: refund.created_at ? new Date(refund.created_at * 1000) : null,
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
 * @param order the gateway's order; its receipt is our order's reference
 */
export function gatewayPaymentOf(
  payment: RazorpayPayment,
  order?: Partial<RazorpayOrder> | null,
): GatewayPayment {
  const notes = Array.isArray(payment.notes) ? {} : (payment.notes ?? {})
  const noted = orderNotes.map((name) => notes[name]).find((note) => typeof note === 'string' && note !== '')
  const reference = order?.receipt || noted
  const { amount, amount_paid: paid } = order ?? {}
  return {
    paymentId: payment.id,
    gatewayOrderId: payment.order_id ?? null,
    reference: typeof reference === 'string' && reference.length <= 200 ? reference : null,
    state: stateOf(payment),
    amount: payment.amount,
    fee: payment.fee ?? null,
    ...rupeesOf(payment),
    refunded: payment.amount_refunded ?? 0,
    order: amount == null || paid == null ? null : { amount, paid },
    currency: payment.currency,
    method: payment.method ?? null,
    at: new Date(payment.created_at * 1000),
  }
}

/** Returns what a payment in another currency is in rupees, in paise; nothing if Razorpay does not say. */
function rupeesOf({ currency, base_amount, base_currency }: RazorpayPayment): { rupees?: number } {
  const isInRupees = currency !== 'INR' && (base_currency ?? 'INR') === 'INR'
  return isInRupees && base_amount ? { rupees: base_amount } : {}
}

/** Returns the state of a payment. One that Razorpay may add later decides nothing, like one that is still open. */
function stateOf({ status, captured }: RazorpayPayment): GatewayPayment['state'] {
  if (status === 'failed') return 'failed'
  // A payment that nobody captures is refunded by Razorpay, and its status says the same as that of one we refunded.
  if (status === 'refunded') return captured === true ? 'captured' : 'returned'
  return status === 'captured' && captured !== false ? 'captured' : 'open'
}

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
    const { refund, payment } = parsed.data.payload
    // Razorpay gave back what nobody captured: this money was never ours, so its refund is none of ours.
    if (payment?.entity.captured === false) return null
    const told = paymentRefundOf(refund.entity)
    if (event === 'refund.processed') told.state = 'processed'
    if (event === 'refund.failed') told.state = 'failed'
    return { kind: 'refund', ...told }
  }
  if (event.startsWith(disputeEvents)) return disputeEventOf(body, event, sentAt)
  if (!paymentEvents.has(event)) return null
  const parsed = PaymentPayload.safeParse(body)
  if (!parsed.success) return null
  const { payment, order } = parsed.data.payload
  const told = gatewayPaymentOf(payment.entity, order?.entity)
  if (event === 'payment.failed') return { kind: 'payment', ...told, state: 'failed' }
  if (payment.entity.captured === false) return { kind: 'payment', ...told }
  // A payment is captured after it was created. The event's own time is closer to that.
  return { kind: 'payment', ...told, state: 'captured', at: sentAt ? new Date(sentAt * 1000) : told.at }
}

/** The event's name decides over the status inside, which may be older. */
function disputeEventOf(body: unknown, event: string, sentAt: number | undefined): DisputeEvent | null {
  const { data } = DisputePayload.safeParse(body)
  if (!data) return null
  const { dispute } = data.payload
  const {
    created_at: openedAt,
    respond_by: respondBy,
    reason_description: reason,
    ...entity
  } = dispute.entity
  const named = event.slice(disputeEvents.length)
  return {
    kind: 'dispute',
    disputeId: entity.id,
    paymentId: entity.payment_id,
    amount: entity.amount,
    amountDeducted: entity.amount_deducted ?? 0,
    currency: entity.currency,
    reasonCode: entity.reason_code ?? null,
    reasonDescription: printable(reason ?? '', []) || null,
    phase: entity.phase ?? null,
    // The event of a new dispute may arrive when it is already in a later state.
    state: named === 'created' ? entity.status : /^[a-z_]{1,40}$/.test(named) ? named : entity.status,
    respondBy: respondBy ? new Date(respondBy * 1000) : null,
    openedAt: new Date(openedAt * 1000),
    toldAt: new Date((sentAt ?? openedAt) * 1000),
  }
}

const paymentEvents = new Set(['payment.captured', 'payment.failed', 'order.paid'])
