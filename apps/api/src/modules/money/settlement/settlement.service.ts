import { dayIn } from '@greenroom/contract/calendar-day'
import type { SettlementExport } from '@greenroom/contract/desk/export/export.schema'
import type { DataOf, QueryOf } from '@greenroom/contract/endpoint'
import type {
  getSettlement,
  listSettlements as listEndpoint,
} from '@greenroom/contract/money/settlement/settlement.endpoints'
import type * as z from 'zod/mini'
import { requirePermissions } from '../../../platform/access/require-permission.ts'
import type { Call } from '../../../platform/call.ts'
import { findRecord } from '../../../platform/database/records.ts'
import { exportColumns, presentLine, presentSettlement } from './settlement.presenter.ts'
import {
  countExported,
  countSettlements,
  exportStatement,
  findSettlement,
  listLines,
  listSettlements,
} from './settlement-list.repository.ts'

export type SettlementService = ReturnType<typeof createSettlementService>

/** What the gateway paid into the bank (OQ-780, OQ-781). */
export function createSettlementService({ timeZone }: { timeZone: string }) {
  return {
    /** Lists a page of settlements, the newest first. */
    async list(
      call: Call,
      { month, ...page }: QueryOf<typeof listEndpoint>,
    ): Promise<DataOf<typeof listEndpoint>> {
      const filter = { month: month ?? null, timeZone }
      const [rows, total] = await Promise.all([
        listSettlements(call.db, filter, page),
        countSettlements(call.db, filter),
      ])
      return { total, settlements: rows.map(presentSettlement) }
    },

    /**
     * Returns a settlement with a page of its lines.
     * @throws AppError NOT_FOUND
     */
    async get(
      call: Call,
      id: string,
      page: QueryOf<typeof getSettlement>,
    ): Promise<DataOf<typeof getSettlement>> {
      const row = await findRecord(call, findSettlement, id, 'settlement')
      return {
        settlement: presentSettlement(row),
        lines: (await listLines(call.db, row.id, page)).map(presentLine),
      }
    },

    /**
     * Prepares the export of the settlements of a month or of all, or of their lines.
     * @throws AppError FORBIDDEN for a role that may export other lists only
     */
    async prepareExport(
      call: Call,
      request: Omit<z.output<typeof SettlementExport>, 'of'> & { of: 'settlements' | 'lines' },
    ) {
      requirePermissions(call.actor, ['money.read'])
      const { of: rows, month, settlement } = request
      const filter = { month: month ?? null, settlementId: settlement ?? null, timeZone }
      const name = rows === 'lines' ? 'settlement-lines' : 'settlements'
      return {
        fileName: `${name}-${month ?? dayIn(call.now, timeZone)}`,
        rowsTotal: await countExported(call.db, rows, filter),
        work: {
          kind: 'table' as const,
          sheet: rows === 'lines' ? 'Lines' : 'Settlements',
          columns: exportColumns(rows, timeZone),
          statement: exportStatement(call.db, rows, filter),
        },
      }
    },
  }
}
