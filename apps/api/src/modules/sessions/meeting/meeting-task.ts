import type { Call } from '../../../platform/call.ts'
import { enqueue } from '../../../platform/jobs/job-runner.ts'

/** The jobs that settle an uncertain creation and send an edit to the provider; their payload is {ownerId}. */
export const settleMeetingTask = 'settle-meeting'
export const updateMeetingTask = 'tell-meeting'

/**
 * Requests a job of a meeting, in the caller's transaction. A meeting has at most one of each.
 * @param runAt undefined runs it soon
 */
export async function meetingLater(
  call: Call,
  task: typeof settleMeetingTask | typeof updateMeetingTask,
  ownerId: string,
  runAt?: Date,
): Promise<void> {
  await enqueue(call.db, { task, payload: { ownerId }, runAt, key: `${task}:${ownerId}` })
}
