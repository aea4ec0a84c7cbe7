import { dayIn } from '@greenroom/contract/calendar-day'
import { type TransactionExport, transactionColumnNames } from '@greenroom/contract/desk/export/export.schema'
import type { DataOf, QueryOf } from '@greenroom/contract/endpoint'
import type {
  listTransactions as listEndpoint,
  sumTransactions as sumEndpoint,
} from '@greenroom/contract/money/transaction/transaction.endpoints'
import type { Transaction } from '@greenroom/contract/money/transaction/transaction.schema'
import {
  longestTimeline,
  type TimelineItem,
  type TransactionDetail,
  type TransactionSum,
} from '@greenroom/contract/money/transaction/transaction-detail.schema'
import { plainPhone } from '@greenroom/contract/phone'
import type * as z from 'zod/mini'
import { requirePersonalSearch, seesPersonalData } from '../../../platform/access/require-permission.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { indexedDigits } from '../../../platform/database/phone-search.ts'
import { isRecordId, newId } from '../../../platform/database/record-id.ts'
import { findRecord } from '../../../platform/database/records.ts'
import { disputesOf } from '../dispute/dispute.service.ts'
import { listOrderPayments } from './payment.repository.ts'
import { presentTransaction } from './transaction.presenter.ts'
import { findTransaction, listTransactions } from './transaction.repository.ts'
import { presentDetail, presentNote } from './transaction-detail.presenter.ts'
import {
  changesOfTransaction,
  differencesOfTransaction,
  documentsOfTransaction,
  eventTypeOf,
  insertNote,
  namesOfStaff,
  notesOfTransaction,
  refundsOfTransaction,
  requestsOfTransaction,
} from './transaction-detail.repository.ts'
import { presentColumn } from './transaction-export.presenter.ts'
import { exportStatement } from './transaction-export.repository.ts'
import type { TransactionFilter } from './transaction-filter.repository.ts'
import { sumTransactions } from './transaction-sums.repository.ts'

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
      const filter = filterOf(query)
      if (filter === null) return { ordersCount: 0, ordersList: [] }
      const page = { limit: query.limit, offset: query.offset }
      // An entity belongs to one type, and fewer digits can match many buyers.
      const hasOthers =
        filter.entityType && !filter.entityId && (filter.phoneEnd ?? '').length >= indexedDigits
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

    /** Prepares the export of exactly the rows that `list` has with the same filters (OQ-290). */
    async prepareExport(
      call: Call,
      { filters, columns = transactionColumnNames }: z.output<typeof TransactionExport>,
      timeZone: string,
    ) {
      // A search by phone would tell what the mask hides.
      if (filters.phone !== undefined) requirePersonalSearch(call.actor, 'filters.phone')
      const isMasked = !seesPersonalData(call.actor)
      const filter = filterOf(filters)
      const one = { limit: 1, offset: 0 }
      return {
        fileName: `transactions-${dayIn(call.now, timeZone)}`,
        rowsTotal: filter === null ? 0 : (await listTransactions(call.db, filter, one, onWrongCounts)).total,
        work: {
          kind: 'table' as const,
          sheet: 'Transactions',
          columns: columns.map((name) => presentColumn(name, timeZone)),
          statement: exportStatement(filter, columns, { timeZone, isMasked }),
        },
      }
    },

    /** Sums up what `list` has with the same filters, per currency. */
    async sum(call: Call, query: QueryOf<typeof sumEndpoint>): Promise<TransactionSum[]> {
      const filter = filterOf(query)
      if (filter === null) return []
      const sums = await sumTransactions(call.db, filter, onWrongCounts)
      return sums.map((sum) => ({ ...sum, net: sum.completed - sum.refunded }))
    },

    /**
     * Returns a transaction with its documents, refunds and timeline.
     * @throws AppError NOT_FOUND
     */
    async detail(call: Call, id: string): Promise<TransactionDetail> {
      const transaction = await findRecord(call, findTransaction, id, 'transaction')
      // One more than is shown tells whether some are left out.
      const most = longestTimeline + 1
      const [refunds, requests, documents, notes, changes, payments, differences, eventType] =
        await Promise.all([
          refundsOfTransaction(call.db, id, most),
          requestsOfTransaction(call.db, id, most),
          documentsOfTransaction(call.db, id, most),
          notesOfTransaction(call.db, id, most),
          changesOfTransaction(call.db, id, most),
          listOrderPayments(call.db, id),
          differencesOfTransaction(call.db, id, most),
          transaction.entity_type === 'events' ? eventTypeOf(call.db, transaction.entity_id) : undefined,
        ])
      const detail = presentDetail({
        transaction,
        refunds,
        requests,
        documents,
        notes,
        changes,
        payments,
        differences,
        disputes: await disputesOf(
          call,
          [...payments.map(({ payment_id }) => payment_id), transaction.payment_id].filter(
            (one) => one !== null,
          ),
          most,
        ),
        eventType,
      })
      const emails = [
        ...detail.timeline.flatMap((item) => ('by' in item && item.by !== null ? [item.by] : [])),
        ...detail.refunds.map(({ requested_by }) => requested_by),
      ]
      return { ...detail, staff: await namesOfStaff(call.db, [...new Set(emails)]) }
    },

    /**
     * Adds a note of the signed-in person.
     * @throws AppError NOT_FOUND
     */
    async addNote(call: Call, id: string, text: string): Promise<TimelineItem> {
      const transaction = await findRecord(call, findTransaction, id, 'transaction')
      const note = {
        id: newId(),
        transaction_id: transaction.id,
        text,
        written_by: call.actor.email,
        written_at: call.now,
      }
      await insertNote(call.db, note)
      await recordAudit(call, {
        action: 'transaction.note',
        entityType: 'transaction',
        entityId: transaction.id,
        label: transaction.reference_order_id,
        after: { note_id: note.id, text },
      })
      return presentNote(note)
    },

    /** @throws AppError NOT_FOUND */
    async get(call: Call, id: string): Promise<Transaction> {
      return presentTransaction(await findRecord(call, findTransaction, id, 'transaction'))
    },
  }
}

function isMalformed(id: string | undefined): boolean {
  return id !== undefined && !isRecordId(id)
}

/** Returns the filter of a query, or null if nothing can match: a search without digits, or a malformed id. */
function filterOf(query: QueryOf<typeof sumEndpoint>): TransactionFilter | null {
  const phone = plainPhone(query.phone ?? '')
  const phoneEnd = phone.replace(/[^0-9]/g, '')
  if ((phone !== '' && phoneEnd === '') || isMalformed(query.entity_id) || isMalformed(query.coupon_id))
    return null
  return {
    span: {
      from: query.start_date === undefined ? null : Date.parse(query.start_date),
      until: query.end_date === undefined ? null : Date.parse(query.end_date) + 1,
    },
    entityType: query.entity_type ?? null,
    entityId: query.entity_id ?? null,
    status: query.status ?? null,
    source: query.source ?? null,
    currencyCode: query.currency_code ?? null,
    couponId: query.coupon_id ?? null,
    phoneEnd: phoneEnd === '' ? null : phoneEnd,
  }
}
