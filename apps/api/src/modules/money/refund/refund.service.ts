import { largestPage } from '@greenroom/contract/list'
import {
  isPastRefundLimit,
  leastRefund,
  refundDays,
  refusalOfAmount,
} from '@greenroom/contract/money/refund/refund.rules'
import type { Refundable } from '@greenroom/contract/money/refund/refund.schema'
import type { RefundState, Transaction } from '@greenroom/contract/money/transaction/transaction.schema'
import type { TransactionRefund } from '@greenroom/contract/money/transaction/transaction-detail.schema'
import type { TransactionType } from '@greenroom/contract/money/transaction/transaction-kinds'
import type { Logger } from 'pino'
import { AppError, invalid } from '../../../platform/app-error.ts'
import { systemActor } from '../../../platform/audit/actor.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import { type Call, callInTransaction } from '../../../platform/call.ts'
import type { Database } from '../../../platform/database/database.ts'
import {
  isCheckViolation,
  isTransient,
  isUniqueViolation,
} from '../../../platform/database/database-errors.ts'
import { isRecordId, newId } from '../../../platform/database/record-id.ts'
import { findRecord } from '../../../platform/database/records.ts'
import { actForJob, enqueue } from '../../../platform/jobs/job-runner.ts'
import {
  type GatewayRefund,
  type PaymentGateway,
  type PaymentRefund,
  PaymentRefused,
  PaymentUnknown,
} from '../../../platform/payments/payment-gateway.ts'
import { afterProviderCall } from '../../../platform/provider-call.ts'
import type { Settings } from '../../../settings.ts'
import { announceRefund } from '../../staff/webhook/order-announcement.service.ts'
import { issueDocumentsSoon } from '../document/document-task.ts'
import type { TransactionService } from '../transaction/transaction.service.ts'
import { moneyText } from './money-text.ts'
import { presentRefund } from './refund.presenter.ts'
import {
  claimRefundCall,
  findByGatewayRefund,
  findByPayment,
  findByRequest,
  findForRefund,
  findRefund,
  findTransactionOf,
  insertRefund,
  listRefunds,
  listStandingRefunds,
  lockForRefund,
  lockRefund,
  markRefunded,
  type RefundedTransaction,
  type RefundRow,
  updateRefund,
} from './refund.repository.ts'
import { decidedText, type RefundApproval } from './refund-approval.service.ts'
import { currencyOf, leftNow, leftOf, processedOf, refusalOf } from './refund-left.ts'
import type { RefundReasonService } from './refund-reason.service.ts'
import { findOpenRequest, findRequestOfCall } from './refund-request.repository.ts'

/** The job that asks the gateway about an open refund; its payload is {refundId}. */
export const settleRefundTask = 'settle-refund'
const settleKey = (refundId: string) => `${settleRefundTask}:${refundId}`

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
  /** The payment was refunded, but not by this refund. `refunds`: all that the gateway lists. */
  | { kind: 'refunded-before'; refunds: PaymentRefund[] }
  | { kind: 'refused'; reason: string; refunds?: PaymentRefund[] }
  | { kind: 'unknown' }

/** What a staff member asks for. */
interface RefundWish {
  /** In minor units; all that is left without it. */
  amount?: number
  /** All that was left when a person confirmed the refund of all that is left. */
  confirmed?: number | undefined
  reasonCode: string | null
  note: string | null
  requestId: string | null
}

/** What another person has approved. */
interface ApprovedWish {
  amount: number
  reasonCode: string | null
  note: string | null
  requestId: string | null
  /** Who asked for it. */
  requestedBy: string
  personId: string | null
}

/** An approval of a refund, in the transaction that holds the order's lock. */
interface Approving {
  /** Returns what to refund, or why it cannot be refunded any more; what it stored then is kept. */
  check(
    call: Call,
    transaction: RefundedTransaction,
    standing: readonly RefundRow[],
  ): Promise<{ wish: ApprovedWish } | { refusal: string }>
  /** Stores the approval with its refund. */
  link(call: Call, refundId: string): Promise<void>
}

export type RefundService = ReturnType<typeof createRefundService>

