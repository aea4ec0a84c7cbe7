import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import { AppError } from '../../../platform/app-error.ts'
import { type Call, callInTransaction } from '../../../platform/call.ts'
import { isTransient } from '../../../platform/database/database-errors.ts'
import type { JobContext } from '../../../platform/jobs/job-runner.ts'
import type { RefundService } from './refund.service.ts'
import { countsOf } from './refund-batch.presenter.ts'
import {
  countBatchRows,
  findNextRow,
  lockRefundBatch,
  lockWaitingRow,
  type StoredBatchRow,
  updateBatchRow,
  updateRefundBatch,
} from './refund-batch.repository.ts'
import { auditBatch } from './refund-batch.service.ts'
import { changedSince, judgeOrders } from './refund-batch-orders.ts'
import { type RunPayload, runBatchLater } from './refund-batch-task.ts'

/** Pauses in milliseconds while the gateway does not decide, doubled from the first to the longest. */
const firstPause = 2_000
const longestPause = 300_000
/** How often an order is begun that fails without a reason of the gateway's or ours. */
const mostAttempts = 3

/** Refunds the orders of batches, one at a time. */
export function createRefundBatchRun({
  refunds,
  log,
}: {
  refunds: Pick<RefundService, 'refundOfBatch'>
  log: Logger
}) {
  /**
   * Begins the refund of one order. Its refund and its row are stored in one transaction under the order's lock, so that
   * two jobs at once, or one that is repeated after a crash, make one refund.
   */
  async function begin(call: Call, row: StoredBatchRow) {
    return refunds.refundOfBatch(call, row.transaction_id, {
      async check(call, order) {
        const locked = await lockWaitingRow(call.db, row)
        if (!locked) return { refusal: taken }
        const { batch } = locked
        const [judged] = changedSince(
          await judgeOrders(call.db, [{ ...order, confirmed: locked.row.amount }]),
        )
        if (!judged || judged.reason !== null) {
          const reason = judged?.reason ?? taken
          await updateBatchRow(call.db, row, { state: 'skipped', reason })
          return { refusal: reason }
        }
        return {
          refund: {
            amount: judged.amount,
            reasonCode: batch.reason_code,
            note: batch.note,
            requestId: requestIdOf(locked.row),
            requestedBy: batch.requested_by,
            personId: batch.requested_by_id,
            batchId: batch.id,
          },
        }
      },
      link: (call, refundId) => updateBatchRow(call.db, row, { state: 'sent', refund_id: refundId }),
    })
  }

  /** @returns how long to wait before the next order, in milliseconds; 0 if the gateway decided */
  async function refundRow(
    call: Call,
    row: StoredBatchRow,
    pauses: number,
    attempt: number,
  ): Promise<number> {
    try {
      const begun = await begin(call, row)
      if ('refusal' in begun || begun.row.state !== 'unknown') return 0
      const pause = Math.min(longestPause, firstPause * 2 ** Math.min(pauses, 20))
      return Math.max(pause, Math.min(longestPause, (begun.retryAfter ?? 0) * 1000))
    } catch (error) {
      if (!(error instanceof AppError) && (isTransient(error) || attempt < mostAttempts)) throw error
      log.error(
        { err: error, transactionId: row.transaction_id },
        'An order of a batch could not be refunded',
      )
      const reason = error instanceof AppError ? error.message : unexpected
      await updateBatchRow(call.db, row, { state: 'failed', reason })
      return 0
    }
  }

  /** Ends a batch of which every order was begun. */
  async function end(outer: Call, batchId: string): Promise<void> {
    await callInTransaction(outer, async (call) => {
      const batch = await lockRefundBatch(call.db, batchId)
      const counts = countsOf(batchId, await countBatchRows(call.db, [batchId]))
      if (batch.state !== 'running' || counts.waiting > 0) return
      await updateRefundBatch(call.db, batchId, { state: 'done', ended_at: call.now })
      await auditBatch(call, batch, 'end', { state: 'done', ...counts }, { state: batch.state })
    })
  }

  return {
    /**
     * Job: refunds the next order of a batch, then requests itself again. While the gateway is busy it waits, at least as
     * long as the gateway asks for.
     */
    async run(call: Call, payload: unknown, { attempt }: Pick<JobContext, 'attempt'>): Promise<void> {
      const { batchId, pauses } = payload as RunPayload
      const row = await findNextRow(call.db, batchId)
      if (!row) return end(call, batchId)
      const pause = await refundRow(call, row, pauses, attempt)
      const next = { batchId, pauses: pause > 0 ? pauses + 1 : 0 }
      await runBatchLater(call, next, pause > 0 ? new Date(call.now.getTime() + pause) : undefined)
    },
  }
}

const taken = 'Somebody else began this order, or the batch was stopped.'
const unexpected = 'This order could not be refunded. Try again, or refund it from its page.'

/**
 * Returns the request id of a row's refund: the same for every run of one attempt, so that the database refuses a second
 * refund.
 */
function requestIdOf({ refund_batch_id, transaction_id, attempt }: StoredBatchRow): string {
  const hash = createHash('sha256').update(`${refund_batch_id} ${transaction_id} ${attempt}`).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}
