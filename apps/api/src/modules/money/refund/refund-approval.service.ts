import { dayIn, startOfDay } from '@greenroom/contract/calendar-day'
import { generalMessages } from '@greenroom/contract/error'
import type { CurrencyCode } from '@greenroom/contract/money'
import {
  type ApprovalCause,
  type ApprovalFacts,
  approvalCauseOf,
} from '@greenroom/contract/money/refund/refund.rules'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { newId } from '../../../platform/database/record-id.ts'
import type { Settings } from '../../../settings.ts'
import { moneyText } from './money-text.ts'
import { listStandingRefunds, type RefundedTransaction } from './refund.repository.ts'
import { currencyOf, processedOf } from './refund-left.ts'
import {
  countUnapproved,
  findOpenRequest,
  insertRefundRequest,
  lockRefundRequest,
  lockRefundsOf,
  storeDecision,
  sumUnapproved,
} from './refund-request.repository.ts'

export type RefundApproval = ReturnType<typeof createRefundApproval>

/** Decides which refunds need a second person (OQ-350), and stores requests for those. */
export function createRefundApproval(
  settings: Pick<
    Settings,
    'REFUND_APPROVAL_ABOVE_INR' | 'REFUND_APPROVAL_ABOVE_USD' | 'REFUNDS_PER_DAY' | 'BUSINESS_TIME_ZONE'
  >,
) {
  const above = { INR: settings.REFUND_APPROVAL_ABOVE_INR, USD: settings.REFUND_APPROVAL_ABOVE_USD }
  const perDay = settings.REFUNDS_PER_DAY ?? null

  const factsFor = (call: Call, transaction: RefundedTransaction, personId: string | null) =>
    factsOf(call, { currency: currencyOf(transaction), orders: [transaction.id] }, personId)

  /** @param personId null counts nothing */
  async function factsOf(
    call: Call,
    { currency, orders }: { currency: CurrencyCode; orders: readonly string[] },
    personId: string | null,
  ): Promise<ApprovalFacts> {
    const limit = above[currency] ?? null
    const zone = settings.BUSINESS_TIME_ZONE
    return {
      above: limit,
      unapproved: limit === null ? 0 : await sumUnapproved(call.db, orders),
      perDay,
      today:
        perDay === null || personId === null
          ? 0
          : await countUnapproved(call.db, personId, startOfDay(dayIn(call.now, zone), zone)),
    }
  }

  return {
    limits: { above: { INR: above.INR ?? null, USD: above.USD ?? null }, per_day: perDay },

    /** Returns the limits for a refund by the caller, and what counts towards them. */
    facts: (call: Call, transaction: RefundedTransaction) => factsFor(call, transaction, call.actor.staffId),

    /**
     * Tells why a refund of several orders by the caller needs a second person; undefined if it doesn't. The sum in each
     * currency counts like the amount of one refund, and all of them together count as one of the day.
     */
    async causeOfMany(
      call: Call,
      sums: readonly { currency: CurrencyCode; amount: number; orders: readonly string[] }[],
    ): Promise<ApprovalCause | undefined> {
      const causes = await Promise.all(
        sums.map(async (sum) => approvalCauseOf(sum.amount, await factsOf(call, sum, call.actor.staffId))),
      )
      return causes.find((cause) => cause === 'amount') ?? causes.find((cause) => cause !== undefined)
    },

    /** Locks the caller's refunds if their number is limited, so that two at once cannot pass the limit. */
    async lockDay(call: Call): Promise<void> {
      const { staffId } = call.actor
      if (perDay !== null && staffId !== null) await lockRefundsOf(call.db, staffId)
    },

    /**
     * Stores a request if the refund needs a second person. The caller holds the order's lock, so that two refunds of one
     * order cannot pass the limit together; a lock of the person does the same for the limit of a day.
     * @returns whether it did; no money may move then
     * @throws AppError FORBIDDEN if it needs one and no member of staff asks for it
     */
    async requestIfNeeded(
      call: Call,
      transaction: RefundedTransaction,
      refund: {
        amount: number
        reasonCode: string | null
        note: string | null
        requestId: string | null
        personId: string | null
      },
    ): Promise<boolean> {
      const { amount, personId } = refund
      if (perDay !== null && personId !== null) await lockRefundsOf(call.db, personId)
      const cause = approvalCauseOf(amount, await factsFor(call, transaction, personId))
      if (cause === undefined) return false
      if (personId === null) throw new AppError('FORBIDDEN', generalMessages.forbidden)
      const id = newId()
      await insertRefundRequest(call.db, {
        id,
        transaction_id: transaction.id,
        amount,
        currency_code: transaction.currency_code,
        cause,
        reason_code: refund.reasonCode,
        note: refund.note,
        request_id: refund.requestId,
        requested_by_id: personId,
        requested_by: call.actor.email,
        requested_at: call.now,
      })
      await recordAudit(call, {
        action: 'transaction.refund-request',
        entityType: 'transaction',
        entityId: transaction.id,
        label: transaction.reference_order_id,
        after: {
          refund_request_id: id,
          amount,
          currency_code: transaction.currency_code,
          cause,
          ...(refund.reasonCode === null ? {} : { reason_code: refund.reasonCode }),
          ...(refund.note === null ? {} : { note: refund.note }),
        },
      })
      return true
    },
  }
}

/** Tells why a requested amount cannot be refunded any more; undefined if processed refunds leave enough. */
export function takenReason(
  transaction: RefundedTransaction,
  refunded: number,
  amount: number,
): string | undefined {
  const left = Math.max(0, transaction.amount - refunded)
  if (transaction.status === 'refunded' || left === 0) return 'This order was refunded meanwhile.'
  if (amount <= left) return undefined
  return `Meanwhile a part of this order was refunded, and only ${moneyText(left, currencyOf(transaction))} is left.`
}

/**
 * Ends the open request of an order that was refunded without it, if what is left does not suffice. The caller holds
 * the order's lock.
 */
export async function lapseIfTaken(call: Call, transaction: RefundedTransaction): Promise<void> {
  const open = await findOpenRequest(call.db, transaction.id)
  if (!open) return
  const refunded = processedOf(await listStandingRefunds(call.db, transaction.id))
  const reason = takenReason(transaction, refunded, open.amount)
  if (reason === undefined) return
  // Somebody may have declined or withdrawn it meanwhile, which takes no lock of the order.
  const locked = await lockRefundRequest(call.db, open.id)
  if (locked.state === 'open') await lapse(call, transaction, locked, reason)
}

/** Ends a request that cannot be approved any more. The caller holds its lock and the order's. */
export async function lapse(
  call: Call,
  transaction: RefundedTransaction,
  { id, amount }: { id: string; amount: number },
  reason: string,
): Promise<void> {
  await storeDecision(call.db, id, { state: 'lapsed', reason, at: call.now })
  await recordAudit(call, {
    action: 'transaction.refund-request.lapse',
    entityType: 'transaction',
    entityId: transaction.id,
    label: transaction.reference_order_id,
    after: { refund_request_id: id, amount, reason },
  })
}

/** Tells how a request that is no longer open ended. */
export function decidedText({
  state,
  decided_by: by,
  decision_reason: reason,
}: {
  state: string
  decided_by: string | null
  decision_reason: string | null
}): string {
  if (state === 'lapsed') return `${reason ?? ''} The request has lapsed.`.trim()
  return by === null ? `This request was ${state}.` : `This request was ${state} by ${by}.`
}