/**
 * Refunds of transactions, whole or in parts, each made at most once. The gateway is never called inside a database transaction:
 * the intent is stored with its key, then the gateway is called, then its response is stored. Webhooks and a job
 * settle what stays open.
 */
export function createRefundService({
  gateway,
  transactions,
  reasons,
  approval,
  noteRefundedTooMuch,
  settings,
  log,
}: {
  gateway: PaymentGateway
  transactions: Pick<TransactionService, 'get'>
  reasons: Pick<RefundReasonService, 'list' | 'requireActive'>
  approval: RefundApproval
  /** Stores that the gateway has refunded more than was paid, for staff. */
  noteRefundedTooMuch(call: Call, order: RefundedTransaction, refunded: number): Promise<void>
  settings: Pick<Settings, 'PAYMENT_TIMEOUT_SECONDS'>
  log: Logger
}) {
  const callTime = settings.PAYMENT_TIMEOUT_SECONDS * 1000 * callsInOneTry + margin

  async function settleLater(call: Call, refundId: string, runAt: Date): Promise<void> {
    await enqueue(call.db, {
      task: settleRefundTask,
      payload: { refundId },
      runAt,
      key: settleKey(refundId),
    })
  }

  interface Intent {
    row: RefundRow
    transaction: RefundedTransaction
    /** The request was sent before. */
    isRepeated: boolean
  }

  /** A refund that waits for a second person. */
  interface Waiting {
    waiting: { transaction: RefundedTransaction; amount: number }
  }

  async function storeIntent(call: Call, orderId: string, wish: RefundWish): Promise<Intent | Waiting> {
    const transaction = await findRecord(call, lockForRefund, orderId, 'transaction')
    const repeated = await findRepeated(call, transaction, wish)
    if (repeated) return repeated
    const standing = await listStandingRefunds(call.db, transaction.id)
    const left = leftOf(transaction, standing)
    const refusal = refusalOf(transaction, standing, wish.amount === undefined)
    if (refusal) throw new AppError('WRONG_STATE', refusal)
    if (await findOpenRequest(call.db, transaction.id)) throw new AppError('WRONG_STATE', waitsForApproval)
    if (wish.amount !== undefined) refuseAmount(wish.amount, left, transaction)
    if (wish.confirmed !== undefined && wish.confirmed !== left) {
      const money = (minor: number) => moneyText(minor, currencyOf(transaction))
      throw new AppError('STALE', leftNow(money(left), money(wish.confirmed)), {
        data: await transactions.get(call, transaction.id),
      })
    }
    if (wish.reasonCode !== null) await reasons.requireActive(call, wish.reasonCode)
    const wanted = {
      ...wish,
      amount: wish.amount ?? left,
      personId: call.actor.staffId,
      requestedBy: call.actor.email,
    }
    if (await approval.requestIfNeeded(call, transaction, wanted)) {
      return { waiting: { transaction, amount: wanted.amount } }
    }
    return { row: await insertIntent(call, transaction, wanted), transaction, isRepeated: false }
  }

  /**
   * Finds what an earlier call with the same request id stored.
   * @throws AppError KEY_REUSED for another refund; WRONG_STATE if a second person refused it
   */
  async function findRepeated(
    call: Call,
    transaction: RefundedTransaction,
    { requestId, amount }: RefundWish,
  ): Promise<Intent | Waiting | undefined> {
    if (requestId === null) return undefined
    const refund = await findByRequest(call.db, requestId)
    // The refund of an approved request has its id.
    const request = refund ? undefined : await findRequestOfCall(call.db, requestId)
    const earlier = refund ?? request
    if (!earlier) return undefined
    if (earlier.transaction_id !== transaction.id || earlier.amount !== amount) {
      throw new AppError('KEY_REUSED', requestReused)
    }
    if (refund) return { row: refund, transaction, isRepeated: true }
    if (request && request.state !== 'open') throw new AppError('WRONG_STATE', decidedText(request))
    return { waiting: { transaction, amount } }
  }

  /** Stores a refund before the gateway is called. The caller holds the order's lock. */
  async function insertIntent(
    call: Call,
    transaction: RefundedTransaction,
    { amount, reasonCode, note, requestId, requestedBy, personId }: ApprovedWish,
  ): Promise<RefundRow> {
    const until = new Date(call.now.getTime() + callTime)
    const id = newId()
    await insertRefund(call.db, {
      id,
      transaction_id: transaction.id,
      idempotency_key: `greenroom-refund-${id}`,
      state: 'requested',
      amount,
      currency_code: transaction.currency_code,
      gateway_refund_id: null,
      request_id: requestId,
      reason_code: reasonCode,
      note,
      sandbox: gateway.kind === 'sandbox',
      attempts: 1,
      calling_until: until,
      requested_by: requestedBy,
      requested_by_id: personId,
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
        amount,
        currency_code: transaction.currency_code,
        ...(reasonCode === null ? {} : { reason_code: reasonCode }),
        ...(note === null ? {} : { note }),
        // The actor is whoever approved it.
        ...(requestedBy === call.actor.email ? {} : { requested_by: requestedBy }),
      },
    })
    // If this process dies before the response is stored, the job takes over.
    await settleLater(call, id, until)
    return lockRefund(call.db, id)
  }

  /** Calls the gateway. Throws only unexpected errors. */
  async function ask(row: RefundRow, transaction: RefundedTransaction): Promise<Outcome> {
    const paymentId = transaction.payment_id
    if (paymentId === null) return { kind: 'unknown' }
    const search = { paymentId, gatewayRefundId: row.gateway_refund_id, reference: row.id }
    try {
      // An earlier attempt may have made the refund although no response arrived.
      const isAskedAgain = row.attempts > 1 || row.gateway_refund_id !== null
      const found = isAskedAgain ? await gateway.findRefund(search) : null
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
      if (!error.alreadyRefunded && !error.exceedsRest) return { kind: 'refused', reason: error.message }
      return askWhy(row, search, error)
    }
  }

  /** The gateway has less left than our books. Its list of refunds contains the difference. */
  async function askWhy(
    row: RefundRow,
    { paymentId, reference }: { paymentId: string; reference: string },
    refusal: PaymentRefused,
  ): Promise<Outcome> {
    try {
      const refunds = await gateway.refundsOf(paymentId)
      const ours = refunds.find((one) => one.reference === reference && one.state !== 'failed')
      if (ours) return told(row, ours)
      if (refusal.alreadyRefunded) return { kind: 'refunded-before', refunds }
      return { kind: 'refused', reason: refusal.message, refunds }
    } catch (error) {
      if (!(error instanceof PaymentUnknown)) throw error
      if (refusal.alreadyRefunded) return { kind: 'unknown' }
      return { kind: 'refused', reason: refusal.message }
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
        case 'processed':
          await settleAs(call, row, transaction, { state: 'processed', ...gatewayId(outcome) })
          return
        case 'refunded-before':
          if (isOpen && outcome.kind === 'refunded-before') {
            await settleRefundedBefore(call, row, transaction, outcome.refunds)
          }
          return
        case 'failed':
          if (!isOpen) return
          await settleAs(call, row, transaction, {
            state: 'failed',
            reason: reasonOf(outcome),
            ...gatewayId(outcome),
          })
          if (outcome.kind === 'refused') {
            for (const refund of outcome.refunds ?? []) await recordListed(call, transaction, refund)
          }
          return
        case 'pending':
          if (isOpen) await keepOpen(call, row, { state: 'requested', ...gatewayId(outcome) })
          return
        case 'unknown':
          if (isOpen) await keepOpen(call, row, { state: 'unknown' })
      }
    })
  }

  /** Settles a refund that the gateway did not make, because others have refunded the whole payment. */
  async function settleRefundedBefore(
    call: Call,
    row: RefundRow,
    transaction: RefundedTransaction,
    refunds: readonly PaymentRefund[],
  ): Promise<void> {
    const { db } = call
    const unknown: PaymentRefund[] = []
    for (const refund of refunds) {
      if (refund.state === 'failed' || refund.amount === 0) continue
      if (await refundOf(db, refund)) await recordListed(call, transaction, refund)
      else unknown.push(refund)
    }
    const [only] = unknown
    const isSame = only?.amount === row.amount && only.currency === row.currency_code
    if (only && unknown.length === 1 && isSame) {
      // Somebody did in the gateway's dashboard what was wanted here.
      const taken = { origin: 'gateway', gateway_refund_id: only.gatewayRefundId }
      if (only.state === 'processed') await settleAs(call, row, transaction, { state: 'processed', ...taken })
      else await keepOpen(call, row, { state: 'requested', ...taken })
      return
    }
    const others = (await listStandingRefunds(db, transaction.id)).filter(({ id }) => id !== row.id)
    const rest = leftOf(transaction, others)
    if (unknown.length === 0 && rest > 0) {
      // The gateway's list does not explain it. What it said about the payment is certain.
      await settleAs(call, row, transaction, { state: 'processed', origin: 'gateway', amount: rest })
      return
    }
    await settleAs(call, row, transaction, { state: 'failed', reason: refundedBefore })
    for (const refund of unknown) await recordListed(call, transaction, refund)
  }

  /**
   * Stores the outcome of a staff member's attempt, unless the database fails for now. The gateway has been called, so
   * the refund stays open and the job asks the gateway again.
   */
  async function tryToRecord(call: Call, refundId: string, outcome: Outcome): Promise<void> {
    try {
      await record(call, refundId, outcome)
    } catch (error) {
      if (!isTransient(error)) throw error
      log.warn({ err: error, refundId }, 'The outcome of a refund could not be stored; the job asks again')
    }
  }

  async function keepOpen(
    call: Call,
    row: RefundRow,
    changes: { state: RefundState; origin?: string; gateway_refund_id?: string },
  ): Promise<void> {
    await updateRefund(call.db, row.id, { ...changes, calling_until: null })
    await settleLater(call, row.id, new Date(call.now.getTime() + pauseAfter(row.attempts)))
  }

  async function settleAs(
    call: Call,
    row: RefundRow,
    transaction: RefundedTransaction,
    changes: {
      state: 'processed' | 'failed'
      reason?: string
      origin?: string
      amount?: number
      gateway_refund_id?: string
    },
  ): Promise<void> {
    await updateRefund(call.db, row.id, {
      reason: null,
      ...changes,
      calling_until: null,
      settled_at: call.now,
    })
    let status = transaction.status
    if (changes.state === 'processed') {
      if (await markRefunded(call.db, transaction.id)) status = 'refunded'
      const refunded = processedOf(await listStandingRefunds(call.db, transaction.id))
      if (refunded > transaction.amount) {
        await noteRefundedTooMuch(call, { ...transaction, status }, refunded)
      }
      await approval.lapseIfTaken(call, { ...transaction, status })
      await issueDocumentsSoon(call.db)
      const amount = changes.amount ?? row.amount
      await announceRefund(call, { ...transaction, status }, { id: row.id, amount })
    }
    await recordAudit(call, {
      action: 'transaction.refund.settle',
      entityType: 'transaction',
      entityId: transaction.id,
      label: transaction.reference_order_id,
      before: { status: transaction.status, refund_id: null, refund_state: row.state, reason: null },
      after: {
        status,
        refund_id: row.id,
        refund_state: changes.state,
        amount: changes.amount ?? row.amount,
        reason: changes.reason ?? null,
      },
    })
  }

  /** Records a refund as the gateway's list has it: ours, or one of its dashboard. The caller holds the lock. */
  async function recordListed(
    call: Call,
    transaction: RefundedTransaction,
    refund: PaymentRefund,
  ): Promise<void> {
    const known = await refundOf(call.db, refund)
    if (!known) return recordOutside(call, transaction, refund)
    if (known.transaction_id !== transaction.id) return
    const row = await lockRefund(call.db, known.id)
    const isSame = refund.amount === row.amount && refund.currency === row.currency_code
    // Any other state of ours is settled by its own job.
    if (!isSame || refund.state !== 'processed' || row.state === 'processed') return
    await settleAs(call, row, transaction, {
      state: 'processed',
      gateway_refund_id: refund.gatewayRefundId,
    })
  }

  /** Records a refund that was made in the gateway's dashboard, as the gateway reports it. The caller holds the lock. */
  async function recordOutside(
    call: Call,
    transaction: RefundedTransaction,
    refund: PaymentRefund,
  ): Promise<void> {
    const { db } = call
    if (refund.currency !== transaction.currency_code || refund.amount === 0) {
      log.warn(
        { transactionId: transaction.id, gatewayRefundId: refund.gatewayRefundId },
        'A refund of no amount, or in another currency than its order, was not recorded',
      )
      return
    }
    const unnamed = (await listStandingRefunds(db, transaction.id)).find(
      ({ state, gateway_refund_id }) => state === 'processed' && gateway_refund_id === null,
    )
    if (unnamed) {
      // The gateway had said that the payment was refunded, but not by which refund.
      if (unnamed.amount === refund.amount && refund.state !== 'failed') {
        await updateRefund(db, unnamed.id, { gateway_refund_id: refund.gatewayRefundId })
      } else log.warn({ transactionId: transaction.id }, 'A refund made outside was counted before')
      return
    }
    const id = newId()
    await insertRefund(db, {
      id,
      transaction_id: transaction.id,
      idempotency_key: `outside-${id}`,
      origin: 'gateway',
      state: 'requested',
      amount: refund.amount,
      currency_code: refund.currency,
      gateway_refund_id: refund.gatewayRefundId,
      sandbox: gateway.kind === 'sandbox',
      attempts: 0,
      calling_until: null,
      requested_by: systemActor.email,
      requested_at: call.now,
      settled_at: null,
    })
    const row = await lockRefund(db, id)
    switch (refund.state) {
      case 'processed':
        return settleAs(call, row, transaction, { state: 'processed' })
      case 'failed':
        return settleAs(call, row, transaction, { state: 'failed', reason: refund.reason ?? failed })
      case 'pending':
        return keepOpen(call, row, { state: 'requested' })
    }
  }

  /**
   * Requests a refund at the gateway, unless the request was sent before, and returns the refund as it is then. A refund
   * that needs a second person is only stored.
   */
  async function request(
    call: Call,
    orderId: string,
    wish: RefundWish,
  ): Promise<{ message: string; row?: RefundRow; order: Transaction }> {
    const stored = await storing(() => callInTransaction(call, (call) => storeIntent(call, orderId, wish)))
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
    if (!isRepeated) await tryToRecord(call, row.id, await ask(row, transaction))
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

  /** Turns the database's guards into refusals. */
  async function storing<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (isCheckViolation(error, 'refund_within_amount')) throw new AppError('WRONG_STATE', takenMeanwhile)
      if (
        isUniqueViolation(error, 'refund_request_id_key') ||
        isUniqueViolation(error, 'refund_request_request_id_key')
      ) {
        throw new AppError('KEY_REUSED', requestReused)
      }
      throw error
    }
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
      outer: Call,
      orderId: string,
      approving: Approving,
    ): Promise<{ message: string; order: Transaction }> {
      const stored = await storing(() =>
        callInTransaction(outer, async (call): Promise<Intent | { refusal: string }> => {
          const transaction = await findRecord(call, lockForRefund, orderId, 'transaction')
          const standing = await listStandingRefunds(call.db, transaction.id)
          const checked = await approving.check(call, transaction, standing)
          if ('refusal' in checked) return checked
          const row = await insertIntent(call, transaction, checked.wish)
          await approving.link(call, row.id)
          return { row, transaction, isRepeated: false }
        }),
      )
      if ('refusal' in stored) throw new AppError('WRONG_STATE', stored.refusal)
      const { message, order } = await perform(outer, stored)
      return { message, order }
    },

    /**
     * Returns what staff see before money moves.
     * @throws AppError NOT_FOUND
     */
    async refundable(call: Call, orderId: string): Promise<Refundable> {
      const transaction = await findRecord(call, findForRefund, orderId, 'transaction')
      const [standing, rows, allReasons, facts, open] = await Promise.all([
        listStandingRefunds(call.db, transaction.id),
        listRefunds(call.db, transaction.id, largestPage),
        reasons.list(call),
        approval.facts(call, transaction),
        findOpenRequest(call.db, transaction.id),
      ])
      const paidAt = transaction.completed_at ?? transaction.created_at
      const refunded = processedOf(standing)
      return {
        order: {
          _id: transaction.id,
          reference_order_id: transaction.reference_order_id,
          status: transaction.status,
          entity_type: transaction.entity_type as TransactionType,
          entity_title: transaction.entity_title,
          created_at: transaction.created_at.toISOString(),
        },
        currency_code: currencyOf(transaction),
        amount: transaction.amount,
        refunded_amount: refunded,
        open_amount: standing.reduce((sum, { amount }) => sum + amount, 0) - refunded,
        left: leftOf(transaction, standing),
        least: leastRefund,
        paid_at: paidAt.toISOString(),
        payment_method: transaction.payment_method,
        is_past_limit: isPastRefundLimit(paidAt, call.now),
        days: refundDays(transaction.payment_method),
        refusal: refusalOf(transaction, standing, false) ?? (open ? waitsForApproval : null),
        approval: {
          above: facts.above,
          unapproved: facts.unapproved,
          per_day: facts.perDay,
          today: facts.today,
        },
        refunds: rows.map(presentRefund),
        reasons: allReasons.filter(({ is_active }) => is_active),
      }
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

    /**
     * Applies what a webhook reports about a refund, ours or one made in the gateway's dashboard.
     * @returns false if the payment's order does not exist yet, or is not paid yet
     */
    async applyEvent(outer: Call, event: PaymentRefund): Promise<boolean> {
      return callInTransaction(outer, async (call) => {
        const row = await refundOf(call.db, event)
        if (row) {
          const { payment_id } = await findTransactionOf(call.db, row)
          const outcome = told(row, event)
          // An event that contradicts the intent settles nothing; the job asks the gateway.
          if (payment_id !== event.paymentId || outcome.kind !== 'told') return true
          const isOfAnotherTry =
            row.gateway_refund_id !== null && row.gateway_refund_id !== event.gatewayRefundId
          if (isOfAnotherTry && event.state !== 'processed') return true
          await actForJob(call.db, settleKey(row.id))
          await record(call, row.id, outcome)
          return true
        }
        const found = await findByPayment(call.db, event.paymentId)
        const transaction = found && (await lockForRefund(call.db, found.id))
        if (!transaction || !isPaidBefore(transaction.status)) return false
        // Another event may have recorded it while this one waited for the lock.
        await recordListed(call, transaction, event)
        return true
      })
    },
  }
}

