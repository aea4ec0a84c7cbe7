import type { BinKind, BinPermission } from '@greenroom/contract/desk/bin/bin.schema'
import type { Call } from '../../../platform/call.ts'
import { newId } from '../../../platform/database/record-id.ts'
import { copyRows, hideFiles, insertBinItem, setContents } from './bin-keeping.repository.ts'

/**
 * Copies a record to the bin with everything that its deletion takes along, and hides its files. The caller has locked
 * it for deletion and deletes it next, in the same transaction; its files stay claimed.
 * @param record.permission what the deletion needs, and so restoring it
 * @returns the id of the item
 */
export async function keepInBin(
  call: Call,
  { kind, id, label, permission }: { kind: BinKind; id: string; label: string; permission: BinPermission },
): Promise<string> {
  const item = {
    id: newId(),
    kind,
    record_id: id,
    label,
    permission,
    deleted_by: call.actor.email,
    deleted_at: call.now,
  }
  await insertBinItem(call.db, item)
  await copyRows(call.db, item)
  await hideFiles(call.db, item.id)
  await setContents(call.db, item.id)
  return item.id
}
