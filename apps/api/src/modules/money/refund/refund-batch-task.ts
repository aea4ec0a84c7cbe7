import type { Call } from '../../../platform/call.ts'
import { enqueue } from '../../../platform/jobs/job-runner.ts'

/** The job that begins the next order of a batch; its payload is {batchId, pauses}. */
export const runRefundBatchTask = 'run-refund-batch'

/** The payload of the job. `pauses`: how often in a row the gateway did not decide. */
export interface RunPayload {
  batchId: string
  pauses: number
}

/**
 * Requests the job of a batch, in the caller's transaction: a batch has at most one. The job requests the next one
 * itself, so that a stopped process loses no more than the order at hand.
 * @param runAt undefined runs it soon
 */
export async function runBatchLater(call: Call, payload: RunPayload, runAt?: Date): Promise<void> {
  const key = `${runRefundBatchTask}:${payload.batchId}`
  await enqueue(call.db, { task: runRefundBatchTask, payload, runAt, key })
}
