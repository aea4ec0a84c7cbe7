import { exportKeptHours } from '@greenroom/contract/desk/export/export.schema'
import type { Call } from '../../../platform/call.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import {
  failAbandoned,
  forgetFile,
  listSpentFiles,
  removeOldExports,
  spendAllFiles,
} from './export.repository.ts'

const hour = 3_600_000
const day = 24 * hour
const filesAtOnce = 100

export type ExportFiles = ReturnType<typeof createExportFiles>

/** Removes the files of exports whose time is over. */
export function createExportFiles({ store }: { store: Pick<FileStore, 'remove'> }) {
  /** Removes the files of exports that were done before a time or not completed. Returns how many. */
  async function removeSpentFiles(call: Call, doneBefore: Date): Promise<number> {
    const spent = await listSpentFiles(call.db, { doneBefore, limit: filesAtOnce })
    for (const { id, file_key } of spent) {
      if (file_key === null) continue
      await store.remove(file_key)
      await forgetFile(call.db, id)
    }
    return spent.length
  }

  return {
    /**
     * Removes the files of all exports and ends open ones, because their rows were read before somebody was erased.
     * @returns how many files were removed
     */
    async removeAllFiles(call: Call): Promise<number> {
      const problem = "A person's data was erased while the file was made. Export it again."
      await spendAllFiles(call.db, { now: call.now, problem })
      return removeSpentFiles(call, call.now)
    },

    /** Removes files after a day, those of exports that were not completed, and exports after 90 days. */
    async sweep(call: Call): Promise<void> {
      const { now } = call
      await failAbandoned(call.db, {
        before: new Date(now.getTime() - hour / 60),
        now,
        problem: 'The server stopped while the file was made. Export it again.',
      })
      await removeSpentFiles(call, new Date(now.getTime() - exportKeptHours * hour))
      await removeOldExports(call.db, new Date(now.getTime() - 90 * day))
    },
  }
}
