import type { DifferenceKind } from '@greenroom/contract/money/reconciliation/reconciliation.schema'
import type {
  GatewayPayment,
  ListedRefund,
  PaymentRefund,
  SettledLine,
} from '../../../platform/payments/payment-gateway.ts'
import type { FoundDifference } from '../difference/difference.service.ts'
import { addUp, isOfAnotherAttempt, isPaid } from '../transaction/payment.service.ts'
import type { ComparedOrder, ComparedRefund } from './reconciliation.repository.ts'
import type { UnsettledPayment } from './unsettled.repository.ts'

/** The kinds of differences that one refund can have. */
export const refundKinds = [
  'refund-unknown',
  'refund-not-made',
  'refund-differs',
] as const satisfies readonly DifferenceKind[]

interface Order {
  payment_id: string | null
  gateway_order_id: string | null
  reference_order_id: string
  status: string
  amount: number
  currency_code: string
  /** Its stored payments, if it is not paid by a single one of its amount. */
  payments: { payment_id: string; amount: number; fee: number | null }[]
}

interface Refund {
  state: string
  amount: number
  currency_code: string
}

/** Tells whether an order counts a payment as its own. */
export function counts(order: Pick<Order, 'payment_id' | 'payments'>, paymentId: string): boolean {
  return order.payment_id === paymentId || order.payments.some(({ payment_id }) => payment_id === paymentId)
}

/** Finds a payment's order: by the payment, then by the gateway's order, then by our reference. */
export function orderOf<Found extends Order>(
  payment: GatewayPayment,
  orders: readonly Found[],
): Found | undefined {
  return (
    orders.find((order) => counts(order, payment.paymentId)) ??
    orders.find(
      (order) => payment.gatewayOrderId !== null && order.gateway_order_id === payment.gatewayOrderId,
    ) ??
    orders.find((order) => order.reference_order_id === payment.reference)
  )
}

/** Compares a payment at the gateway with its order here; null if both agree. */
export function paymentDifference(payment: GatewayPayment, order: Order | undefined): DifferenceKind | null {
  const isOwn = order !== undefined && counts(order, payment.paymentId)
  if (payment.state !== 'captured') return isOwn && isPaid(order.status) ? 'not-paid' : null
  if (isOwn && isPaid(order.status)) return ownDifference(payment, order)
  const decided = otherDifference(payment, order)
  if (decided === 'paid-not-completed') return decided
  // What was given back needs no decision any more.
  return payment.refunded >= payment.amount ? null : decided
}

function ownDifference(payment: GatewayPayment, order: Order): DifferenceKind | null {
  const isStored = order.payments.some(({ payment_id }) => payment_id === payment.paymentId)
  if (payment.currency !== order.currency_code) return 'amount-differs'
  if (!isStored && !addUp(order.amount, [payment], payment.order)) return 'amount-differs'
  return isOfAnotherAttempt(order, payment) ? 'payment-of-another-order' : null
}

/** Compares a payment with an order that does not count it, or is not paid. */
function otherDifference(payment: GatewayPayment, order: Order | undefined): DifferenceKind | null {
  if (!order) return 'payment-without-order'
  if (isPaid(order.status) && order.payment_id !== null) return 'paid-twice'
  const others = order.payments.filter(({ payment_id }) => payment_id !== payment.paymentId)
  const isSum =
    addUp(order.amount, [payment], payment.order) ?? addUp(order.amount, [...others, payment], payment.order)
  if (!isSum || payment.currency !== order.currency_code) return 'amount-differs'
  if (isOfAnotherAttempt(order, payment)) return 'payment-of-another-order'
  return isPaid(order.status) ? null : 'paid-not-completed'
}

/** Compares a refund at the gateway with ours; null if both agree, or if it is still open on one side. */
export function refundDifference(listed: ListedRefund, refund: Refund | undefined): DifferenceKind | null {
  if (!refund) return listed.state === 'processed' ? 'refund-unknown' : null
  if (listed.amount !== refund.amount || listed.currency !== refund.currency_code) return 'refund-differs'
  if (isOpen(refund) || listed.state === 'pending' || listed.state === refund.state) return null
  return 'refund-differs'
}

/** Tells whether a listed refund must be read again: both sides differ, or it is settled there and open here. */
export function needsCheck(listed: ListedRefund, refund: Refund | undefined): boolean {
  if (refundDifference(listed, refund) !== null) return true
  return refund !== undefined && isOpen(refund) && listed.state !== 'pending'
}

