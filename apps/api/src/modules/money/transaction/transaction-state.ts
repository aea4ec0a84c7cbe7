import {
  type SentOrderStatus,
  sentOrderStatuses,
} from '@greenroom/contract/outside/intake/order-intake.schema'
import type { GatewayPayment } from '../../../platform/payments/payment-gateway.ts'

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

const forward: readonly string[] = sentOrderStatuses

/**
 * Tells whether an order in one status moves to another that its own system reports. Only forward, so the reports may
 * arrive in any order (OQ-403). Other statuses count as pending.
 */
export function movesTo(status: string, next: SentOrderStatus): boolean {
  return forward.indexOf(next) > Math.max(0, forward.indexOf(status))
}

/** Tells whether an order's money has arrived. */
export function isPaid(status: string): boolean {
  return status === 'completed' || status === 'refunded'
}
