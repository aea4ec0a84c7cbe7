import { largestPage } from '@greenroom/contract/list'
import { approvalCauseOf } from '@greenroom/contract/money/refund/refund.rules'
import type { Refundable } from '@greenroom/contract/money/refund/refund.schema'
import type { Transaction } from '@greenroom/contract/money/transaction/transaction.schema'
import type { TransactionRefund } from '@greenroom/contract/money/transaction/transaction-detail.schema'
import type { Logger } from 'pino'
import { AppError } from '../../../platform/app-error.ts'
import { type Call, callInTransaction } from '../../../platform/call.ts'
import { findRecord } from '../../../platform/database/records.ts'
import { actForJob } from '../../../platform/jobs/job-runner.ts'
import type { PaymentGateway, PaymentRefund } from '../../../platform/payments/payment-gateway.ts'
import { afterProviderCall } from '../../../platform/provider-call.ts'
import type { Settings } from '../../../settings.ts'
import { applyDifferenceRefund } from '../difference/difference-refund.service.ts'
import type { TransactionService } from '../transaction/transaction.service.ts'
import { presentRefund } from '../transaction/transaction-detail.presenter.ts'
import { moneyText } from './money-text.ts'
import { createOutsideRefunds, findListed } from './outside-refund.service.ts'
import {
  claimRefundCall,
  findByPayment,
  findForRefund,
  findRefund,
  findTransactionOf,
  listRefunds,
  listStandingRefunds,
  lockForRefund,
  type RefundRow,
} from './refund.repository.ts'
import type { RefundApproval } from './refund-approval.service.ts'
import { createRefundGateway } from './refund-gateway.service.ts'
import {
  type Approving,
  createRefundIntents,
  type Intent,
  type RefundInput,
  waitsForApproval,
} from './refund-intent.service.ts'
import { currencyOf, refusalOf } from './refund-left.ts'
import { createRefundOutcomes } from './refund-outcome.service.ts'
import type { RefundReasonService } from './refund-reason.service.ts'
import { findOpenRequest } from './refund-request.repository.ts'
import { failed, isOpen } from './refund-settlement.service.ts'
import { settleKey, settleLater } from './refund-task.ts'
import { presentRefundable } from './refundable.presenter.ts'

export type RefundService = ReturnType<typeof createRefundService>

/**
 * Refunds of transactions, whole or in parts, each made at most once. The gateway is never called inside a database
 * transaction: the intent is stored with its key (refund-intent), then the gateway is called (refund-gateway), then its
 * response is stored (refund-outcome). Webhooks and a job settle what stays open.
 */
