import type { ModuleHost } from '../module-host.ts'
import type { Call } from '../platform/call.ts'
import { checkCounts, foldCounts, type KeptCounts, recount } from '../platform/database/kept-counts.ts'
import { enqueue } from '../platform/jobs/job-runner.ts'
import { allCounts } from './all-counts.ts'

const foldTask = 'fold-counts'
const checkTask = 'check-counts'

/** With more changes than this, they are folded again after a short pause, so that readers add up few. */
const manyChanges = 200
/** In milliseconds. */
const shortPause = 1_000

/** Each minute, and a check each night in India. */
export const countsCrontab = [
  { task: foldTask, pattern: '* * * * *' },
  { task: checkTask, pattern: '30 21 * * *' },
]

/** Adds the jobs that keep the counts of all lists. */
export function addCountsJobs({ addJob, log }: Pick<ModuleHost, 'addJob' | 'log'>): void {
  addJob(foldTask, async ({ db, now }) => {
    let folded = 0
    for (const counts of allCounts) folded += await foldCounts(db, counts, log)
    if (folded <= manyChanges) return
    const runAt = new Date(now.getTime() + shortPause)
    await enqueue(db, { task: foldTask, payload: {}, runAt, key: `${foldTask}-soon` })
  })
  const checkAll = async ({ db }: Call) => {
    for (const counts of allCounts) await repairWrong(db, counts)
  }
  addJob(checkTask, checkAll, { isLong: true })

  async function repairWrong(db: Parameters<typeof checkCounts>[0], counts: KeptCounts): Promise<void> {
    const wrong = await checkCounts(db, counts)
    if (wrong === 0) return
    log.error({ list: counts.list, wrong }, 'stored counts were wrong and are counted again')
    await recount(db, counts)
  }
}
