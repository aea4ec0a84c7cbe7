import { refusalOfAmount } from '@greenroom/contract/money/refund/refund.rules'
import { AppError, invalid } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import { type Call, callInTransaction } from '../../../platform/call.ts'
import { isCheckViolation, isUniqueViolation } from '../../../platform/database/database-errors.ts'
import { newId } from '../../../platform/database/record-id.ts'
import { findRecord } from '../../../platform/database/records.ts'
import { listOrderPayments } from '../transaction/payment.service.ts'
import type { TransactionService } from '../transaction/transaction.service.ts'
import { moneyText } from './money-text.ts'
import {
  findByRequest,
  insertRefund,
  listStandingRefunds,
  lockForRefund,
  lockRefund,
  type RefundedTransaction,
  type RefundRow,
} from './refund.repository.ts'
import { decidedText, type RefundApproval } from './refund-approval.service.ts'
import { currencyOf, leftNow, leftOf, leftOfPayments, refusalOf } from './refund-left.ts'
import type { RefundReasonService } from './refund-reason.service.ts'
import { findOpenRequest, findRequestOfCall } from './refund-request.repository.ts'
import { settleLater } from './refund-task.ts'

/** What a staff member asks for. */
export interface RefundInput {
  /** In minor units; all that is left without it. */
  amount?: number
  /** All that was left when a person confirmed the refund of all that is left. */
  confirmed?: number | undefined
  reasonCode: string | null
  note: string | null
  requestId: string | null
}

/** A refund that passed the checks and is not stored yet. */
interface CheckedRefund {
  amount: number
  reasonCode: string | null
  note: string | null
  requestId: string | null
  /** Who asked for it. */
  requestedBy: string
  personId: string | null
  /** The refund of all orders of a session that it belongs to. */
  batchId?: string
}

/** An approval of a refund, in the transaction that holds the order's lock. */
export interface Approving {
  /** Returns what to refund, or why it cannot be refunded any more; what it stored then is kept. */
  check(
    call: Call,
    transaction: RefundedTransaction,
    standing: readonly RefundRow[],
  ): Promise<{ refund: CheckedRefund } | { refusal: string }>
  /** Stores the approval with its refund. */
  link(call: Call, refundId: string): Promise<void>
}

/** A refund that is stored before the gateway is called. */
export interface Intent {
  row: RefundRow
  transaction: RefundedTransaction
  /** The request was sent before. */
  isRepeated: boolean
}

/** A refund that waits for a second person. */
interface Waiting {
  waiting: { transaction: RefundedTransaction; amount: number }
}

/**
 * Checks and stores refunds before any money moves, each in one transaction under the order's lock.
 * @param callTime how long one attempt at the gateway may take, in milliseconds
 */
export function createRefundIntents({
  transactions,
  reasons,
  approval,
  isSandbox,
  callTime,
}: {
  transactions: Pick<TransactionService, 'get'>
  reasons: Pick<RefundReasonService, 'requireActive'>
  approval: Pick<RefundApproval, 'requestIfNeeded'>
  isSandbox: boolean
  callTime: number
}) {
  async function check(
    call: Call,
    orderId: string,
    { amount, confirmed, reasonCode, note, requestId }: RefundInput,
  ): Promise<Intent | Waiting> {
    const transaction = await findRecord(call, lockForRefund, orderId, 'transaction')
    const repeated = await findRepeated(call, transaction, requestId, amount)
    if (repeated) return repeated
    const left = await requireLeft(call, transaction, amount)
    if (confirmed !== undefined && confirmed !== left) {
      const money = (minor: number) => moneyText(minor, currencyOf(transaction))
      throw new AppError('STALE', leftNow(money(left), money(confirmed)), {
        data: await transactions.get(call, transaction.id),
      })
    }
    if (reasonCode !== null) await reasons.requireActive(call, reasonCode)
    const refund = {
      amount: amount ?? left,
      reasonCode,
      note,
      requestId,
      personId: call.actor.staffId,
      requestedBy: call.actor.email,
    }
    if (await approval.requestIfNeeded(call, transaction, refund)) {
      return { waiting: { transaction, amount: refund.amount } }
    }
    return { row: await insert(call, transaction, refund), transaction, isRepeated: false }
  }

  /** Stores a refund and its audit entry. The caller holds the order's lock. */
  async function insert(
    call: Call,
    transaction: RefundedTransaction,
    refund: CheckedRefund,
  ): Promise<RefundRow> {
    const until = new Date(call.now.getTime() + callTime)
    const id = newId()
    const paymentId = await requirePayment(call, transaction, refund.amount)
    await insertRefund(call.db, {
      id,
      transaction_id: transaction.id,
      idempotency_key: `greenroom-refund-${id}`,
      state: 'requested',
      amount: refund.amount,
      currency_code: transaction.currency_code,
      gateway_refund_id: null,
      payment_id: paymentId,
      request_id: refund.requestId,
      reason_code: refund.reasonCode,
      note: refund.note,
      sandbox: isSandbox,
      attempts: 1,
      calling_until: until,
      requested_by: refund.requestedBy,
      requested_by_id: refund.personId,
      refund_batch_id: refund.batchId ?? null,
      requested_at: call.now,
      settled_at: null,
    })
    await auditIntent(call, transaction, id, refund)
    // If this process dies before the response is stored, the job takes over.
    await settleLater(call, id, until)
    return lockRefund(call.db, id)
  }

  return {
    /**
     * Stores a refund, or the request for a second person's approval if it needs one.
     * @returns what an earlier call with the same request id stored, if there was one
     * @throws AppError NOT_FOUND, WRONG_STATE, STALE, VALIDATION, KEY_REUSED, FORBIDDEN
     */
    store(outer: Call, orderId: string, input: RefundInput): Promise<Intent | Waiting> {
      return withGuards(() => callInTransaction(outer, (call) => check(call, orderId, input)))
    },

    /**
     * Stores an approval with its refund.
     * @returns why it cannot be refunded any more, as `approving` says
     */
    storeApproved(outer: Call, orderId: string, approving: Approving): Promise<Intent | { refusal: string }> {
      const work = async (call: Call): Promise<Intent | { refusal: string }> => {
        const transaction = await findRecord(call, lockForRefund, orderId, 'transaction')
        const standing = await listStandingRefunds(call.db, transaction.id)
        const checked = await approving.check(call, transaction, standing)
        if ('refusal' in checked) return checked
        const row = await insert(call, transaction, checked.refund)
        await approving.link(call, row.id)
        return { row, transaction, isRepeated: false }
      }
      return withGuards(() => callInTransaction(outer, work))
    },
  }
}