/**
 * Tells whether the gateway made a refund of which we have no id: it was recorded because the gateway said that the
 * payment was refunded before.
 * @param made the refunds of its payment that did not fail
 */
export function isRefundedAnyhow(
  refund: Pick<ComparedRefund, 'id' | 'paid_amount'>,
  made: readonly PaymentRefund[],
): boolean {
  return made.some(({ reference }) => reference === refund.id) || sumOf(made) >= refund.paid_amount
}

/** Describes a paid order without a payment at the gateway. */
export function notPaid(order: ComparedOrder, subject: string): FoundDifference {
  return {
    kind: 'not-paid',
    subject,
    transactionId: order.id,
    paymentId: order.payment_id,
    ours: { state: order.status, amount: order.amount, currency: order.currency_code },
    gateway: null,
    at: order.completed_at,
  }
}

/** Describes a line of a settlement about a payment that no order counts and the gateway does not return. */
export function settledUnknown(line: SettledLine): FoundDifference {
  return {
    kind: 'settled-unknown',
    subject: line.id,
    transactionId: null,
    paymentId: line.id,
    ours: null,
    gateway: { state: 'settled', amount: line.amount, currency: line.currency },
    at: line.at,
  }
}

/** Describes a payment that is in no settlement after the usual days. */
export function notSettled(payment: UnsettledPayment): FoundDifference {
  const { amount, currency_code: currency } = payment
  return {
    kind: 'not-settled',
    subject: payment.payment_id,
    transactionId: payment.transaction_id,
    paymentId: payment.payment_id,
    ours: { state: payment.status, amount, currency },
    gateway: { state: 'captured', amount, currency },
    at: payment.completed_at,
  }
}

/** Describes a difference about a refund that the gateway lists. */
export function refundFound(
  kind: DifferenceKind,
  listed: ListedRefund,
  refund: ComparedRefund | undefined,
  order: ComparedOrder | undefined,
): FoundDifference {
  return {
    kind,
    subject: listed.gatewayRefundId,
    transactionId: refund?.transaction_id ?? order?.id ?? null,
    paymentId: listed.paymentId,
    gatewayRefundId: listed.gatewayRefundId,
    ours: refund ? { state: refund.state, amount: refund.amount, currency: refund.currency_code } : null,
    gateway: { state: listed.state, amount: listed.amount, currency: listed.currency },
    at: listed.at,
  }
}

/** Describes a processed refund of ours that the gateway does not know. */
export function refundNotMade(refund: ComparedRefund): FoundDifference {
  return {
    kind: 'refund-not-made',
    subject: refund.gateway_refund_id ?? refund.id,
    transactionId: refund.transaction_id,
    paymentId: refund.payment_id,
    gatewayRefundId: refund.gateway_refund_id,
    ours: { state: refund.state, amount: refund.amount, currency: refund.currency_code },
    gateway: null,
    at: refund.settled_at,
  }
}

/**
 * Compares an order that the public product set to refunded with the gateway; null if all of it was refunded.
 * @param made the refunds of its payment that did not fail
 */
export function refundedTooLittle(
  order: ComparedOrder & { refunded_outside_at: Date },
  made: readonly PaymentRefund[],
): FoundDifference | null {
  const refunded = sumOf(made)
  if (refunded >= order.amount) return null
  return {
    kind: 'refund-not-made',
    subject: order.id,
    transactionId: order.id,
    paymentId: order.payment_id,
    gatewayRefundId: null,
    ours: { state: 'processed', amount: order.amount, currency: order.currency_code },
    gateway: refunded === 0 ? null : { state: 'processed', amount: refunded, currency: order.currency_code },
    at: order.refunded_outside_at,
  }
}

/** Compares a line of a settlement with our payment or refund; null if both agree. */
export function settledDifference(
  line: SettledLine,
  transactionId: string,
  ours: Refund,
): FoundDifference | null {
  // Payments in dollars can be settled in rupees, at a rate that our books do not know.
  if (line.currency !== ours.currency_code || addUp(ours.amount, [line])) return null
  return {
    kind: 'settled-differs',
    subject: line.id,
    transactionId,
    paymentId: line.paymentId,
    gatewayRefundId: line.kind === 'refund' ? line.id : null,
    ours: { state: ours.state, amount: ours.amount, currency: ours.currency_code },
    gateway: { state: 'settled', amount: line.amount, currency: line.currency },
    at: line.at,
  }
}

const isOpen = ({ state }: Refund) => state === 'requested' || state === 'unknown'

const sumOf = (refunds: readonly { amount: number }[]) => refunds.reduce((sum, { amount }) => sum + amount, 0)
