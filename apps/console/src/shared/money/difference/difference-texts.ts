import type {
  Difference,
  DifferenceSide,
} from '@greenroom/contract/money/reconciliation/reconciliation.schema'
import { formatMoney } from '../../../lib/money.ts'
import { differenceCardMessages } from './difference-messages.ts'

const states: Record<string, string> = {
  pending: 'Pending',
  completed: 'Completed',
  refunded: 'Refunded',
  failed: 'Failed',
  open: 'Not captured yet',
  captured: 'Captured',
  settled: 'Settled',
  requested: 'Refund requested',
  unknown: 'Refund unconfirmed',
  processed: 'Refund processed',
}

/** Names a difference: its order, or else its payment or refund at the gateway. */
export function differenceName({ order, payment_id, gateway_refund_id }: Difference): string {
  return order?.reference_order_id ?? payment_id ?? gateway_refund_id ?? ''
}

/** Says what one side knows: its state and its amount. A state without a name is shown as it is. */
export function sideText(side: DifferenceSide): { state: string; amount: string | null } {
  if (side.state === null) return { state: differenceCardMessages.nothing, amount: null }
  return { state: states[side.state] ?? side.state, amount: amountText(side) }
}

/** The same in one line: "Captured, ₹2,499.00". */
export function sideLine(side: DifferenceSide): string {
  const { state, amount } = sideText(side)
  return amount === null ? state : `${state}, ${amount}`
}

export function amountText({ amount, currency }: DifferenceSide): string | null {
  if (amount === null || currency === null) return null
  if (currency === 'INR' || currency === 'USD') return formatMoney(amount, currency)
  return `${(amount / 100).toFixed(2)} ${currency}`
}

/** "1 payment", "48 payments". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-IN')} ${count === 1 ? one : many}`
}
