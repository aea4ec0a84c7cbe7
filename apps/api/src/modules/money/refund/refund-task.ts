import type { Call } from '../../../platform/call.ts'
import { enqueue } from '../../../platform/jobs/job-runner.ts'

/** The job that asks the gateway about an open refund; its payload is {refundId}. */
export const settleRefundTask = 'settle-refund'

/** Returns the key of a refund's job: a refund has at most one. */
export const settleKey = (refundId: string) => `${settleRefundTask}:${refundId}`

/**
 * Requests the job of a refund, in the caller's transaction.
 * @param runAt undefined runs it soon
 */
export async function settleLater(call: Call, refundId: string, runAt?: Date): Promise<void> {
  await enqueue(call.db, {
    task: settleRefundTask,
    payload: { refundId },
    runAt,
    key: settleKey(refundId),
  })
}