export const waitsForApproval =
  'A refund of this transaction waits for a second person. It can be withdrawn, approved or declined.'
const requestReused = 'This request_id was used for another refund.'
const takenMeanwhile = 'Another refund has taken this amount. Reload the order and try again.'

/**
 * Finds what an earlier call with the same request id stored.
 * @throws AppError KEY_REUSED for another refund; WRONG_STATE if a second person refused it
 */
async function findRepeated(
  call: Call,
  transaction: RefundedTransaction,
  requestId: string | null,
  amount: number | undefined,
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

/**
 * Returns what is left to refund, in minor units.
 * @param amount undefined for all of it
 * @throws AppError WRONG_STATE if the transaction cannot be refunded now; VALIDATION for another amount than is possible
 */
async function requireLeft(
  call: Call,
  transaction: RefundedTransaction,
  amount: number | undefined,
): Promise<number> {
  const standing = await listStandingRefunds(call.db, transaction.id)
  const refusal = refusalOf(transaction, standing, amount === undefined)
  if (refusal) throw new AppError('WRONG_STATE', refusal)
  if (await findOpenRequest(call.db, transaction.id)) throw new AppError('WRONG_STATE', waitsForApproval)
  const left = leftOf(transaction, standing)
  if (amount === undefined) return left
  const message = refusalOfAmount(amount, left, (minor) => moneyText(minor, currencyOf(transaction)))
  if (message) throw invalid([{ path: 'amount', message }])
  return left
}

/**
 * Returns which payment to refund; null for an order with a single one.
 * @throws AppError WRONG_STATE if no payment of the order has so much left
 */
async function requirePayment(
  call: Call,
  transaction: RefundedTransaction,
  amount: number,
): Promise<string | null> {
  const payments = await listOrderPayments(call.db, transaction.id)
  if (payments.length < 2) return null
  const standing = await listStandingRefunds(call.db, transaction.id)
  const lefts = leftOfPayments(transaction, payments, standing)
  const found = lefts.find(({ left }) => left >= amount)
  if (found) return found.paymentId
  const most = moneyText(Math.max(...lefts.map(({ left }) => left)), currencyOf(transaction))
  throw new AppError(
    'WRONG_STATE',
    `This order was paid in ${payments.length} payments. Refund at most ${most} at a time.`,
  )
}

async function auditIntent(
  call: Call,
  transaction: RefundedTransaction,
  refundId: string,
  { amount, reasonCode, note, requestedBy, batchId }: CheckedRefund,
): Promise<void> {
  await recordAudit(call, {
    action: 'transaction.refund',
    entityType: 'transaction',
    entityId: transaction.id,
    label: transaction.reference_order_id,
    after: {
      refund_id: refundId,
      refund_state: 'requested',
      amount,
      currency_code: transaction.currency_code,
      ...(reasonCode === null ? {} : { reason_code: reasonCode }),
      ...(note === null ? {} : { note }),
      ...(batchId === undefined ? {} : { refund_batch_id: batchId }),
      // The actor is whoever approved it.
      ...(requestedBy === call.actor.email ? {} : { requested_by: requestedBy }),
    },
  })
}

/** Turns the database's guards into refusals. */
async function withGuards<T>(work: () => Promise<T>): Promise<T> {
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
