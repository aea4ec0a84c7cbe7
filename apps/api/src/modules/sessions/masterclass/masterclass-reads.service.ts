import type { GroupCounts } from '@greenroom/contract/list'
import type { MasterclassGroup } from '@greenroom/contract/sessions/masterclass/masterclass.rules'
import type {
  ListedMasterclass,
  Masterclass,
} from '@greenroom/contract/sessions/masterclass/masterclass.schema'
import type { Call } from '../../../platform/call.ts'
import { isRecordId } from '../../../platform/database/record-id.ts'
import { countCoupons } from '../../money/coupon/coupon-count.service.ts'
import { salesOf } from '../../money/transaction/sales.service.ts'
import {
  countGroups,
  findMasterclass,
  findMasterclasses,
  listMasterclasses,
} from './masterclass.repository.ts'
import type { MasterclassRecords } from './masterclass-record.service.ts'

export type MasterclassReads = ReturnType<typeof createMasterclassReads>

/** Lists of masterclasses, and what others need of several. */
export function createMasterclassReads({ present, read }: MasterclassRecords) {
  return {
    /** Lists masterclasses of a group, or all, with what is counted for each. */
    async list(
      call: Call,
      query: {
        status?: MasterclassGroup | undefined
        search?: string | undefined
        begins?: 'day' | undefined
        limit: number
        offset: number
      },
    ): Promise<ListedMasterclass[]> {
      const { begins, ...filter } = query
      const rows = await listMasterclasses(call.db, {
        ...filter,
        isDueDraft: begins === 'day',
        now: call.now,
      })
      const ids = rows.map((row) => row.id)
      const [coupons, sales] = await Promise.all([countCoupons(call, ids), salesOf(call, ids)])
      return rows.map((row) => ({
        ...present(row),
        coupons_count: coupons.get(row.id) ?? 0,
        sales: sales.get(row.id) ?? [],
      }))
    },

    /** Counts the masterclasses of each group that a search finds. */
    countGroups: (call: Call, search: string | undefined): Promise<GroupCounts> =>
      countGroups(call.db, { search, now: call.now }),

    /** @throws AppError NOT_FOUND */
    get: read,

    /** Tells whether a masterclass exists. */
    async exists(call: Call, id: string): Promise<boolean> {
      return isRecordId(id) && (await findMasterclass(call.db, id)) !== undefined
    },

    /** Returns titles, starts and prices of several masterclasses by id. */
    async priced(
      call: Call,
      ids: readonly string[],
    ): Promise<Map<string, Pick<Masterclass, 'title' | 'start_time' | 'prices'>>> {
      const rows = await findMasterclasses(call.db, ids)
      return new Map(
        rows.map((row) => {
          const { title, start_time, prices } = present(row)
          return [row.id, { title, start_time, prices }]
        }),
      )
    },
  }
}
