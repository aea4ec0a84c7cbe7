import type { GatewayPayment } from '../../platform/payments/payment-gateway.ts'

/**
 * Returns the status that a payment gives an order; undefined if it changes nothing. Only forward: pending becomes
 * completed or failed, and failed becomes completed by a later attempt. A refund alone makes it refunded (OQ-263).
 */
export function nextStatus(
  status: string,
  payment: Pick<GatewayPayment, 'state'>,
): 'completed' | 'failed' | undefined {
  if (payment.state === 'captured' && (status === 'pending' || status === 'failed')) return 'completed'
  if (payment.state === 'failed' && status === 'pending') return 'failed'
  return undefined
}

/** Tells whether an order's money has arrived. */
export function isPaid(status: string): boolean {
  return status === 'completed' || status === 'refunded'
}

/** Tells whether processed refunds make an order refunded: only a completed one, and only in full. */
export function isRefundedBy(order: { status: string; amount: number }, refundedAmount: number): boolean {
  return order.status === 'completed' && refundedAmount >= order.amount
}
