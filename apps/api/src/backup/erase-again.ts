import type { Logger } from 'pino'
import { createErasureRuns } from '../modules/people/person/erasure-run.service.ts'
import { createErasureSteps } from '../modules/people/person/erasure-steps.service.ts'
import { createErasureUpkeep } from '../modules/people/person/erasure-upkeep.service.ts'
import { sortOlderRows } from '../modules/people/person/person-sorting.service.ts'
import { createRequesters } from '../platform/access/requesters.ts'
import { startCall } from '../platform/call.ts'
import { systemClock } from '../platform/clock.ts'
import { createKysely, createPool } from '../platform/database/connect.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { createFiles } from '../platform/files/files.ts'

/**
 * Erases everybody whom the file store lists as erased and the restored database doesn't know as such, so that nobody
 * comes back with a backup.
 * @returns how many
 */
export async function eraseAgain({
  url,
  store,
  log,
}: {
  url: string
  store: FileStore
  log: Logger
}): Promise<number> {
  const pool = createPool(url, { size: 2, log })
  const db = createKysely(pool)
  try {
    const files = createFiles({ store, db, log })
    // A backup has no files of exports.
    const exports = { removeAllFiles: async () => 0 }
    const requesters = createRequesters({ clock: systemClock, isListed: () => false })
    const runs = createErasureRuns({ steps: createErasureSteps({ exports, files }), store, requesters, log })
    const call = startCall({ db, clock: systemClock })
    const repeated = await createErasureUpkeep({ store, log }).repeatListed(call)
    const { signal } = new AbortController()
    // The backup can be from before people were records.
    if (repeated.length > 0) await sortOlderRows(call, signal)
    for (const id of repeated) await runs.run(call, { id }, { signal })
    return repeated.length
  } finally {
    await db.destroy()
  }
}
