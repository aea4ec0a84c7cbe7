import type { Database } from '../../../platform/database/database.ts'
import { enqueue } from '../../../platform/jobs/job-runner.ts'

/** The job that issues every document that is due. It has no payload, and its key is its name. */
export const issueDocumentsTask = 'issue-documents'

/**
 * Requests the documents of an outcome that the caller's transaction records: an order was paid, or a refund was
 * processed. The money never waits for its document.
 */
export function issueDocumentsSoon(db: Database): Promise<void> {
  return enqueue(db, { task: issueDocumentsTask, payload: {}, key: issueDocumentsTask })
}
