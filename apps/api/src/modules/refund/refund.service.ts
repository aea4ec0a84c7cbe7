import type { RefundState, Transaction } from '@greenroom/contract/transaction/transaction.schema'
import type { Logger } from 'pino'
import { AppError } from '../../platform/app-error.ts'
import { systemActor } from '../../platform/audit/actor.ts'
import { recordAudit } from '../../platform/audit/audit.ts'
import { type Call, callInTransaction } from '../../platform/call.ts'
import type { Database } from '../../platform/database/database.ts'
import { isTransient } from '../../platform/database/database-errors.ts'
import { isRecordId, newId } from '../../platform/database/record-id.ts'
import { findRecord } from '../../platform/database/records.ts'
import { enqueue } from '../../platform/jobs/job-runner.ts'
import {
  type GatewayRefund,
  type PaymentGateway,
  PaymentRefused,
  PaymentUnknown,
  type RefundEvent,
} from '../../platform/payments/payment-gateway.ts'
import { afterProviderCall } from '../../platform/provider-call.ts'
import type { Settings } from '../../settings.ts'
import { issueDocumentsSoon } from '../document/document-task.ts'
import type { TransactionService } from '../transaction/transaction.service.ts'
import {
  claimRefundCall,
  findByGatewayRefund,
  findByPayment,
  findRefund,
  findStandingRefund,
  findTransactionOf,
  forgetOldEvents,
  insertRefund,
  lockForRefund,
  lockRefund,
  markRefunded,
  type RefundedTransaction,
  type RefundRow,
  rememberEvent,
  updateRefund,
} from './refund.repository.ts'

/** The job that asks the gateway about an open refund; its payload is {refundId}. */
export const settleRefundTask = 'settle-refund'

/** How long a claim outlasts the calls' own time-outs, in milliseconds. */
const margin = 2_000
/** Max number of calls in one attempt: search, refund, search again. */
const callsInOneTry = 3
/** Pauses between attempts in milliseconds, doubled from the first to the longest. */
const firstPause = 5_000
const longestPause = 3_600_000

/** The outcome of one attempt at the gateway. */
type Outcome =
  | { kind: 'told'; refund: GatewayRefund }
  /** The payment was refunded, but not by a refund of ours. */
  | { kind: 'refunded-before' }
  | { kind: 'refused'; reason: string }
  | { kind: 'unknown' }

export type RefundService = ReturnType<typeof createRefundService>

/**
 * Refunds of whole transactions, each made at most once. The gateway is never called inside a database transaction:
 * the intent is stored with its key, then the gateway is called, then its response is stored. Webhooks and a job
 * settle what stays open.
 */