export function createRefundService({
  gateway,
  transactions,
  reasons,
  approval,
  settings,
  log,
}: {
  gateway: PaymentGateway
  transactions: Pick<TransactionService, 'get'>
  reasons: Pick<RefundReasonService, 'list' | 'requireActive'>
  approval: RefundApproval
  settings: Pick<Settings, 'PAYMENT_TIMEOUT_SECONDS'>
  log: Logger
}) {
  const isSandbox = gateway.kind === 'sandbox'
  const sender = createRefundGateway({ gateway, settings, log })
  const { callTime } = sender
  const intents = createRefundIntents({ transactions, reasons, approval, isSandbox, callTime })
  const outside = createOutsideRefunds({ isSandbox, log })
  const outcomes = createRefundOutcomes({ outside, log })

  /**
   * Requests a refund at the gateway, unless the request was sent before, and returns the refund as it is then. A refund
   * that needs a second person is only stored.
   */
  async function request(
    call: Call,
    orderId: string,
    input: RefundInput,
  ): Promise<{ message: string; row?: RefundRow; order: Transaction }> {
    const stored = await intents.store(call, orderId, input)
    if (!('waiting' in stored)) return perform(call, stored)
    const { transaction, amount } = stored.waiting
    const money = moneyText(amount, currencyOf(transaction))
    return {
      message: `Refund of ${money} requested for order ${transaction.reference_order_id}. A second person has to approve it`,
      order: await transactions.get(call, transaction.id),
    }
  }

  /** Calls the gateway for a stored intent. */
  async function perform(
    call: Call,
    { row, transaction, isRepeated }: Intent,
  ): Promise<{ message: string; row: RefundRow; order: Transaction }> {
    if (!isRepeated) await outcomes.tryToRecord(call, row.id, await sender.send(row, transaction))
    const what =
      row.amount === transaction.amount ? 'Refund' : `Refund of ${moneyText(row.amount, currencyOf(row))}`
    const initiated = `${what} initiated for order ${transaction.reference_order_id}`
    const undecided = `${initiated}; its outcome is not known yet`
    return afterProviderCall(`${undecided}. Reload the list in a moment.`, 5, async () => {
      const settled = (await findRefund(call.db, row.id)) ?? row
      if (settled.state === 'failed') throw new AppError('PAYMENT_PROVIDER', settled.reason ?? failed)
      const isUndecided =
        settled.state === 'unknown' ||
        // Neither the gateway's response nor its webhook is stored.
        (settled.state === 'requested' && settled.gateway_refund_id === null)
      return {
        message: isUndecided ? undecided : initiated,
        row: settled,
        order: await transactions.get(call, transaction.id),
      }
    })
  }

  /** Applies what a webhook reports about a refund that is stored here. */
  async function applyToStored(call: Call, row: RefundRow, event: PaymentRefund): Promise<void> {
    const { payment_id } = await findTransactionOf(call.db, row)
    const outcome = sender.reported(row, event)
    // An event that contradicts the intent settles nothing; the job asks the gateway.
    if ((row.payment_id ?? payment_id) !== event.paymentId || outcome.kind !== 'reported') return
    const isOfAnotherTry = row.gateway_refund_id !== null && row.gateway_refund_id !== event.gatewayRefundId
    if (isOfAnotherTry && event.state !== 'processed') return
    await actForJob(call.db, settleKey(row.id))
    await outcomes.record(call, row.id, outcome)
  }

  return {
    /**
     * Refunds what is left of a completed transaction. A refund that the gateway has not confirmed is not a failure:
     * the message tells that the outcome is unknown, and the outcome follows. The same holds if the database fails after the gateway was called.
     * @throws AppError NOT_FOUND; WRONG_STATE for a transaction that is not completed, or with a refund in progress, or
     * refunded; STALE with the order if another amount than the confirmed one is left; PAYMENT_PROVIDER with the
     * gateway's reason if it refused; UNAVAILABLE if the order cannot be read after the gateway was called
     * @param confirmed what the person confirmed, in minor units; undefined refunds whatever is left
     * @returns approval if it waits for a second person
     */
    async refund(
      call: Call,
      orderId: string,
      confirmed?: number,
    ): Promise<{ message: string; order: Transaction; approval?: 'requested' }> {
      const { message, order, row } = await request(call, orderId, {
        reasonCode: null,
        note: null,
        requestId: null,
        confirmed,
      })
      return { message, order, ...(row ? {} : { approval: 'requested' }) }
    },

    /**
     * Refunds a part of a completed transaction, at most what is left of it. Several parts may be open. A repeated
     * request id makes no second refund.
     * @throws AppError as `refund`; VALIDATION for an amount or a reason that cannot be used; KEY_REUSED for a request
     * id of another refund
     */
    async refundPart(
      call: Call,
      orderId: string,
      part: { amount: number; reason_code: string; note?: string | undefined; request_id: string },
    ): Promise<{
      message: string
      refund?: TransactionRefund
      order: Transaction
      approval?: 'requested'
    }> {
      const { message, row, order } = await request(call, orderId, {
        amount: part.amount,
        reasonCode: part.reason_code,
        note: part.note?.trim() || null,
        requestId: part.request_id.toLowerCase(),
      })
      return { message, order, ...(row ? { refund: presentRefund(row) } : { approval: 'requested' }) }
    },

    /**
     * Makes a refund that another person approves. The approval and the refund are stored in one transaction; then the
     * gateway is called as for any other refund.
     * @throws AppError NOT_FOUND; WRONG_STATE with the refusal of `check`; as `refund` if the gateway refuses
     */
    async refundApproved(
      call: Call,
      orderId: string,
      approving: Approving,
    ): Promise<{ message: string; order: Transaction }> {
      const stored = await intents.storeApproved(call, orderId, approving)
      if ('refusal' in stored) throw new AppError('WRONG_STATE', stored.refusal)
      const { message, order } = await perform(call, stored)
      return { message, order }
    },

    /**
     * Refunds an order of a batch: stores the refund as `refundApproved` does, then calls the gateway once.
     * @returns the refund as it is then, with what the gateway asks for if it is busy; or the refusal of `check`
     * @throws AppError WRONG_STATE if the order cannot be refunded in one payment
     */
    async refundOfBatch(
      call: Call,
      orderId: string,
      approving: Approving,
    ): Promise<{ row: RefundRow; retryAfter: number | undefined } | { refusal: string }> {
      const stored = await intents.storeApproved(call, orderId, approving)
      if ('refusal' in stored) return stored
      const outcome = await sender.send(stored.row, stored.transaction)
      await outcomes.tryToRecord(call, stored.row.id, outcome)
      return {
        row: (await findRefund(call.db, stored.row.id)) ?? stored.row,
        retryAfter: outcome.kind === 'unknown' ? outcome.retryAfter : undefined,
      }
    },

    /**
     * Returns what staff see before money moves.
     * @throws AppError NOT_FOUND
     */
    async refundable(call: Call, orderId: string): Promise<Refundable> {
      const transaction = await findRecord(call, findForRefund, orderId, 'transaction')
      const [standing, refunds, allReasons, facts, open] = await Promise.all([
        listStandingRefunds(call.db, transaction.id),
        listRefunds(call.db, transaction.id, largestPage),
        reasons.list(call),
        approval.facts(call, transaction),
        findOpenRequest(call.db, transaction.id),
      ])
      const refusal = refusalOf(transaction, standing, false) ?? (open ? waitsForApproval : null)
      return presentRefundable({
        transaction,
        standing,
        refunds,
        reasons: allReasons,
        facts,
        refusal,
        now: call.now,
      })
    },

    /** Tells whether a refund by the caller would need a second person. */
    async needsApproval(
      call: Call,
      orderId: string,
      { amount, currency }: { amount: number; currency: string },
    ): Promise<boolean> {
      const transaction = await findRecord(call, findForRefund, orderId, 'transaction')
      const facts = await approval.facts(call, { ...transaction, currency_code: currency })
      return approvalCauseOf(amount, facts) !== undefined
    },

    /** Job: asks the gateway about a refund until its outcome is known. */
    async settle(call: Call, payload: unknown): Promise<void> {
      const { refundId } = payload as { refundId: string }
      const { db, now } = call
      const claimed = await claimRefundCall(db, refundId, now, new Date(now.getTime() + callTime))
      if (claimed) {
        // If this process dies now, the job is still in the queue and can claim the call later.
        const outcome = await sender.send(claimed, await findTransactionOf(db, claimed))
        await outcomes.record(call, refundId, outcome)
        return
      }
      const row = await findRefund(db, refundId)
      if (!row || !isOpen(row)) return
      await settleLater(call, refundId, new Date((row.calling_until ?? now).getTime() + 1000))
    },

    /**
     * Applies what a webhook reports about a refund: ours, that of a payment that no order counts, or one made in the
     * gateway's dashboard.
     * @returns false if the payment's order does not exist yet, or is not paid yet
     */
    async applyEvent(outer: Call, event: PaymentRefund): Promise<boolean> {
      return callInTransaction(outer, async (call) => {
        const row = await findListed(call.db, event)
        if (row) {
          await applyToStored(call, row, event)
          return true
        }
        if (await applyDifferenceRefund(call, event)) return true
        const found = await findByPayment(call.db, event.paymentId)
        const transaction = found && (await lockForRefund(call.db, found.id))
        if (!transaction || !isPaidBefore(transaction.status)) return false
        // Another event may have recorded it while this one waited for the lock.
        await outside.record(call, transaction, event)
        return true
      })
    },
  }
}

/** A refund of an order that we do not know as paid waits for its payment. */
const isPaidBefore = (status: string) => status !== 'pending' && status !== 'failed'
