import type { Logger } from 'pino'
import { type Call, callInTransaction } from '../../../platform/call.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { requireOwnStore } from '../../../platform/files/file-store-owner.ts'
import {
  blankDueDocuments,
  endedErasures,
  insertErasure,
  listAbandoned,
  releaseErasure,
} from './erasure.repository.ts'
import { addToErasureList, listedErasures } from './erasure-list.ts'
import { enqueueErasure } from './erasure-run.service.ts'

/** Repeats erasures that a restore undid, and continues those without a job. */
export function createErasureUpkeep({ store, log }: { store: FileStore; log: Logger }) {
  /**
   * Adds the erasures that the file store lists and this database doesn't know: it was restored from an older backup.
   * @returns their ids
   */
  async function repeatListed(call: Call): Promise<string[]> {
    const repeated: string[] = []
    // The list of another database would erase other people.
    await requireOwnStore(call.db, store)
    for (const { requested_at, ...listed } of await listedErasures(store)) {
      const row = { ...listed, requested_at: new Date(requested_at), requested_by_id: null, subject: null }
      await callInTransaction(call, async (inner) => {
        if (!(await insertErasure(inner.db, row))) return releaseErasure(inner.db, row.id)
        await enqueueErasure(inner.db, row.id)
        repeated.push(row.id)
      })
    }
    if (repeated.length > 0) log.warn({ erasures: repeated.length }, 'Erasing people again after a restore')
    return repeated
  }

  return {
    repeatListed,

    /** Continues erasures without a job, repeats those before a restore, and blanks documents whose time is over. */
    async sweep(call: Call): Promise<void> {
      for (const id of await listAbandoned(call.db)) await enqueueErasure(call.db, id)
      await repeatListed(call)
      // The list may be lost, or the store may be new.
      await addToErasureList(store, await endedErasures(call.db))
      const blanked = await blankDueDocuments(call.db)
      if (blanked > 0) log.info({ documents: blanked }, 'Blanked tax documents of erased people')
    },
  }
}
