import {
  paidStatuses,
  type TransactionStatusFilter,
  type TransactionType,
  transactionStatuses,
} from '@greenroom/contract/money/transaction/transaction-kinds'
import { indexedDigits, phoneEndsWith } from '../../../platform/database/phone-search.ts'
import type { PreparedStatement } from '../../../platform/database/prepared-query.ts'
import { countedSpan, dayText, momentText, type Span } from './business-days.ts'

/** The filters of the list; null matches any. */
export interface TransactionFilter {
  span: Span
  entityType: TransactionType | null
  /** Finds the types other than `entityType` instead; only with a phone. */
  isOtherType?: boolean
  entityId: string | null
  status: TransactionStatusFilter | null
  source: string | null
  currencyCode: string | null
  couponId: string | null
  /** Digits that the buyer's phone ends with. */
  phoneEnd: string | null
}

export interface Statement extends PreparedStatement {
  values: unknown[]
}

/** Returns the placeholder of a value: "$3::text". */
type Add = (value: unknown, type: string) => string

/** Joins conditions. */
export function allOf(...conditions: (string | string[])[]): string {
  return conditions.flat().join(' and ')
}

/** Collects the values of a statement. Its `add` returns the placeholder of a value: "$3::text". */
export function parameters() {
  const values: unknown[] = []
  const add: Add = (value, type) => `$${values.push(value)}::${type}`
  return { values, add }
}

/** The ends of a span as values of `timestamptz`. */
export function momentsOf({ from, until }: Span): [from: string, until: string] {
  return [from === null ? '-infinity' : momentText(from), until === null ? 'infinity' : momentText(until)]
}

/** Names what is filtered by. Requests with the same filters share a prepared statement of this name. */
function filterNames(filter: TransactionFilter): string[] {
  return [
    filter.entityType !== null && (filter.isOtherType ? 'other-type' : 'type'),
    filter.entityId !== null && 'entity',
    filter.status !== null &&
      (filter.status === 'others' || filter.status === 'paid' ? filter.status : 'status'),
    filter.currencyCode !== null && 'currency',
    filter.source !== null && 'source',
  ].filter((name) => name !== false)
}

/** A column of the counts of all entities, in which the empty text is "any". */
type CountedColumn = 'entity_type' | 'currency_code' | 'source' | 'status'

interface CountedConditions {
  /** For rows of any table, without their time. */
  matches: string[]
  /** For `transaction_count`, which has a row for every combination of filters. */
  countedAs: Record<CountedColumn, string>
  /** For the whole days of tables of counts. */
  inDays: string
  /** The rest of the time span, whose transactions are counted one by one; the later part first. */
  edges: { from: string; condition: string }[]
  /** The known statuses, if the filter matches all others. Its counts are those of "any" minus the known ones. */
  known: string | null
}

/** The paid statuses as a list in SQL. It has no parameters, because comparing with them takes longer. */
export const paidList = paidStatuses.map((status) => `'${status}'`).join(', ')
const isPaid = `status in (${paidList})`

/** Tells whether the counts by day can serve a filter. They are not kept by phone or coupon. */
export function isCountedByDay({ phoneEnd, couponId }: TransactionFilter): boolean {
  return phoneEnd === null && couponId === null
}

/** Returns the conditions of a filter that is counted by day. */
export function countedConditions(filter: TransactionFilter, add: Add): CountedConditions {
  const { firstDay, endDay, edges } = countedSpan(filter.span)
  const fromDay = add(firstDay === null ? '-infinity' : dayText(firstDay), 'date')
  const untilDay = add(endDay === null ? 'infinity' : dayText(endDay), 'date')
  const matches: string[] = []
  if (filter.entityId !== null) matches.push(`entity_id = ${add(filter.entityId, 'uuid')}`)
  const counted = (column: CountedColumn, value: string | null) => {
    if (value === null) return `${column} = ''`
    const condition = `${column} = ${add(value, 'text')}`
    matches.push(condition)
    return condition
  }
  const isOtherStatus = filter.status === 'others'
  const isOneStatus = !isOtherStatus && filter.status !== 'paid'
  const countedAs = {
    entity_type: counted('entity_type', filter.entityType),
    currency_code: counted('currency_code', filter.currencyCode),
    source: counted('source', filter.source),
    status: counted('status', isOneStatus ? filter.status : null),
  }
  const known = isOtherStatus ? add(transactionStatuses, 'text[]') : null
  if (known !== null) {
    matches.push(`status <> all (${known})`)
    countedAs.status = `status = any (array_append(${known}, ''))`
  }
  if (filter.status === 'paid') {
    matches.push(isPaid)
    countedAs.status = isPaid
  }
  return {
    matches,
    countedAs,
    inDays: `day >= ${fromDay} and day < ${untilDay}`,
    edges: edges.map((edge) => {
      const [from, until] = [edge.from, edge.until].map((end) => add(momentText(end), 'timestamptz'))
      return { from: `${from}`, condition: `created_at >= ${from} and created_at < ${until}` }
    }),
    known,
  }
}

/** Names a statement over counts. Those of the same name have the same text. */
export function countedName(kind: string, filter: TransactionFilter, edges: readonly unknown[]): string {
  return [kind, ...filterNames(filter), edges.length].join('/')
}

/**
 * Returns where the transactions of a filter are found by an index.
 * @returns name for a prepared statement with this text; phone: a `with` clause, or empty without a whole phone
 */
export function indexedRows(
  kind: string,
  filter: TransactionFilter,
  add: Add,
): { name: string | undefined; phone: string; table: string; where: string } {
  const [from, until] = momentsOf(filter.span)
  const conditions = [
    `created_at >= ${add(from, 'timestamptz')}`,
    `created_at < ${add(until, 'timestamptz')}`,
  ]
  if (filter.entityType !== null) {
    conditions.push(`entity_type ${filter.isOtherType ? '<>' : '='} ${add(filter.entityType, 'text')}`)
  }
  if (filter.entityId !== null) conditions.push(`entity_id = ${add(filter.entityId, 'uuid')}`)
  if (filter.status === 'others') conditions.push(`status <> all (${add(transactionStatuses, 'text[]')})`)
  else if (filter.status === 'paid') conditions.push(isPaid)
  else if (filter.status !== null) conditions.push(`status = ${add(filter.status, 'text')}`)
  if (filter.currencyCode !== null) conditions.push(`currency_code = ${add(filter.currencyCode, 'text')}`)
  if (filter.source !== null) conditions.push(`source = ${add(filter.source, 'text')}`)

  if (filter.couponId !== null) conditions.push(`coupon_id = ${add(filter.couponId, 'uuid')}`)

  // Unnamed for a coupon, so that it is planned for this one: some have a few orders, others most of all.
  const name = filter.couponId === null ? [kind, ...filterNames(filter)].join('/') : undefined
  if (filter.phoneEnd === null) return { name, phone: '', table: 'transaction', where: allOf(conditions) }

  const samePhone = phoneEndsWith('user_phone', filter.phoneEnd, (text) => add(text, 'text'))
  if (filter.phoneEnd.length < indexedDigits) {
    // Unnamed, so that it is planned for these digits: how many phones they find differs widely.
    return { name: undefined, phone: '', table: 'transaction', where: allOf(conditions, samePhone) }
  }
  return {
    name: name && `${name}/phone`,
    // Materialized, so that the phone is looked up first, whatever the planner expects of the other conditions.
    phone: `with same_phone as materialized (select * from transaction where ${samePhone})`,
    table: 'same_phone',
    where: allOf(conditions),
  }
}
