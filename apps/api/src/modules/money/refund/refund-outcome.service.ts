import type { Logger } from 'pino'
import { type Call, callInTransaction } from '../../../platform/call.ts'
import type { Database } from '../../../platform/database/database.ts'
import { isTransient } from '../../../platform/database/database-errors.ts'
import type { GatewayRefund, PaymentRefund } from '../../../platform/payments/payment-gateway.ts'
import { listOrderPayments } from '../transaction/payment.service.ts'
import { findListed, type OutsideRefunds } from './outside-refund.service.ts'
import {
  findByGatewayRefund,
  findRefund,
  listStandingRefunds,
  lockForRefund,
  lockRefund,
  type RefundedTransaction,
  type RefundRow,
} from './refund.repository.ts'
import type { Outcome } from './refund-gateway.service.ts'
import { leftOf, leftOfPayments } from './refund-left.ts'
import { failed, isOpen, keepOpen, settleAs } from './refund-settlement.service.ts'

const refundedBefore = 'The payment gateway had already refunded this payment.'

/** Stores what became of a refund, each outcome in one transaction under the locks of the order and the refund. */
export function createRefundOutcomes({ outside, log }: { outside: OutsideRefunds; log: Logger }) {
  async function apply(
    call: Call,
    row: RefundRow,
    transaction: RefundedTransaction,
    outcome: Outcome,
  ): Promise<void> {
    if (outcome.kind === 'reported' && outcome.refund.state === 'processed') {
      // Also after a failure, since the money has moved.
      return settleAs(call, row, transaction, {
        state: 'processed',
        gateway_refund_id: outcome.refund.gatewayRefundId,
        refunded_at: outcome.refund.at,
      })
    }
    if (!isOpen(row)) return
    switch (outcome.kind) {
      case 'reported':
        return applyReport(call, row, transaction, outcome.refund)
      case 'refunded-before':
        return applyRefundedBefore(call, row, transaction, outcome.refunds)
      case 'refused':
        await settleAs(call, row, transaction, { state: 'failed', reason: outcome.reason })
        return recordOthers(call, transaction, outcome.refunds ?? [])
      case 'unknown':
        return keepOpen(call, row, { state: 'unknown' })
    }
  }

  /** Settles a refund that the gateway did not make, because others have refunded the whole payment. */
  async function applyRefundedBefore(
    call: Call,
    row: RefundRow,
    transaction: RefundedTransaction,
    refunds: readonly PaymentRefund[],
  ): Promise<void> {
    const unknown = await recordKnown(call, transaction, refunds)
    const [only] = unknown
    const isSame = only?.amount === row.amount && only.currency === row.currency_code
    if (only && unknown.length === 1 && isSame) {
      // Somebody did in the gateway's dashboard what was wanted here.
      const taken = { origin: 'gateway', gateway_refund_id: only.gatewayRefundId }
      if (only.state === 'processed') {
        return settleAs(call, row, transaction, { state: 'processed', ...taken, refunded_at: only.at })
      }
      return keepOpen(call, row, { state: 'requested', ...taken })
    }
    const others = (await listStandingRefunds(call.db, transaction.id)).filter(({ id }) => id !== row.id)
    const rest = await leftOfPayment(call, transaction, row, others)
    if (unknown.length === 0 && rest > 0) {
      // The gateway's list does not explain it. What it said about the payment is certain.
      return settleAs(call, row, transaction, { state: 'processed', origin: 'gateway', amount: rest })
    }
    await settleAs(call, row, transaction, { state: 'failed', reason: refundedBefore })
    await recordOthers(call, transaction, unknown)
  }

  /**
   * Records the listed refunds that are stored here already.
   * @returns the others that moved money, or will
   */
  async function recordKnown(
    call: Call,
    transaction: RefundedTransaction,
    refunds: readonly PaymentRefund[],
  ): Promise<PaymentRefund[]> {
    const unknown: PaymentRefund[] = []
    for (const refund of refunds) {
      if (refund.state === 'failed' || refund.amount === 0) continue
      if (await findListed(call.db, refund)) await outside.record(call, transaction, refund)
      else unknown.push(refund)
    }
    return unknown
  }

  async function recordOthers(
    call: Call,
    transaction: RefundedTransaction,
    refunds: readonly PaymentRefund[],
  ): Promise<void> {
    for (const refund of refunds) await outside.record(call, transaction, refund)
  }

  /** Stores the outcome of an attempt or a webhook. Whatever their order, processed is final. */
  async function record(outer: Call, refundId: string, outcome: Outcome): Promise<void> {
    await callInTransaction(outer, async (call) => {
      const known = await findRefund(call.db, refundId)
      const transaction = known && (await lockForRefund(call.db, known.transaction_id))
      if (!transaction) throw new Error('record was called without an intent')
      const row = await lockRefund(call.db, refundId)
      if (row.state === 'processed') return
      if (await belongsToAnother(call.db, row, outcome)) {
        log.warn({ refundId }, 'The gateway returned one refund for two intents')
        if (isOpen(row)) await keepOpen(call, row, { state: 'unknown' })
        return
      }
      await apply(call, row, transaction, outcome)
    })
  }

  return {
    record,

    /**
     * Stores the outcome of a staff member's attempt, unless the database fails for now. The gateway has been called, so
     * the refund stays open and the job asks the gateway again.
     */
    async tryToRecord(call: Call, refundId: string, outcome: Outcome): Promise<void> {
      try {
        await record(call, refundId, outcome)
      } catch (error) {
        if (!isTransient(error)) throw error
        log.warn({ err: error, refundId }, 'The outcome of a refund could not be stored; the job asks again')
      }
    },
  }
}

/** Stores what the gateway says about an open refund that it has not processed. */
function applyReport(
  call: Call,
  row: RefundRow,
  transaction: RefundedTransaction,
  refund: GatewayRefund,
): Promise<void> {
  const named = { gateway_refund_id: refund.gatewayRefundId }
  if (refund.state === 'pending') return keepOpen(call, row, { state: 'requested', ...named })
  return settleAs(call, row, transaction, { state: 'failed', reason: refund.reason || failed, ...named })
}

async function belongsToAnother(db: Database, row: RefundRow, outcome: Outcome): Promise<boolean> {
  if (outcome.kind !== 'reported') return false
  const owner = await findByGatewayRefund(db, outcome.refund.gatewayRefundId)
  return owner !== undefined && owner.id !== row.id
}

/** Returns what the gateway has left of the payment of a refund: of the whole order, if that is paid by one payment. */
async function leftOfPayment(
  call: Call,
  transaction: RefundedTransaction,
  { payment_id }: RefundRow,
  standing: readonly RefundRow[],
): Promise<number> {
  const payments = await listOrderPayments(call.db, transaction.id)
  if (payments.length < 2) return leftOf(transaction, standing)
  const paymentId = payment_id ?? transaction.payment_id
  return leftOfPayments(transaction, payments, standing).find((one) => one.paymentId === paymentId)?.left ?? 0
}
