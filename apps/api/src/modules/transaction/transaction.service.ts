import type { QueryOf } from '@greenroom/contract/endpoint'
import type { listTransactions as listEndpoint } from '@greenroom/contract/transaction/transaction.endpoints'
import type { Transaction } from '@greenroom/contract/transaction/transaction.schema'
import type { Call } from '../../platform/call.ts'
import { isRecordId } from '../../platform/database/record-id.ts'
import { findRecord } from '../../platform/database/records.ts'
import { presentTransaction } from './transaction.presenter.ts'
import { findTransaction, listTransactions } from './transaction.repository.ts'

export type TransactionService = ReturnType<typeof createTransactionService>

/**
 * Purchases of all four types; the public product creates them.
 * @param onWrongCounts called when the stored counts cannot be true and a page counts its rows instead
 */
export function createTransactionService(onWrongCounts: () => void = () => {}) {
  return {
    /**
     * Lists transactions, the newest first, with the exact total. Both dates are inclusive, the end date to its
     * millisecond. A phone matches the last digits of the stored one (OQ-053).
     */
    async list(
      call: Call,
      query: QueryOf<typeof listEndpoint>,
    ): Promise<{ ordersCount: number; ordersList: Transaction[] }> {
      const phone = query.phone?.trim() ?? ''
      const phoneEnd = phone.replace(/[^0-9]/g, '')
      // A search without digits, or with a malformed id, matches nothing.
      if ((phone !== '' && phoneEnd === '') || (query.entity_id && !isRecordId(query.entity_id))) {
        return { ordersCount: 0, ordersList: [] }
      }
      const { total, rows } = await listTransactions(
        call.db,
        {
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
        },
        { limit: query.limit, offset: query.offset },
        onWrongCounts,
      )
      return { ordersCount: total, ordersList: rows.map(presentTransaction) }
    },

    /** @throws AppError NOT_FOUND */
    async get(call: Call, id: string): Promise<Transaction> {
      return presentTransaction(await findRecord(call, findTransaction, id, 'transaction'))
    },
  }
}
