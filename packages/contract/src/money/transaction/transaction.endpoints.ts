import * as z from 'zod/mini'
import { personal } from '../../access/personal.ts'
import { isInstant } from '../../date-time.ts'
import { endpoint, ok } from '../../endpoint.ts'
import { Id } from '../../field.ts'
import { limit, offset } from '../../list.ts'
import { CurrencyCode } from '../../money.ts'
import { Transaction } from './transaction.schema.ts'
import { NoteText, TimelineItem, TransactionDetail, TransactionSum } from './transaction-detail.schema.ts'
import {
  trafficSources,
  transactionStatusFilters,
  transactionTypeAliases,
  transactionTypes,
} from './transaction-kinds.ts'

const moment = (name: string) =>
  z
    .string()
    .check(z.refine(isInstant, { error: `${name} must be a date and time such as 2026-11-21T00:00:00Z` }))

const entityType = z.pipe(
  z.enum(
    [
      ...transactionTypes,
      ...(Object.keys(transactionTypeAliases) as (keyof typeof transactionTypeAliases)[]),
    ],
    {
      error: 'entity_type must be masterclass, membership, events or custom',
    },
  ),
  z.transform(
    (word) =>
      (word in transactionTypeAliases
        ? transactionTypeAliases[word as 'event']
        : word) as (typeof transactionTypes)[number],
  ),
)

const filters = {
  start_date: z.optional(moment('start_date')),
  end_date: z.optional(moment('end_date')),
  phone: z.optional(
    personal('phone', z.string().check(z.maxLength(30, 'phone must have at most 30 characters'))),
  ),
  entity_type: z.optional(entityType),
  entity_id: z.optional(Id),
  status: z.optional(
    z.enum(transactionStatusFilters, {
      error: 'status must be pending, completed, refunded, paid or others',
    }),
  ),
  source: z.optional(z.enum(trafficSources, { error: 'source must be meta, organic or google' })),
  currency_code: z.optional(CurrencyCode),
  coupon_id: z.optional(Id),
}

const inOrder = <Query extends { start_date?: string | undefined; end_date?: string | undefined }>() =>
  z.refine<Query>(
    (query) =>
      !query.start_date || !query.end_date || Date.parse(query.start_date) <= Date.parse(query.end_date),
    { error: "From can't be after To.", path: ['start_date'] },
  )

/** The filters of the list, which also choose what is summed up. */
export const TransactionFilters = z.object(filters).check(inOrder())

/** Lists transactions in a time span, the newest first, with the exact total. */
export const listTransactions = endpoint({
  name: 'listTransactions',
  method: 'GET',
  path: '/admin/orders',
  summary: 'List transactions',
  requirements: ['TXN-15', 'OQ-048', 'OQ-052', 'OQ-320', 'OQ-209'],
  permissions: ['money.read'],
  look: { type: 'search', text: 'phone' },
  query: z.object({ ...filters, limit: limit(10), offset: offset() }).check(inOrder()),
  response: ok(
    z.object({
      ordersCount: z.int(),
      ordersList: z.array(Transaction),
      // The newest orders of the other types that match a whole phone number, and how many match (OQ-209).
      other_types: z.optional(z.object({ count: z.int(), orders: z.array(Transaction) })),
    }),
  ),
})

/** Sums up exactly what the list with the same filters has, per currency. */
export const sumTransactions = endpoint({
  name: 'sumTransactions',
  method: 'GET',
  path: '/admin/orders/sums',
  summary: 'Sum up filtered transactions, per currency',
  description: 'Leaves out a currency without orders.',
  requirements: ['TXN-15', 'OQ-281'],
  permissions: ['money.read'],
  look: { type: 'search', text: 'phone', isPart: true },
  query: TransactionFilters,
  response: ok(z.array(TransactionSum)),
})

export const getTransaction = endpoint({
  name: 'getTransaction',
  method: 'GET',
  path: '/admin/orders/:id',
  summary: 'Get a transaction with its documents, refunds and timeline',
  requirements: ['TXN-01', 'OQ-280'],
  permissions: ['money.read'],
  look: { type: 'transaction', records: ['order.:id'] },
  params: z.object({ id: Id }),
  response: ok(TransactionDetail),
})

export const addTransactionNote = endpoint({
  name: 'addTransactionNote',
  method: 'POST',
  path: '/admin/orders/:id/notes',
  summary: 'Add a note of staff to a transaction',
  requirements: ['OQ-282'],
  permissions: ['money.write'],
  params: z.object({ id: Id }),
  body: z.object({ text: NoteText }),
  response: ok(TimelineItem),
  status: 201,
})
