import { dayIn, endOfDay, startOfDay } from '@greenroom/contract/calendar-day'
import type { listHistory } from '@greenroom/contract/desk/history/history.endpoints'
import {
  type HistoryEntry,
  type HistoryFilters,
  typesOfSection,
} from '@greenroom/contract/desk/history/history.schema'
import type { QueryOf } from '@greenroom/contract/endpoint'
import { requirePermissions } from '../../../platform/access/require-permission.ts'
import type { Call } from '../../../platform/call.ts'
import { presentEntry } from './history.presenter.ts'
import {
  countEntries,
  type HistoryFilter,
  historyStatement,
  listEntries,
  listPeople,
} from './history.repository.ts'
import { historyColumns } from './history-export.presenter.ts'

export type HistoryService = ReturnType<typeof createHistoryService>

/** The history of changes, sign-ins, refusals (OQ-340) and looks (OQ-669). */
export function createHistoryService({ timeZone }: { timeZone: string }) {
  function filterOf({
    kind,
    person,
    section,
    entity_type,
    entity_id,
    from,
    to,
  }: HistoryFilters): HistoryFilter {
    return {
      kind,
      person,
      types: section && typesOfSection(section),
      record:
        entity_type === undefined || entity_id === undefined
          ? undefined
          : { type: entity_type, id: entity_id },
      from: from === undefined ? undefined : startOfDay(from, timeZone),
      until: to === undefined ? undefined : new Date(endOfDay(to, timeZone).getTime() + 1),
    }
  }

  /** Who watches the staff must be above them: looks are for owners. */
  function requireKind({ actor }: Call, { kind }: HistoryFilters): void {
    if (kind === 'looks') requirePermissions(actor, ['staff.write'])
  }

  return {
    /**
     * Lists entries, the newest first. `next` continues after the last one; null at the end.
     * @throws AppError FORBIDDEN for a kind that the role does not include
     */
    async list(
      call: Call,
      { limit, after, ...filters }: QueryOf<typeof listHistory>,
    ): Promise<{ entries: HistoryEntry[]; next: string | null }> {
      requireKind(call, filters)
      const { db } = call
      // One more than asked for tells whether there is a next page.
      const rows = await listEntries(db, { ...filterOf(filters), limit: limit + 1, after })
      const shown = rows.slice(0, limit)
      const last = shown.at(-1)
      return {
        entries: shown.map(presentEntry),
        next: last && rows.length > limit ? `${last.at}_${last.id}` : null,
      }
    },

    /** Lists who is in the history, by address. */
    people({ db }: Call): Promise<{ email: string; name: string | null }[]> {
      return listPeople(db)
    },

    /**
     * Prepares the export of exactly the entries that `list` has with the same filters (OQ-343).
     * @throws AppError FORBIDDEN for a role that may export other lists only
     */
    async prepareExport(call: Call, { filters }: { filters: HistoryFilters }) {
      requirePermissions(call.actor, ['history.read', 'personal.read'])
      requireKind(call, filters)
      const filter = filterOf(filters)
      return {
        fileName: `history-${dayIn(call.now, timeZone)}`,
        rowsTotal: await countEntries(call.db, filter),
        work: {
          kind: 'history' as const,
          sheet: 'History',
          columns: historyColumns(timeZone),
          timeZone,
          statement: historyStatement(call.db, filter),
        },
      }
    },
  }
}
