import type { Logger } from 'pino'
import { type Call, callInTransaction } from '../../../platform/call.ts'
import type { JobContext } from '../../../platform/jobs/job-runner.ts'
import type { Settings } from '../../../settings.ts'
import { forgetNextPeople, keepPlaceholders, sortNextRows } from './person-sorting.repository.ts'

/**
 * Keeps the records of people: finds out whose the rows are that are older than they, and forgets whom nothing is about
 * any more. A stopped job continues with the next rows (OQ-725).
 */
export function createPersonSorting({
  settings,
  log,
}: {
  settings: Pick<Settings, 'PLACEHOLDER_EMAILS'>
  log: Logger
}) {
  return {
    /** Each minute: without such rows it reads nothing but empty indexes. */
    async sort(call: Call, _payload: unknown, { signal }: Pick<JobContext, 'signal'>): Promise<void> {
      await keepPlaceholders(call.db, settings.PLACEHOLDER_EMAILS)
      let sorted = 0
      for (let rows: number | null = 1; rows; sorted += rows ?? 0) {
        signal.throwIfAborted()
        rows = await callInTransaction(call, ({ db }) => sortNextRows(db))
      }
      if (sorted > 0) log.info({ rows: sorted }, 'Found out whose older records are')
    },

    /** Each night: details of somebody whose last record was deleted go as well. */
    async forget(call: Call, _payload: unknown, { signal }: Pick<JobContext, 'signal'>): Promise<void> {
      let after: string | null = null
      do {
        signal.throwIfAborted()
        const last: string | null = after
        after = await callInTransaction(call, ({ db }) => forgetNextPeople(db, last))
      } while (after !== null)
    },
  }
}