export function createRefundService({
  gateway,
  transactions,
  settings,
  log,
}: {
  gateway: PaymentGateway
  transactions: Pick<TransactionService, 'get'>
  settings: Pick<Settings, 'PAYMENT_TIMEOUT_SECONDS'>
  log: Logger
}) {
  const callTime = settings.PAYMENT_TIMEOUT_SECONDS * 1000 * callsInOneTry + margin

  async function settleLater(call: Call, refundId: string, runAt: Date): Promise<void> {
    await enqueue(call.db, {
      task: settleRefundTask,
      payload: { refundId },
      runAt,
      key: `${settleRefundTask}:${refundId}`,
    })
  }

  async function storeIntent(
    call: Call,
    orderId: string,
  ): Promise<{ row: RefundRow; transaction: RefundedTransaction }> {
    const transaction = await findRecord(call, lockForRefund, orderId, 'transaction')
    const standing = await findStandingRefund(call.db, transaction.id)
    refuseUnlessRefundable(transaction, standing)
    const until = new Date(call.now.getTime() + callTime)
    const id = newId()
    await insertRefund(call.db, {
      id,
      transaction_id: transaction.id,
      idempotency_key: `greenroom-refund-${id}`,
      state: 'requested',
      amount: transaction.amount,
      currency_code: transaction.currency_code,
      gateway_refund_id: null,
      sandbox: gateway.kind === 'sandbox',
      attempts: 1,
      calling_until: until,
      requested_by: call.actor.email,
      requested_at: call.now,
      settled_at: null,
    })
    await recordAudit(call, {
      action: 'transaction.refund',
      entityType: 'transaction',
      entityId: transaction.id,
      label: transaction.reference_order_id,
      after: {
        refund_id: id,
        refund_state: 'requested',
        amount: transaction.amount,
        currency_code: transaction.currency_code,
      },
    })
    // If this process dies before the response is stored, the job takes over.
    await settleLater(call, id, until)
    return { row: await lockRefund(call.db, id), transaction }
  }

  /** Calls the gateway. Throws only unexpected errors. */
  async function ask(row: RefundRow, transaction: RefundedTransaction): Promise<Outcome> {
    const paymentId = transaction.payment_id
    if (paymentId === null) return { kind: 'unknown' }
    const search = { paymentId, gatewayRefundId: row.gateway_refund_id, reference: row.id }
    try {
      // An earlier attempt may have made the refund although no response arrived.
      const found = row.attempts > 1 ? await gateway.findRefund(search) : null
      if (found) return told(row, found)
      if (row.gateway_refund_id) {
        log.warn({ refundId: row.id }, 'The gateway no longer lists a refund that it had confirmed')
        return { kind: 'unknown' }
      }
      const made = await gateway.refund({
        paymentId,
        amount: row.amount,
        paymentAmount: transaction.amount,
        currency: row.currency_code,
        idempotencyKey: row.idempotency_key,
        reference: row.id,
        notes: { order: transaction.reference_order_id },
      })
      return told(row, made)
    } catch (error) {
      if (error instanceof PaymentUnknown) return { kind: 'unknown' }
      if (!(error instanceof PaymentRefused)) throw error
      if (!error.alreadyRefunded) return { kind: 'refused', reason: error.message }
    }
    try {
      const found = await gateway.findRefund(search)
      return found && found.state !== 'failed' ? told(row, found) : { kind: 'refunded-before' }
    } catch (error) {
      if (error instanceof PaymentUnknown) return { kind: 'unknown' }
      throw error
    }
  }

  /** Accepts a response only if it is about the refund's amount and currency. */
  function told(row: RefundRow, refund: GatewayRefund): Outcome {
    if (refund.amount === row.amount && refund.currency === row.currency_code) return { kind: 'told', refund }
    log.warn({ refundId: row.id }, 'The gateway reported a refund of another amount')
    return { kind: 'unknown' }
  }

  /** Stores the outcome of an attempt or a webhook. Whatever their order, processed is final. */
  async function record(outer: Call, refundId: string, outcome: Outcome): Promise<void> {
    await callInTransaction(outer, async (call) => {
      const { db } = call
      const known = await findRefund(db, refundId)
      const transaction = known && (await lockForRefund(db, known.transaction_id))
      if (!transaction) throw new Error('record was called without an intent')
      const row = await lockRefund(db, refundId)
      if (row.state === 'processed') return
      const isOpen = row.state === 'requested' || row.state === 'unknown'
      if (await belongsToAnother(db, row, outcome)) {
        log.warn({ refundId }, 'The gateway returned one refund for two intents')
        if (isOpen) await keepOpen(call, row, { state: 'unknown' })
        return
      }
      switch (outcomeOf(outcome)) {
        case 'processed': {
          const standing = await findStandingRefund(db, transaction.id)
          if (standing && standing.id !== row.id) {
            // The other refund's job will hear from the gateway that the payment was refunded.
            log.warn({ refundId }, 'A failed refund was processed while another one is open')
            return
          }
          await settleAs(call, row, transaction, { state: 'processed', ...gatewayId(outcome) })
          return
        }
        case 'failed':
          if (!isOpen) return
          await settleAs(call, row, transaction, {
            state: 'failed',
            reason: reasonOf(outcome),
            ...gatewayId(outcome),
          })
          return
        case 'pending':
          if (isOpen) await keepOpen(call, row, { state: 'requested', ...gatewayId(outcome) })
          return
        case 'unknown':
          if (isOpen) await keepOpen(call, row, { state: 'unknown' })
      }
    })
  }

  /**
   * Stores the outcome of a staff member's attempt, unless the database fails for now. The gateway has been called, so
   * the refund stays open and the job asks the gateway again.
   * @returns whether it is stored
   */
  async function tryToRecord(call: Call, refundId: string, outcome: Outcome): Promise<boolean> {
    try {
      await record(call, refundId, outcome)
      return true
    } catch (error) {
      if (!isTransient(error)) throw error
      log.warn({ err: error, refundId }, 'The outcome of a refund could not be stored; the job asks again')
      return false
    }
  }

  async function keepOpen(
    call: Call,
    row: RefundRow,
    changes: { state: RefundState; gateway_refund_id?: string },
  ): Promise<void> {
    await updateRefund(call.db, row.id, { ...changes, calling_until: null })
    await settleLater(call, row.id, new Date(call.now.getTime() + pauseAfter(row.attempts)))
  }

  async function settleAs(
    call: Call,
    row: RefundRow,
    transaction: RefundedTransaction,
    changes: { state: 'processed' | 'failed'; reason?: string; gateway_refund_id?: string },
  ): Promise<void> {
    await updateRefund(call.db, row.id, {
      reason: null,
      ...changes,
      calling_until: null,
      settled_at: call.now,
    })
    if (changes.state === 'processed') {
      await markRefunded(call.db, transaction.id)
      await issueDocumentsSoon(call.db)
    }
    await recordAudit(call, {
      action: 'transaction.refund.settle',
      entityType: 'transaction',
      entityId: transaction.id,
      label: transaction.reference_order_id,
      before: { status: transaction.status, refund_id: null, refund_state: row.state, reason: null },
      after: {
        status: changes.state === 'processed' ? 'refunded' : transaction.status,
        refund_id: row.id,
        refund_state: changes.state,
        reason: changes.reason ?? null,
      },
    })
  }

  /** Records a refund that staff made in the gateway's own console. */
  async function recordOutside(call: Call, event: RefundEvent): Promise<void> {
    const { db } = call
    if (event.state !== 'processed') return
    const found = await findByPayment(db, event.paymentId)
    const transaction = found && (await lockForRefund(db, found.id))
    if (transaction?.status !== 'completed') return
    if (event.amount !== transaction.amount || event.currency !== transaction.currency_code) {
      log.info(
        { transactionId: transaction.id },
        'Part of a payment was refunded outside Greenroom; nothing was changed',
      )
      return
    }
    // The job of an open refund of ours will hear from the gateway that the payment was refunded.
    if (await findStandingRefund(db, transaction.id)) return
    const id = newId()
    await insertRefund(db, {
      id,
      transaction_id: transaction.id,
      idempotency_key: `outside-${id}`,
      origin: 'gateway',
      state: 'requested',
      amount: event.amount,
      currency_code: event.currency,
      gateway_refund_id: event.gatewayRefundId,
      sandbox: gateway.kind === 'sandbox',
      attempts: 0,
      calling_until: null,
      requested_by: systemActor.email,
      requested_at: call.now,
      settled_at: null,
    })
    await settleAs(call, await lockRefund(db, id), transaction, { state: 'processed' })
  }

  return {
    /**
     * Refunds the whole amount of a completed transaction. A refund that the gateway has not confirmed is not a
     * failure: the message says so, and the outcome follows. The same holds if the database fails after the gateway
     * was called.
     * @throws AppError NOT_FOUND; WRONG_STATE for a transaction that is not completed, or whose refund is in progress
     * or done; PAYMENT_PROVIDER with the gateway's reason if it refused; UNAVAILABLE if the order cannot be read after
     * the gateway was called
     */
    async refund(call: Call, orderId: string): Promise<{ message: string; order: Transaction }> {
      const { row, transaction } = await callInTransaction(call, (call) => storeIntent(call, orderId))
      const isStored = await tryToRecord(call, row.id, await ask(row, transaction))
      const initiated = `Refund initiated for order ${transaction.reference_order_id}`
      const undecided = `${initiated}; its outcome is not known yet`
      return afterProviderCall(`${undecided}. Reload the list in a moment.`, 5, async () => {
        const settled = await findRefund(call.db, row.id)
        if (settled?.state === 'failed') throw new AppError('PAYMENT_PROVIDER', settled.reason ?? failed)
        const isUndecided = settled?.state === 'unknown' || (settled?.state === 'requested' && !isStored)
        return {
          message: isUndecided ? undecided : initiated,
          order: await transactions.get(call, transaction.id),
        }
      })
    },

    /** Job: asks the gateway about a refund until its outcome is known. */
    async settle(call: Call, payload: unknown): Promise<void> {
      const { refundId } = payload as { refundId: string }
      const { db, now } = call
      const claimed = await claimRefundCall(db, refundId, now, new Date(now.getTime() + callTime))
      if (claimed) {
        // If this process dies now, the job is still in the queue and can claim the call later.
        const outcome = await ask(claimed, await findTransactionOf(db, claimed))
        await record(call, refundId, outcome)
        return
      }
      const row = await findRefund(db, refundId)
      if (row?.state !== 'requested' && row?.state !== 'unknown') return
      await settleLater(call, refundId, new Date((row.calling_until ?? now).getTime() + 1000))
    },

    /** Deletes webhook events that no longer repeat. */
    forgetOldEvents: (call: Call) => forgetOldEvents(call.db),

    /**
     * Processes a verified webhook once, however often and in whatever order it arrives.
     * @param eventId the gateway's id of the event
     */
    async receive(outer: Call, eventId: string, event: RefundEvent): Promise<void> {
      await callInTransaction(outer, async (call) => {
        if (!(await rememberEvent(call.db, eventId))) return
        const row = await refundOf(call.db, event)
        if (!row) {
          await recordOutside(call, event)
          return
        }
        const { payment_id } = await findTransactionOf(call.db, row)
        const outcome = told(row, event)
        // An event that contradicts the intent settles nothing; the job asks the gateway.
        if (payment_id !== event.paymentId || outcome.kind !== 'told') return
        const isOfAnotherTry =
          row.gateway_refund_id !== null && row.gateway_refund_id !== event.gatewayRefundId
        if (isOfAnotherTry && event.state !== 'processed') return
        await record(call, row.id, outcome)
      })
    },
  }
}

