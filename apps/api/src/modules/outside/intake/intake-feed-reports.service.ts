import {
  feedIntakeMessages,
  type ReportedType,
  type ReportRecord,
} from '@greenroom/contract/outside/intake/intake-feed.schema'
import { AppError } from '../../../platform/app-error.ts'
import { type AuditEntry, recordAudits } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { newId } from '../../../platform/database/record-id.ts'
import { type ItemRemoval, labelOf } from '../../community/moderation/item-removal.service.ts'
import { nameOf } from '../../community/user/user.service.ts'
import type { Stored } from './intake-batch.ts'
import {
  lockComments,
  lockExternalIds,
  lockPeople,
  lockPosts,
  postsOfComments,
  rememberRemoved,
  removedAmong,
} from './intake-feed.repository.ts'
import {
  deleteReports,
  findSentReports,
  insertReports,
  lockReportCounts,
  type NewReport,
} from './intake-feed-reactions.repository.ts'
import { byExternalId, namesOf, personOf, refusal } from './intake-feed-references.ts'
import { pastTime } from './intake-time.ts'

/** Finds the items that records name. */
type ItemOf = (record: ReportRecord) => { type: ReportedType; id: string; label: string }

/** Reports as the public product sends them (OQ-426). Triggers move the moderators' queue. */
export function createReportIntake({
  items,
}: {
  items: Pick<ItemRemoval, 'disposeSent' | 'lockDeletedItems'>
}) {
  /** Locks the people and the items that records name, so that none is deleted meanwhile. */
  async function locked(call: Call, records: readonly ReportRecord[]) {
    const named = (type: ReportedType) => {
      const of = records.filter((record) => record.entity_type === type && !record.deleted)
      return namesOf(
        of.map((record) => record.entity_external_id),
        of.map((record) => record.entity_id),
      )
    }
    const [users, posts, comments] = [named('user'), named('post'), named('comment')]
    const reporters = records.map((record) => record.user_external_id)
    const lockedPeople = await lockPeople(
      call.db,
      namesOf([...users.externalIds, ...reporters], users.ids),
      'key share',
    )
    const parents = await postsOfComments(call.db, comments)
    // Shared, because the deletion of a comment locks its post, and never waits for a reply that is locked here.
    const lockedPosts = await lockPosts(
      call.db,
      { externalIds: posts.externalIds, ids: [...posts.ids, ...parents] },
      'share',
    )
    const lockedComments = await lockComments(call.db, comments, 'key share')
    // A late report about what the public product has deleted counts while its text is kept (OQ-775).
    const deletedPosts = await items.lockDeletedItems(call.db, 'post', posts)
    const deletedComments = await items.lockDeletedItems(call.db, 'comment', comments)
    const removed = {
      post: await removedAmong(call.db, 'post', posts.externalIds),
      comment: await removedAmong(call.db, 'comment', comments.externalIds),
      user: new Set<string>(),
    }
    const found = {
      post: finder([...lockedPosts, ...deletedPosts], ({ message }) => labelOf('post', message)),
      comment: finder([...lockedComments, ...deletedComments], ({ message }) => labelOf('comment', message)),
      user: finder(lockedPeople, nameOf),
    }
    const itemOf: ItemOf = ({ entity_type: type = 'post', entity_id, entity_external_id: externalId }) => {
      const item = found[type](externalId, entity_id)
      if (item) return { type, ...item }
      const isRemoved = externalId !== undefined && removed[type].has(externalId)
      throw refusal(
        externalId === undefined ? 'entity_id' : 'entity_external_id',
        isRemoved ? feedIntakeMessages.entityRemoved : feedIntakeMessages.entityUnknown,
      )
    }
    return { people: byExternalId(lockedPeople), itemOf }
  }

  return {
    /** Stores reports in the transaction of the call. */
    async store(call: Call, records: ReportRecord[]): Promise<Stored[]> {
      const sent = namesOf(records.map((record) => record.external_id)).externalIds
      await lockExternalIds(call.db, 'report', sent)
      const { people, itemOf } = await locked(call, records)
      const known = new Map((await findSentReports(call.db, sent)).map((row) => [row.external_id, row]))
      const removed = await removedAmong(call.db, 'report', sent)
      const added = new Map<string, NewReport>()
      const withdrawn = new Set<string>()
      const entries: AuditEntry[] = []

      function store(record: ReportRecord): Stored {
        const { external_id, user_external_id, reason = '', created_at } = record
        const changedAt = pastTime(call, 'changed_at', record.changed_at)
        const stored = known.get(external_id) ?? added.get(external_id)
        if (removed.has(external_id)) return { outcome: 'unchanged', id: null }
        if (stored && !record.deleted) return { outcome: 'unchanged', id: stored.id }
        if (record.deleted) {
          if (stored?.source_changed_at && changedAt < stored.source_changed_at) {
            return { outcome: 'unchanged', id: stored.id }
          }
          removed.add(external_id)
          if (!stored) return { outcome: 'unchanged', id: null }
          if (!added.delete(external_id)) withdrawn.add(external_id)
          const { entity_type: type, entity_id: id } = stored
          entries.push(entryOf('withdraw-report', { type: type as ReportedType, id, label: null }))
          return { outcome: 'changed', id: null }
        }
        const item = itemOf(record)
        const report: NewReport = {
          id: newId(),
          external_id,
          entity_type: item.type,
          entity_id: item.id,
          reason: reason.trim().toLowerCase(),
          reporter_id: user_external_id === undefined ? null : personOf(people, user_external_id),
          created_at: created_at === undefined ? changedAt : pastTime(call, 'created_at', created_at),
          source_changed_at: changedAt,
        }
        added.set(external_id, report)
        entries.push(entryOf('report', item, { reason: report.reason }))
        return { outcome: 'created', id: report.id }
      }

      const stored = records.map((record): Stored => {
        try {
          return store(record)
        } catch (error) {
          if (error instanceof AppError) return error
          throw error
        }
      })
      const gone = [...withdrawn].flatMap((id) => known.get(id) ?? [])
      await lockReportCounts(call.db, [...gone, ...added.values()])
      await rememberRemoved(call.db, 'report', [...removed])
      for (const { external_id, deleted } of records) {
        if (deleted && !known.has(external_id)) await items.disposeSent(call, 'report', external_id)
      }
      await deleteReports(
        call.db,
        gone.map((row) => row.id),
      )
      await insertReports(call.db, [...added.values()])
      await recordAudits(call, entries)
      return stored
    },
  }
}

/** Returns a function that finds an item by one of its ids. */
function finder<Row extends { id: string; external_id: string | null }>(
  rows: readonly Row[],
  labelOfRow: (row: Row) => string,
): (externalId: string | undefined, id: string | undefined) => { id: string; label: string } | undefined {
  const sent = byExternalId(rows)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (externalId, id) => {
    const row = externalId === undefined ? byId.get(id ?? '') : sent.get(externalId)
    return row && { id: row.id, label: labelOfRow(row) }
  }
}

function entryOf(
  action: 'report' | 'withdraw-report',
  { type, id, label }: { type: ReportedType; id: string; label: string | null },
  after: Record<string, unknown> = {},
): AuditEntry {
  return { action: `${type}.${action}`, entityType: type, entityId: id, label, after }
}
