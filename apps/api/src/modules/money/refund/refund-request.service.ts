import type { DataOf, QueryOf } from '@greenroom/contract/endpoint'
import { refusalOfAmount } from '@greenroom/contract/money/refund/refund.rules'
import type { listRefundRequests as listEndpoint } from '@greenroom/contract/money/refund-request/refund-request.endpoints'
import type {
  RefundLimits,
  RefundRequest,
} from '@greenroom/contract/money/refund-request/refund-request.schema'
import type { Transaction } from '@greenroom/contract/money/transaction/transaction.schema'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { findRecord } from '../../../platform/database/records.ts'
import { moneyText } from './money-text.ts'
import type { RefundedTransaction, RefundRow } from './refund.repository.ts'
import type { RefundService } from './refund.service.ts'
import { decidedText, lapse, takenReason } from './refund-approval.service.ts'
import { currencyOf, leftNow, leftOf, processedOf, refusalOf } from './refund-left.ts'
import { presentRefundRequest } from './refund-request.presenter.ts'
import {
  countRefundRequests,
  findRefundRequest,
  listRefundRequests,
  lockRefundRequest,
  type RefundRequestRow,
  storeDecision,
} from './refund-request.repository.ts'

/** Refunds that wait for a second person, and their decisions (OQ-352). */
export function createRefundRequestService({
  refunds,
  limits,
  isListed,
}: {
  limits: RefundLimits
  refunds: Pick<RefundService, 'refundApproved'>
  /** Tells whether ADMIN_EMAILS lists an address. */
  isListed(email: string): boolean
}) {
  const present = (row: RefundRequestRow, personId: string | null) =>
    presentRefundRequest(row, { personId, isListed: isListed(row.requester_email) })

  const find = (call: Call, id: string) => findRecord(call, findRefundRequest, id, 'request')

  /**
   * Returns the person who decides about a request.
   * @throws AppError FORBIDDEN for the requester
   */
  function deciderOf(call: Call, request: { requested_by_id: string }): { id: string; email: string } {
    const { staffId, email } = call.actor
    if (staffId === null || staffId === request.requested_by_id) throw new AppError('FORBIDDEN', notOwn)
    return { id: staffId, email }
  }

  async function audit(
    call: Call,
    row: RefundRequestRow,
    what: 'approve' | 'decline' | 'withdraw',
    after: Record<string, unknown>,
  ) {
    await recordAudit(call, {
      action: `transaction.refund-request.${what}`,
      entityType: 'transaction',
      entityId: row.transaction_id,
      label: row.reference_order_id,
      after: { refund_request_id: row.id, amount: row.amount, ...after },
    })
  }

  return {
    /** Lists open requests, the oldest first, or decided ones, the newest first. */
    async list(call: Call, query: QueryOf<typeof listEndpoint>): Promise<DataOf<typeof listEndpoint>> {
      const [counts, found] = await Promise.all([
        countRefundRequests(call.db),
        listRefundRequests(call.db, query, query),
      ])
      return { counts, limits, requests: found.map((row) => present(row, call.actor.staffId)) }
    },

    /**
     * Approves a request and makes its refund. Both are stored in one transaction, before the gateway is called, so
     * that two approvals at once make one refund. If the order was refunded meanwhile, the request lapses.
     * @param seen what was left of the order when the approver confirmed; undefined accepts any amount
     * @throws AppError NOT_FOUND; FORBIDDEN for one's own request; WRONG_STATE if it is decided, cannot be refunded any
     * more, or has to wait for another refund; STALE with the request if another amount is left than was seen; as `refund`
     * if the gateway refuses
     */
    async approve(
      call: Call,
      id: string,
      seen?: number,
    ): Promise<{ message: string; request: RefundRequest; order: Transaction }> {
      const row = await find(call, id)
      const by = deciderOf(call, row)
      const { message, order } = await refunds.refundApproved(call, row.transaction_id, {
        async check(call, transaction, standing) {
          const request = await lockRefundRequest(call.db, row.id)
          refuseDecided(request)
          const reason = lapseReason(transaction, standing, request.amount)
          if (reason !== undefined) {
            await lapse(call, transaction, request, reason)
            return { refusal: `${reason} The request has lapsed.` }
          }
          const left = leftOf(transaction, standing)
          if (request.amount > left) throw new AppError('WRONG_STATE', inProgress)
          if (seen !== undefined && seen !== left) {
            const money = (minor: number) => moneyText(minor, currencyOf(transaction))
            throw new AppError('STALE', leftNow(money(left), money(seen)), {
              data: present(row, by.id),
            })
          }
          return {
            refund: {
              amount: request.amount,
              reasonCode: request.reason_code,
              note: request.note,
              requestId: request.request_id,
              requestedBy: request.requested_by,
              personId: request.requested_by_id,
            },
          }
        },
        async link(call, refundId) {
          await storeDecision(call.db, row.id, { state: 'approved', by, refundId, at: call.now })
          await audit(call, row, 'approve', { refund_id: refundId, requested_by: row.requested_by })
        },
      })
      return { message, request: present(await find(call, row.id), by.id), order }
    },

    /** @throws AppError NOT_FOUND; FORBIDDEN for one's own request; WRONG_STATE if it is decided */
    async decline(call: Call, id: string, reason: string): Promise<RefundRequest> {
      const row = await find(call, id)
      const by = deciderOf(call, row)
      refuseDecided(await lockRefundRequest(call.db, row.id))
      const decision = { state: 'declined', by, reason: reason.trim(), at: call.now } as const
      await storeDecision(call.db, row.id, decision)
      await audit(call, row, 'decline', { reason: decision.reason })
      return present(await find(call, row.id), by.id)
    },

    /** @throws AppError NOT_FOUND; FORBIDDEN for somebody else's request; WRONG_STATE if it is decided */
    async withdraw(call: Call, id: string): Promise<RefundRequest> {
      const row = await find(call, id)
      const { staffId } = call.actor
      if (staffId !== row.requested_by_id) throw new AppError('FORBIDDEN', onlyOwn)
      refuseDecided(await lockRefundRequest(call.db, row.id))
      await storeDecision(call.db, row.id, { state: 'withdrawn', at: call.now })
      await audit(call, row, 'withdraw', {})
      return present(await find(call, row.id), staffId)
    },
  }
}

const notOwn = 'You asked for this refund. Someone else has to decide.'
const onlyOwn = 'Only the person who asked for this refund can withdraw it. You can decline it.'
const inProgress = 'Another refund of this order is in progress. Approve this one when it is settled.'

/** Why a request can never be approved; undefined if it can, now or after a refund in progress fails. */
function lapseReason(
  transaction: RefundedTransaction,
  standing: readonly RefundRow[],
  amount: number,
): string | undefined {
  const refunded = processedOf(standing)
  const taken = takenReason(transaction, refunded, amount)
  if (taken !== undefined) return taken
  if (transaction.status !== 'completed') return refusalOf(transaction, standing, false)
  return refusalOfAmount(amount, transaction.amount - refunded, (minor) =>
    moneyText(minor, currencyOf(transaction)),
  )
}

/** @throws AppError WRONG_STATE */
function refuseDecided(request: {
  state: string
  decided_by: string | null
  decision_reason: string | null
}): void {
  if (request.state === 'open') return
  throw new AppError('WRONG_STATE', decidedText(request))
}