const failed = 'The payment gateway could not make this refund.'

/** @throws AppError WRONG_STATE */
function refuseUnlessRefundable(transaction: RefundedTransaction, standing: RefundRow | undefined): void {
  const refuse = (message: string) => {
    throw new AppError('WRONG_STATE', message)
  }
  if (transaction.status === 'refunded' || standing?.state === 'processed') {
    refuse('This transaction has already been refunded.')
  }
  if (standing) refuse('A refund of this transaction is already in progress.')
  if (transaction.status === 'pending') refuse('A pending transaction cannot be refunded.')
  if (transaction.status !== 'completed') refuse('Only a completed transaction can be refunded.')
  if (transaction.payment_id === null || transaction.amount === 0) {
    refuse('This transaction has no payment that could be refunded.')
  }
}

function refundOf(db: Database, event: RefundEvent): Promise<RefundRow | undefined> {
  return event.reference && isRecordId(event.reference)
    ? findRefund(db, event.reference)
    : findByGatewayRefund(db, event.gatewayRefundId)
}

async function belongsToAnother(db: Database, row: RefundRow, outcome: Outcome): Promise<boolean> {
  if (outcome.kind !== 'told') return false
  const owner = await findByGatewayRefund(db, outcome.refund.gatewayRefundId)
  return owner !== undefined && owner.id !== row.id
}

function outcomeOf(outcome: Outcome): GatewayRefund['state'] | 'unknown' {
  switch (outcome.kind) {
    case 'told':
      return outcome.refund.state
    case 'refunded-before':
      return 'processed'
    case 'refused':
      return 'failed'
    case 'unknown':
      return 'unknown'
  }
}

function gatewayId(outcome: Outcome): { gateway_refund_id?: string } {
  return outcome.kind === 'told' ? { gateway_refund_id: outcome.refund.gatewayRefundId } : {}
}

function reasonOf(outcome: Outcome): string {
  if (outcome.kind === 'refused') return outcome.reason
  return (outcome.kind === 'told' && outcome.refund.reason) || failed
}

/** @param attempts how often the gateway was called */
function pauseAfter(attempts: number): number {
  return Math.min(longestPause, firstPause * 2 ** Math.max(0, attempts - 1))
}
