import type { RefundState } from '@greenroom/contract/money/transaction/transaction.schema'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { announceRefund } from '../../staff/webhook/order-announcement.service.ts'
import { noteRefundedTooMuch } from '../difference/difference.service.ts'
import { issueDocumentsSoon } from '../document/document-task.ts'
import {
  listStandingRefunds,
  markRefunded,
  type RefundedTransaction,
  type RefundRow,
  updateRefund,
} from './refund.repository.ts'
import { lapseIfTaken } from './refund-approval.service.ts'
import { processedOf } from './refund-left.ts'
import { settleLater } from './refund-task.ts'

/** Pauses between attempts in milliseconds, doubled from the first to the longest. */
const firstPause = 5_000
const longestPause = 3_600_000

/** Stored as the reason if the gateway gives none. */
export const failed = 'The payment gateway could not make this refund.'

/** Tells whether the outcome of a refund is not known yet. */
export const isOpen = ({ state }: { state: string }) => state === 'requested' || state === 'unknown'

/** Keeps a refund open and has the job ask again after a pause. The caller holds its lock. */
export async function keepOpen(
  call: Call,
  row: RefundRow,
  changes: { state: RefundState; origin?: string; gateway_refund_id?: string },
): Promise<void> {
  await updateRefund(call.db, row.id, { ...changes, calling_until: null })
  await settleLater(call, row.id, new Date(call.now.getTime() + pauseAfter(row.attempts)))
}

/**
 * Stores how a refund ended, with its audit entry and everything that follows from refunded money. The caller holds
 * the locks of the order and the refund.
 */
export async function settleAs(
  call: Call,
  row: RefundRow,
  transaction: RefundedTransaction,
  changes: {
    state: 'processed' | 'failed'
    reason?: string
    origin?: string
    amount?: number
    gateway_refund_id?: string
    refunded_at?: Date | null
  },
): Promise<void> {
  const amount = changes.amount ?? row.amount
  await updateRefund(call.db, row.id, {
    reason: null,
    ...changes,
    calling_until: null,
    settled_at: call.now,
  })
  const status =
    changes.state === 'processed'
      ? await followRefund(call, transaction, { id: row.id, amount })
      : transaction.status
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
      amount,
      reason: changes.reason ?? null,
    },
  })
}

/**
 * Does what follows from a processed refund: the order's status, differences, requests, documents and webhooks.
 * @returns the order's status
 */
async function followRefund(
  call: Call,
  transaction: RefundedTransaction,
  refund: { id: string; amount: number },
): Promise<string> {
  const isRefunded = await markRefunded(call.db, transaction.id)
  const order = isRefunded ? { ...transaction, status: 'refunded' } : transaction
  const refunded = processedOf(await listStandingRefunds(call.db, order.id))
  if (refunded > order.amount) await noteRefundedTooMuch(call, order, refunded)
  await lapseIfTaken(call, order)
  await issueDocumentsSoon(call.db)
  await announceRefund(call, order, refund)
  return order.status
}

/** @param attempts how often the gateway was called */
function pauseAfter(attempts: number): number {
  return Math.min(longestPause, firstPause * 2 ** Math.max(0, attempts - 1))
}
