import type { Call } from '../../../platform/call.ts'
import type { Files } from '../../../platform/files/files.ts'
import { deleteBinItem, filesOfItem } from './bin.repository.ts'
import { deleteRows, findByExternalId, findItemsOfAccount } from './bin-keeping.repository.ts'
import { lockBin } from './bin-restoring.repository.ts'

export type BinDisposal = ReturnType<typeof createBinDisposal>

/** Deletes for good what is in the bin. Call it in a transaction. */
export function createBinDisposal({ files }: { files: Pick<Files, 'releaseAll'> }) {
  async function dispose(call: Call, itemId: string): Promise<void> {
    await files.releaseAll(call.db, await filesOfItem(call.db, itemId))
    await deleteBinItem(call.db, itemId)
  }

  return {
    /** Deletes an item with its rows and files. */
    dispose,

    /**
     * Deletes what a member deleted in the public product while it was in the bin, so that nobody brings it back
     * (OQ-479).
     */
    async disposeSent(call: Call, source: 'post' | 'comment' | 'report', externalId: string): Promise<void> {
      if ((await findByExternalId(call.db, source, externalId)).length === 0) return
      await lockBin(call.db)
      for (const row of await findByExternalId(call.db, source, externalId)) {
        if (row.is_record) await dispose(call, row.item_id)
        else await deleteRows(call.db, [row.id])
      }
    },

    /** Deletes an account from the bin, as `disposeSent`. Returns whether it was there. */
    async disposeAccount(call: Call, userId: string): Promise<boolean> {
      if ((await findItemsOfAccount(call.db, userId)).length === 0) return false
      await lockBin(call.db)
      const items = await findItemsOfAccount(call.db, userId)
      for (const id of items) await dispose(call, id)
      return items.length > 0
    },
  }
}
