import type { DataOf, QueryOf } from '@greenroom/contract/endpoint'
import type { listTransactions as listEndpoint } from '@greenroom/contract/transaction/transaction.endpoints'
import type { Transaction } from '@greenroom/contract/transaction/transaction.schema'
import type { Call } from '../../platform/call.ts'
import { indexedDigits } from '../../platform/database/phone-search.ts'
import { isRecordId } from '../../platform/database/record-id.ts'
import { findRecord } from '../../platform/database/records.ts'
import { presentTransaction } from './transaction.presenter.ts'
import { findTransaction, listTransactions, type TransactionFilter } from './transaction.repository.ts'

export type TransactionService = ReturnType<typeof createTransactionService>

/** How many orders of other types a search by phone returns. */
const mostOthers = { limit: 10, offset: 0 }

/**
 * Purchases of all four types; the public product creates them.
 * @param onWrongCounts called when the stored counts cannot be true and a page counts its rows instead
 */
export function createTransactionService(onWrongCounts: () => void = () => {}) {
  return {
    /**
     * Lists transactions, the newest first, with the exact total. Both dates are inclusive, the end date to its
     * millisecond. A phone matches the last digits of the stored one (OQ-053). With a whole phone and a type, the newest
     * matches of the other types come with them (OQ-209).
     */
    async list(call: Call, query: QueryOf<typeof listEndpoint>): Promise<DataOf<typeof listEndpoint>> {
      const phone = query.phone?.trim() ?? ''
      const phoneEnd = phone.replace(/[^0-9]/g, '')
      // A search without digits, or with a malformed id, matches nothing.
      if ((phone !== '' && phoneEnd === '') || (query.entity_id && !isRecordId(query.entity_id))) {
        return { ordersCount: 0, ordersList: [] }
      }
      const filter: TransactionFilter = {
        span: {
          from: query.start_date === undefined ? null : Date.parse(query.start_date),
          until: query.end_date === undefined ? null : Date.parse(query.end_date) + 1,
        },
        entityType: query.entity_type ?? null,
        entityId: query.entity_id ?? null,
        status: query.status ?? null,
        source: query.source ?? null,
        currencyCode: query.currency_code ?? null,
        phoneEnd: phoneEnd === '' ? null : phoneEnd,
      }
      const page = { limit: query.limit, offset: query.offset }
      // An entity belongs to one type, and fewer digits can match many buyers.
      const hasOthers = filter.entityType && !filter.entityId && phoneEnd.length >= indexedDigits
      const [{ total, rows }, others] = await Promise.all([
        listTransactions(call.db, filter, page, onWrongCounts),
        hasOthers
          ? listTransactions(call.db, { ...filter, isOtherType: true }, mostOthers, onWrongCounts)
          : undefined,
      ])
      return {
        ordersCount: total,
        ordersList: rows.map(presentTransaction),
        ...(others && {
          other_types: { count: others.total, orders: others.rows.map(presentTransaction) },
        }),
      }
    },

    /** @throws AppError NOT_FOUND */
    async get(call: Call, id: string): Promise<Transaction> {
      return presentTransaction(await findRecord(call, findTransaction, id, 'transaction'))
    },
  }
}
