import { createHash } from 'node:crypto'
import { leastRefund, refusalOfAmount } from '@greenroom/contract/money/refund/refund.rules'
import type { Database } from '../../../platform/database/database.ts'
import { groupBy } from '../../../platform/group-by.ts'
import type { Charged } from '../transaction/payment.service.ts'
import { moneyText } from './money-text.ts'
import type { RefundedTransaction, RefundRow } from './refund.repository.ts'
import { listFactsOf } from './refund-batch.repository.ts'
import { waitsForApproval } from './refund-intent.service.ts'
import { currencyOf, leftNow, leftOf, leftOfPayments, refusalOf } from './refund-left.ts'

/** What decides whether an order of a batch is refunded, beside the order itself. */
interface OrderFacts {
  standing: readonly RefundRow[]
  payments: readonly (Charged & { payment_id: string })[]
  /** Whether a refund waits for a second person. */
  isRequested: boolean
  disputes: readonly { state: string; ended_at: Date | null }[]
}

/** An order with what a batch does with it. */
export interface JudgedOrder<T extends RefundedTransaction = RefundedTransaction> {
  order: T
  /** What is left to refund, in minor units; 0 if it is skipped. */
  amount: number
  /** Why it is skipped; null if it is refunded. */
  reason: string | null
}

/** Judges orders as they are now. */
export async function judgeOrders<T extends RefundedTransaction>(
  db: Database,
  orders: readonly T[],
): Promise<JudgedOrder<T>[]> {
  const factsOf = await readFacts(db, orders)
  return orders.map((order) => {
    const facts = factsOf(order)
    const reason = reasonToSkip(order, facts)
    return { order, amount: reason === null ? leftOf(order, facts.standing) : 0, reason }
  })
}

/**
 * Tells why a batch does not refund an order; null if it does. A payment that a bank claims back, or has given back, is
 * never refunded as well.
 */
function reasonToSkip(
  order: RefundedTransaction,
  { standing, payments, isRequested, disputes }: OrderFacts,
): string | null {
  const refusal = refusalOf(order, standing, true)
  if (refusal !== undefined) return refusal
  if (isRequested) return waitsForApproval
  if (disputes.some(({ ended_at }) => ended_at === null)) return disputeOpen
  if (disputes.some(({ state }) => state === 'lost')) return disputeLost
  const left = leftOf(order, standing)
  const money = (minor: number) => moneyText(minor, currencyOf(order))
  if (left < leastRefund) return refusalOfAmount(left, left, money) ?? null
  if (payments.length < 2) return null
  const most = Math.max(...leftOfPayments(order, payments, standing).map((payment) => payment.left))
  return most >= left ? null : paidInParts(payments.length)
}

const disputeOpen = "The buyer's bank claims this payment back. Wait for the end of the dispute."
const disputeLost = 'The dispute of this payment was lost: the bank has given the money back.'
const paidInParts = (count: number) =>
  `This order was paid in ${count} payments. Refund each of them from the order's page.`

async function readFacts(
  db: Database,
  orders: readonly RefundedTransaction[],
): Promise<(order: RefundedTransaction) => OrderFacts> {
  const { refunds, payments, requested, disputes } = await listFactsOf(db, orders)
  const refundsOf = groupBy(refunds, ({ transaction_id }) => transaction_id)
  const paymentsOf = groupBy(payments, ({ transaction_id }) => transaction_id)
  const disputesOf = groupBy(disputes, ({ payment_id }) => payment_id)
  const isRequested = new Set(requested.map(({ transaction_id }) => transaction_id))
  return (order) => {
    const parts = paymentsOf.get(order.id) ?? []
    const ids = new Set([order.payment_id, ...parts.map(({ payment_id }) => payment_id)])
    return {
      standing: refundsOf.get(order.id) ?? [],
      payments: parts,
      isRequested: isRequested.has(order.id),
      disputes: [...ids].flatMap((id) => (id === null ? [] : (disputesOf.get(id) ?? []))),
    }
  }
}

/** Skips orders of which another amount is left than was confirmed. */
export function changedSince<T extends RefundedTransaction & { confirmed: number }>(
  judged: readonly JudgedOrder<T>[],
): JudgedOrder<T>[] {
  return judged.map((one) => {
    const { order, amount, reason } = one
    if (reason !== null || amount === order.confirmed) return one
    const money = (minor: number) => moneyText(minor, currencyOf(order))
    return { order, amount: 0, reason: leftNow(money(amount), money(order.confirmed)) }
  })
}

/** Adds up amounts by currency, rupees first; a currency without any is left out. */
export function sumByCurrency(
  amounts: readonly { currency: string; amount: number }[],
): { currency_code: 'INR' | 'USD'; amount: number }[] {
  return (['INR', 'USD'] as const).flatMap((currency) => {
    const amount = amounts.reduce((sum, one) => (one.currency === currency ? sum + one.amount : sum), 0)
    return amount === 0 ? [] : [{ currency_code: currency, amount }]
  })
}

/** Tells what is to be refunded: the digest differs if one order or one amount does. */
export function contentOf(judged: readonly JudgedOrder[]) {
  const refunded = judged.filter(({ reason }) => reason === null)
  const lines = judged
    .map(
      ({ order, amount, reason }) =>
        `${order.id} ${reason === null ? amount : 'skipped'} ${order.currency_code}`,
    )
    .sort()
  return {
    orders: refunded.length,
    amounts: sumByCurrency(refunded.map(({ order, amount }) => ({ currency: order.currency_code, amount }))),
    skipped: judged.length - refunded.length,
    digest: createHash('sha256').update(lines.join('\n')).digest('hex'),
  }
}
