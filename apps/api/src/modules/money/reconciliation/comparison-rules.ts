import type { DifferenceKind } from '@greenroom/contract/money/reconciliation/reconciliation.schema'
import type { GatewayPayment, ListedRefund } from '../../../platform/payments/payment-gateway.ts'
import { isOfOtherGatewayOrder } from '../transaction/payment.service.ts'

/** The kinds of differences that one payment can have; at most one at a time. */
export const paymentKinds = [
  'paid-not-completed',
  'paid-twice',
  'amount-differs',
  'payment-without-order',
  'payment-of-another-order',
  'not-paid',
] as const satisfies readonly DifferenceKind[]

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
}

interface Refund {
  state: string
  amount: number
  currency_code: string
}

/** Finds a payment's order: by the payment, then by the gateway's order, then by our reference. */
export function orderOf<Found extends Order>(
  payment: GatewayPayment,
  orders: readonly Found[],
): Found | undefined {
  return (
    orders.find((order) => order.payment_id === payment.paymentId) ??
    orders.find(
      (order) => payment.gatewayOrderId !== null && order.gateway_order_id === payment.gatewayOrderId,
    ) ??
    orders.find((order) => order.reference_order_id === payment.reference)
  )
}

/** Compares a payment at the gateway with its order here; null if both agree. */
export function paymentDifference(payment: GatewayPayment, order: Order | undefined): DifferenceKind | null {
  if (payment.state !== 'captured') {
    return order?.payment_id === payment.paymentId && isPaid(order) ? 'not-paid' : null
  }
  if (!order) return 'payment-without-order'
  if (isPaid(order) && order.payment_id !== null && order.payment_id !== payment.paymentId)
    return 'paid-twice'
  if (payment.amount !== order.amount || payment.currency !== order.currency_code) return 'amount-differs'
  if (isOfOtherGatewayOrder(order, payment)) return 'payment-of-another-order'
  return isPaid(order) ? null : 'paid-not-completed'
}

/** Compares a refund at the gateway with ours; null if both agree, or if it is still open on one side. */
export function refundDifference(listed: ListedRefund, refund: Refund | undefined): DifferenceKind | null {
  if (!refund) return listed.state === 'processed' ? 'refund-unknown' : null
  if (listed.amount !== refund.amount || listed.currency !== refund.currency_code) return 'refund-differs'
  const isOpen = refund.state === 'requested' || refund.state === 'unknown'
  if (isOpen || listed.state === 'pending' || listed.state === refund.state) return null
  return 'refund-differs'
}

function isPaid({ status }: Order): boolean {
  return status === 'completed' || status === 'refunded'
}
