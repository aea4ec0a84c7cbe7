import type { Logger } from 'pino'
import { systemActor } from '../../../platform/audit/actor.ts'
import type { Call } from '../../../platform/call.ts'
import type { Database } from '../../../platform/database/database.ts'
import { isRecordId, newId } from '../../../platform/database/record-id.ts'
import type { PaymentRefund } from '../../../platform/payments/payment-gateway.ts'
import {
  findByGatewayRefund,
  findRefund,
  insertRefund,
  listStandingRefunds,
  lockRefund,
  type RefundedTransaction,
  type RefundRow,
  updateRefund,
} from './refund.repository.ts'
import { failed, keepOpen, settleAs } from './refund-settlement.service.ts'

export type OutsideRefunds = ReturnType<typeof createOutsideRefunds>

/** Records refunds that the gateway lists, most of them made in its dashboard. */
export function createOutsideRefunds({ isSandbox, log }: { isSandbox: boolean; log: Logger }) {
  /** Tells whether a refund can be an order's, and logs why not. */
  function fits(transaction: RefundedTransaction, refund: PaymentRefund): boolean {
    if (refund.currency === transaction.currency_code && refund.amount !== 0) return true
    log.warn(
      { transactionId: transaction.id, gatewayRefundId: refund.gatewayRefundId },
      'A refund of no amount, or in another currency than its order, was not recorded',
    )
    return false
  }

  /**
   * The gateway may have said that the payment was refunded, but not by which refund: then the refund is counted, and
   * only its id is missing.
   * @returns whether it was counted
   */
  async function wasCounted(
    { db }: Call,
    transaction: RefundedTransaction,
    refund: PaymentRefund,
  ): Promise<boolean> {
    const unnamed = (await listStandingRefunds(db, transaction.id)).find(
      ({ state, gateway_refund_id }) => state === 'processed' && gateway_refund_id === null,
    )
    if (!unnamed) return false
    if (unnamed.amount === refund.amount && refund.state !== 'failed') {
      await updateRefund(db, unnamed.id, {
        gateway_refund_id: refund.gatewayRefundId,
        refunded_at: refund.at,
      })
    } else log.warn({ transactionId: transaction.id }, 'A refund made outside was counted before')
    return true
  }

  /** Records a refund that was made in the gateway's dashboard, as the gateway reports it. */
  async function recordNew(
    call: Call,
    transaction: RefundedTransaction,
    refund: PaymentRefund,
  ): Promise<void> {
    if (!fits(transaction, refund) || (await wasCounted(call, transaction, refund))) return
    const id = newId()
    await insertRefund(call.db, {
      id,
      transaction_id: transaction.id,
      idempotency_key: `outside-${id}`,
      origin: 'gateway',
      state: 'requested',
      amount: refund.amount,
      currency_code: refund.currency,
      gateway_refund_id: refund.gatewayRefundId,
      payment_id: refund.paymentId === transaction.payment_id ? null : refund.paymentId,
      sandbox: isSandbox,
      attempts: 0,
      calling_until: null,
      requested_by: systemActor.email,
      requested_at: call.now,
      settled_at: null,
    })
    const row = await lockRefund(call.db, id)
    switch (refund.state) {
      case 'processed':
        return settleAs(call, row, transaction, { state: 'processed', refunded_at: refund.at })
      case 'failed':
        return settleAs(call, row, transaction, { state: 'failed', reason: refund.reason ?? failed })
      case 'pending':
        return keepOpen(call, row, { state: 'requested' })
    }
  }

  return {
    /** Records a refund as the gateway lists it: ours, or one of its dashboard. The caller holds the order's lock. */
    async record(call: Call, transaction: RefundedTransaction, refund: PaymentRefund): Promise<void> {
      const known = await findListed(call.db, refund)
      if (!known) return recordNew(call, transaction, refund)
      if (known.transaction_id !== transaction.id) return
      const row = await lockRefund(call.db, known.id)
      const isSame = refund.amount === row.amount && refund.currency === row.currency_code
      // Any other state of ours is settled by its own job.
      if (!isSame || refund.state !== 'processed' || row.state === 'processed') return
      await settleAs(call, row, transaction, {
        state: 'processed',
        gateway_refund_id: refund.gatewayRefundId,
        refunded_at: refund.at,
      })
    },
  }
}

/** Finds a refund that the gateway lists by our reference, else by the gateway's id. */
export async function findListed(db: Database, refund: PaymentRefund): Promise<RefundRow | undefined> {
  const { reference, gatewayRefundId } = refund
  const ours = reference && isRecordId(reference) ? await findRefund(db, reference) : undefined
  return ours ?? findByGatewayRefund(db, gatewayRefundId)
}
