import type { Logger } from 'pino'
import { type Call, callInTransaction } from '../../../platform/call.ts'
import { enqueue, type JobContext } from '../../../platform/jobs/job-runner.ts'
import {
  analyzeFigures,
  compareNext,
  foldNext,
  lastChange,
  refreshFigures,
} from './person-figure.repository.ts'

export const foldPeopleTask = 'fold-people'

/** People per transaction: a merge waits for one at most. */
const peopleAtOnce = 200
/** While people change, the next ones follow after this time, in milliseconds. */
const shortPause = 2_000
/** So many new figures change what a plan must expect. */
const manyFolded = 5_000

type Signal = Pick<JobContext, 'signal'>

/** Keeps the figures of the list of people (OQ-733). */
export function createPersonFigures({ log }: { log: Logger }) {
  return {
    /** Folds the changes that wait now. A stopped run continues with those that are left. */
    async fold(call: Call, _payload: unknown, { signal }: Signal): Promise<void> {
      const end = await lastChange(call.db)
      let after = 0
      for (let batches = 1; after < end; batches++) {
        signal.throwIfAborted()
        const last: number | null = await callInTransaction(call, ({ db }) =>
          foldNext(db, after, peopleAtOnce),
        )
        if (last === null) break
        after = last
        // At first, and each time that they may have doubled.
        if (
          (batches * peopleAtOnce) % manyFolded === 0 &&
          Number.isInteger(Math.log2((batches * peopleAtOnce) / manyFolded))
        ) {
          await analyzeFigures(call.db)
        }
      }
      if (after === 0) return
      if (after >= manyFolded) await analyzeFigures(call.db)
      const runAt = new Date(call.now.getTime() + shortPause)
      await enqueue(call.db, { task: foldPeopleTask, payload: {}, runAt, key: `${foldPeopleTask}-soon` })
    },

    /** Each night: compares all figures with a recount, and repairs what differs. @returns how many differed */
    async check(call: Call, _payload: unknown, { signal }: Signal): Promise<void> {
      let after: string | null = null
      let found = 0
      do {
        signal.throwIfAborted()
        const { last, wrong } = await compareNext(call.db, after, peopleAtOnce)
        if (wrong.length > 0) await callInTransaction(call, ({ db }) => refreshFigures(db, wrong))
        found += wrong.length
        after = last
      } while (after !== null)
      if (found > 0) log.error({ wrong: found }, 'figures of people were wrong and are found again')
    },
  }
}
