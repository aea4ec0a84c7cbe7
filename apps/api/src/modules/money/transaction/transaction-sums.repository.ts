import { currencyCodes } from '@greenroom/contract/money'
import type { TransactionSum } from '@greenroom/contract/money/transaction/transaction-detail.schema'
import type { Database } from '../../../platform/database/database.ts'
import { preparedQuery } from '../../../platform/database/prepared-query.ts'
import {
  allOf,
  countedConditions,
  countedName,
  indexedRows,
  isCountedByDay,
  parameters,
  type Statement,
  type TransactionFilter,
} from './transaction-filter.repository.ts'

type SumRow = Omit<TransactionSum, 'net'>

/**
 * Sums up the filtered transactions per currency, exactly and at the cost of their list: from the counts by day, or by
 * an index for a phone or a coupon, or if the counts are incomplete or cannot be true.
 * @param onWrongCounts called if the counts cannot be true
 */
export async function sumTransactions(
  db: Database,
  filter: TransactionFilter,
  onWrongCounts: () => void,
): Promise<SumRow[]> {
  if (isCountedByDay(filter)) {
    const statement = sumByDayCounts(filter)
    const rows = await preparedQuery<SumRow & { is_counted: boolean; is_possible: boolean | null }>(
      db,
      statement,
      statement.values,
    )
    const isCounted = rows.every((row) => row.is_counted)
    const isPossible = rows.every((row) => row.is_possible !== false)
    if (isCounted && isPossible) {
      // Without any sum there is one row with nothing but the state of the counts.
      return rows
        .filter((row) => row.is_possible !== null)
        .map(({ is_counted: _counted, is_possible: _possible, ...sum }) => sum)
    }
    if (isCounted) onWrongCounts()
  }
  const statement = sumByIndex(filter)
  return preparedQuery<SumRow>(db, statement, statement.values)
}

/** Selects the sums of a group. */
const sums = `sum(n)::bigint as count, sum(completed)::bigint as completed, sum(refunded)::bigint as refunded,
      sum(tax)::bigint as tax`

/** Tells whether a filter finds an entity's transactions of all time, whose totals have no days, types or sources. */
function isOfWholeEntity({ entityId, entityType, source, span }: TransactionFilter): boolean {
  return (
    entityId !== null && entityType === null && source === null && span.from === null && span.until === null
  )
}

function sumByDayCounts(filter: TransactionFilter): Statement {
  const { values, add } = parameters()
  const { matches, countedAs, inDays, edges, known } = countedConditions(filter, add)
  const measured = (
    table: string,
    [n, completed, refunded, tax]: [n: string, completed: string, refunded: string, tax: string],
    condition: string | string[],
  ) => `select currency_code, ${n}, ${completed}, ${refunded}, ${tax}
      from ${table} where ${allOf(matches, condition)}`
  const ofAllEntities = () => {
    // The other statuses are "any" minus the known ones.
    const number = (column: string) =>
      known === null ? column : `case status when '' then ${column} else -${column} end`
    const conditions = {
      ...countedAs,
      ...(filter.currencyCode === null && {
        currency_code: `currency_code in (${currencyCodes.map((code) => `'${code}'`).join(', ')})`,
      }),
    }
    return `select currency_code, ${number('n')}, ${number('paid')}, ${number('refunded')}, ${number('tax')}
      from transaction_count where ${allOf(Object.values(conditions), inDays)}`
  }
  const counted: [string, string, string, string] = ['n', 'paid', 'refunded', 'tax']
  const ofOrder: [string, string, string, string] = [
    '1',
    'paid_amount(status, amount)',
    'refunded_amount',
    'tax_amount',
  ]
  const ofEntity = () =>
    isOfWholeEntity(filter)
      ? measured('transaction_entity_total', counted, [])
      : measured('transaction_entity_count', counted, inDays)
  const parts = [
    filter.entityId === null ? ofAllEntities() : ofEntity(),
    measured('transaction_count_change', counted, inDays),
    ...edges.map(({ condition }) => measured('transaction', ofOrder, condition)),
  ]
  return {
    name: countedName(isOfWholeEntity(filter) ? 'order-sums/entity' : 'order-sums/days', filter, edges),
    values,
    text: `
    with part (currency_code, n, completed, refunded, tax) as (
      ${parts.join(' union all ')}
    ),
    of_currency as (
      select currency_code, ${sums},
        -- There are never fewer than no transactions, nor less than no money.
        sum(n) >= 0 and sum(completed) >= 0 and sum(refunded) >= 0 as is_possible
      from part group by currency_code
      having sum(n) <> 0
    )
    select of_currency.*, counted.is_counted
    from (
      select (select counted_at from count_state where list = 'transactions') is not null
    ) as counted (is_counted)
    left join of_currency on true
    order by currency_code`,
  }
}

function sumByIndex(filter: TransactionFilter): Statement {
  const { values, add } = parameters()
  const { name, phone, table, where } = indexedRows('order-sums/index', filter, add)
  return {
    name,
    values,
    text: `${phone}
    select currency_code, ${sums} from (
      select currency_code, 1 as n, refunded_amount as refunded, tax_amount as tax,
        paid_amount(status, amount) as completed
      from ${table} where ${where}
    ) as filtered
    group by currency_code order by currency_code`,
  }
}
