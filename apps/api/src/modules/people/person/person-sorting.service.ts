import type { Logger } from 'pino'
import { type Call, callInTransaction } from '../../../platform/call.ts'
import type { JobContext } from '../../../platform/jobs/job-runner.ts'
import type { Settings } from '../../../settings.ts'
import {
  analyzePeople,
  countSorted,
  forgetNextPeople,
  keepPlaceholders,
  sortNextRows,
} from './person-sorting.repository.ts'

/**
 * Finds out whose all rows are that are older than the records of people.
 * @returns how many there were
 */
export async function sortOlderRows(call: Call, signal: AbortSignal): Promise<number> {
  let sorted = 0
  let analyzed = 0
  for (let rows: number | null = 1; rows; sorted += rows ?? 0) {
    signal.throwIfAborted()
    rows = await callInTransaction(call, ({ db }) => sortNextRows(db))
    if (sorted < 2 * analyzed) continue
    if (rows) await analyzePeople(call.db)
    analyzed = sorted + (rows ?? 0)
  }
  return sorted
}

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
      const sorted = await sortOlderRows(call, signal)
      if (sorted > 0) {
        log.info({ rows: sorted, ...(await countSorted(call.db)) }, 'Found out whose older records are')
      }
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
