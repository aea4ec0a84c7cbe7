import type { GatewayPayment } from '../../../platform/payments/payment-gateway.ts'

/** What a payment brought, in minor units. */
export interface Charged {
  amount: number
  /** The gateway's fee with its tax; null if it is not known. */
  fee: number | null
}

/**
 * Tells whether payments add up to an order's amount. A buyer who bears the gateway's fee is charged the fee on top of
 * it, and the payment's own amount includes it (OQ-751).
 * @param order what the gateway says was paid of its own order, which may have payments that we don't know
 * @returns whether the buyer bears the fee; null if they don't add up
 * @see https://razorpay.com/docs/payments/payment-gateway/customer-fee-bearer
 */
export function addUp(
  amount: number,
  payments: readonly Charged[],
  order: GatewayPayment['order'] = null,
): { isFeeOfBuyer: boolean } | null {
  const charged = chargedBy(payments)
  if (charged === amount) return { isFeeOfBuyer: false }
  if (charged - payments.reduce((sum, { fee }) => sum + (fee ?? 0), 0) === amount)
    return { isFeeOfBuyer: true }
  if (order?.amount === amount && order.paid === amount) return { isFeeOfBuyer: charged > amount }
  return null
}

/** Returns what the buyer was charged, with a fee that the buyer bears. */
export function chargedBy(payments: readonly Charged[]): number {
  return payments.reduce((sum, { amount }) => sum + amount, 0)
}
