import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import {
  countFiles,
  countRemovableFiles,
  findGivenUpKeys,
  findTrashedKeys,
  forgetKeys,
  giveUpUnusedKeys,
  markTrashed,
  releaseUnclaimedFiles,
} from './file-repository.ts'
import type { FileStore } from './file-store.ts'
import { requireOwnStore } from './file-store-owner.ts'
import { renditionNames } from './rendition-name.ts'

/** Moves to the trash what no record uses, and empties the trash. No transaction is open while bytes are moved. */
export interface FileSweep {
  /**
   * Moves released files, uploads that no record claimed within 24 hours, and bytes that got no row within an hour to
   * the trash. It handles only keys that this database issued. If it would take an unusual share of all files, it
   * takes none and logs an error.
   * @returns the number of moved files
   * @throws FileStoreError if the store is absent or belongs to another database
   */
  sweep(now: Date): Promise<number>
  /** Counts the files that `sweep` refuses to take because they are too many; 0 if it would take them. */
  countHeldBack(now: Date): Promise<number>
  /** Moves to the trash whatever is due, even if `sweep` refuses: on the operator's command. */
  sweepAll(now: Date): Promise<number>
  /**
   * Deletes what has been in the trash for 30 days.
   * @returns the number of deleted files
   * @throws FileStoreError if the store is absent or belongs to another database
   */
  emptyTrash(now: Date): Promise<number>
}

const hour = 3_600_000
const day = 24 * hour
const trashTime = 30 * day
const batch = 500
/** A sweep takes up to this many files, or up to this share of all files if that is more (OQ-161). */
const mostFiles = 100
const mostShare = 0.05

export function createFileSweep({
  store,
  db,
  log,
}: {
  store: FileStore
  db: Database
  log: Logger
}): FileSweep {
  const dueBefore = (now: Date) => ({
    unclaimed: new Date(now.getTime() - day),
    unused: new Date(now.getTime() - hour),
  })

  async function countHeldBack(now: Date): Promise<number> {
    const removable = await countRemovableFiles(db, dueBefore(now))
    if (removable <= mostFiles) return 0
    const all = removable + (await countFiles(db))
    return removable <= all * mostShare ? 0 : removable
  }

  async function sweepAll(now: Date): Promise<number> {
    await requireOwnStore(db, store)
    const due = dueBefore(now)
    while ((await releaseUnclaimedFiles(db, due.unclaimed, batch)) === batch);
    await giveUpUnusedKeys(db, due.unused)
    const moved = await inBatches(
      () => findGivenUpKeys(db, batch),
      async (key) => {
        await store.trash(key)
        for (const name of renditionNames(key)) await store.remove(name)
      },
      (keys) => markTrashed(db, keys, now),
    )
    if (moved > 0) log.info({ files: moved }, 'Moved unused files to the trash')
    return moved
  }

  return {
    countHeldBack,
    sweepAll,
    async sweep(now) {
      const heldBack = await countHeldBack(now)
      if (heldBack === 0) return sweepAll(now)
      log.error(
        { files: heldBack },
        'The sweep would move an unusual share of all files to the trash, so it moved none. If that is intended, run npm run files:sweep.',
      )
      return 0
    },
    async emptyTrash(now) {
      await requireOwnStore(db, store)
      const before = new Date(now.getTime() - trashTime)
      const deleted = await inBatches(
        () => findTrashedKeys(db, before, batch),
        store.remove,
        (keys) => forgetKeys(db, keys),
      )
      if (deleted > 0) log.info({ files: deleted }, 'Deleted files from the trash')
      return deleted
    },
  }
}

/** Handles each key of every batch and records the batch, until a batch isn't full. Returns the number of keys. */
async function inBatches(
  next: () => Promise<string[]>,
  handle: (key: string) => Promise<void>,
  record: (keys: string[]) => Promise<void>,
): Promise<number> {
  let total = 0
  while (true) {
    const keys = await next()
    for (const key of keys) await handle(key)
    if (keys.length > 0) await record(keys)
    total += keys.length
    if (keys.length < batch) return total
  }
}