const failed = 'The payment gateway could not make this refund.'
const refundedBefore = 'The payment gateway had already refunded this payment.'
const waitsForApproval =
  'A refund of this transaction waits for a second person. It can be withdrawn, approved or declined.'
const requestReused = 'This request_id was used for another refund.'
const takenMeanwhile = 'Another refund has taken this amount. Reload the order and try again.'

/** @throws AppError VALIDATION */
function refuseAmount(amount: number, left: number, transaction: RefundedTransaction): void {
  const refusal = refusalOfAmount(amount, left, (minor) => moneyText(minor, currencyOf(transaction)))
  if (refusal) throw invalid([{ path: 'amount', message: refusal }])
}

/** A refund of an order that we do not know as paid waits for its payment. */
const isPaidBefore = (status: string) => status !== 'pending' && status !== 'failed'

/** Finds a refund by our reference, else by the gateway's id. */
async function refundOf(db: Database, refund: PaymentRefund): Promise<RefundRow | undefined> {
  const { reference, gatewayRefundId } = refund
  const ours = reference && isRecordId(reference) ? await findRefund(db, reference) : undefined
  return ours ?? findByGatewayRefund(db, gatewayRefundId)
}

async function belongsToAnother(db: Database, row: RefundRow, outcome: Outcome): Promise<boolean> {
  if (outcome.kind !== 'told') return false
  const owner = await findByGatewayRefund(db, outcome.refund.gatewayRefundId)
  return owner !== undefined && owner.id !== row.id
}

function outcomeOf(outcome: Outcome): GatewayRefund['state'] | 'unknown' | 'refunded-before' {
  switch (outcome.kind) {
    case 'told':
      return outcome.refund.state
    case 'refunded-before':
      return 'refunded-before'
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
