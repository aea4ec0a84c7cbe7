import {
  type BinItem,
  type BinKind,
  binMessages,
  binNouns,
  binPermissions,
  binReading,
  type Restored,
} from '@greenroom/contract/desk/bin/bin.schema'
import type { Logger } from 'pino'
import { requirePermissions } from '../../../platform/access/require-permission.ts'
import { AppError, notFound } from '../../../platform/app-error.ts'
import { systemActor } from '../../../platform/audit/actor.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import { type Call, callInTransaction } from '../../../platform/call.ts'
import { isRecordId } from '../../../platform/database/record-id.ts'
import { announce } from '../../../platform/webhooks/announce.ts'
import { presentBinItem, removalOf } from './bin.presenter.ts'
import {
  type BinFilter,
  type BinItemRow,
  countBinItems,
  deleteBinItem,
  listBinItems,
  listDueItems,
  lockBinItem,
  readRecord,
} from './bin.repository.ts'
import type { BinDisposal } from './bin-disposal.service.ts'
import {
  findMissing,
  forgetRemoved,
  hasRecord,
  insertRows,
  lockBin,
  lockParents,
  restoreLinks,
  settleOrphans,
  showFiles,
} from './bin-restoring.repository.ts'
import { binSources, tableOfKind } from './bin-tables.ts'

/** Items that one round of the job removes. The next round continues. */
const mostRemoved = 1_000

const nounOfTable: Record<string, string> = {
  app_user: binNouns.user,
  post: binNouns.post,
  comment: binNouns.comment,
  file: 'picture',
}

/** What was deleted and can come back for thirty days (OQ-475). */
export function createBinService({ disposal, log }: { disposal: BinDisposal; log: Logger }) {
  /** @throws AppError NOT_FOUND if it is not in the bin any more, FORBIDDEN if the caller may not delete its kind */
  async function locked(call: Call, id: string): Promise<BinItemRow> {
    await lockBin(call.db)
    const item = isRecordId(id) ? await lockBinItem(call.db, id) : undefined
    if (!item) throw new AppError('NOT_FOUND', binMessages.gone)
    const mayRead = call.actor.permissions.has(binReading[item.permission])
    // What one may not see is not there.
    if (!mayRead) throw notFound(binMessages.gone)
    requirePermissions(call.actor, [item.permission])
    return item
  }

  async function audited(call: Call, item: BinItemRow, verb: 'restore' | 'remove-for-good', after?: object) {
    await recordAudit(call, {
      action: `${item.kind}.${verb}`,
      entityType: item.kind,
      entityId: item.record_id,
      label: item.label,
      ...(verb === 'restore' ? { after: { ...after } } : { before: { deleted_by: item.deleted_by } }),
    })
  }

  /** @throws AppError WRONG_STATE naming what has to be restored first, or what is gone for good */
  async function requireParents(call: Call, item: BinItemRow): Promise<void> {
    const source = tableOfKind[item.kind]
    const missing = await findMissing(call.db, { id: item.id, source, recordId: item.record_id })
    if (!missing) return
    const noun = nounOfTable[missing.table] ?? 'record'
    if (!missing.item) throw new AppError('WRONG_STATE', binMessages.lost(noun))
    const { id, kind, label } = missing.item
    const of = binNouns[kind as BinKind] ?? noun
    throw new AppError('WRONG_STATE', binMessages.waits(of), { data: { _id: id, kind, label } })
  }

  return {
    /** Lists items that the caller's role may see, the newest first. */
    async list(
      call: Call,
      { limit, offset, ...filter }: Omit<BinFilter, 'permissions'> & { limit: number; offset: number },
    ): Promise<{ items: BinItem[]; count: number }> {
      const visible = {
        ...filter,
        permissions: binPermissions.filter((one) => call.actor.permissions.has(binReading[one])),
      }
      const rows = await listBinItems(call.db, { ...visible, limit, offset })
      return {
        items: rows.map((row) => presentBinItem(row, call.actor.permissions.has(row.permission))),
        count: await countBinItems(call.db, visible),
      }
    },

    /**
     * Brings a record back with everything that was deleted with it, under the same ids. Rows of it whose own record is
     * in the bin come back with that one; rows whose record is gone for good are lost.
     * @throws AppError NOT_FOUND if it is not in the bin any more, FORBIDDEN, WRONG_STATE if what it belongs to is
     * missing, DUPLICATE if another record has its place
     */
    async restore(call: Call, id: string): Promise<Restored> {
      const item = await locked(call, id)
      const { kind, record_id } = item
      const { db } = call
      await lockParents(db, id)
      await requireParents(call, item)
      const record = (await readRecord(db, id, record_id)) ?? {}
      let [waiting, lost] = [0, 0]
      for (const source of binSources) {
        const orphans = await settleOrphans(db, id, source)
        waiting += orphans.waiting
        lost += orphans.lost
        const inserted = await insertRows(db, id, source)
        // An account that another system created again stays as it is, and gets its posts and comments back.
        if (source === tableOfKind[kind] && inserted === 0 && !(await hasRecord(db, source, record_id))) {
          const code = record.short_code
          throw new AppError(
            'DUPLICATE',
            kind === 'shortlink' && typeof code === 'string'
              ? binMessages.codeTaken(code)
              : binMessages.taken,
          )
        }
      }
      await restoreLinks(db, id)
      await forgetRemoved(db, id)
      await showFiles(db, id)
      await deleteBinItem(db, id)
      await audited(call, item, 'restore', {
        deleted_by: item.deleted_by,
        ...(waiting > 0 && { waiting }),
        ...(lost > 0 && { lost }),
      })
      await announceRestored(call, item, record)
      return { kind, record_id, waiting, lost }
    },

    /**
     * Deletes an item for good, with its files.
     * @throws AppError NOT_FOUND if it is not in the bin any more, FORBIDDEN
     */
    async remove(call: Call, id: string): Promise<void> {
      const item = await locked(call, id)
      await disposal.dispose(call, id)
      await audited(call, item, 'remove-for-good')
    },

    /** The job: deletes for good what has been in the bin for thirty days, each item in its own transaction. */
    async sweep(outer: Call): Promise<void> {
      // The time at which what is due now was deleted.
      const before = new Date(2 * outer.now.getTime() - removalOf(outer.now).getTime())
      const due = await listDueItems(outer.db, before, mostRemoved)
      for (const id of due) {
        await callInTransaction(outer, async (call) => {
          await lockBin(call.db)
          const item = await lockBinItem(call.db, id)
          if (!item) return
          await disposal.dispose(call, id)
          await audited({ ...call, actor: systemActor }, item, 'remove-for-good')
        })
      }
      if (due.length > 0) log.info({ items: due.length }, 'Removed from the bin for good')
    },
  }
}

/** The public product was told of the deletion. */
async function announceRestored(
  call: Call,
  { kind, record_id: id }: BinItemRow,
  { external_id }: Record<string, unknown>,
): Promise<void> {
  const externalId = typeof external_id === 'string' ? external_id : null
  if (kind === 'post') {
    const data = { post_id: id, external_id: externalId }
    await announce(call, { event: 'post.restored', record: { type: 'post', id }, data })
  }
  if (kind === 'user') {
    const data = { user_id: id, external_id: externalId }
    await announce(call, { event: 'person.restored', record: { type: 'user', id }, data })
  }
}
