import type { CurrencyCode } from '@greenroom/contract/money'
import type { Database } from '../../../platform/database/database.ts'
import { preparedQuery } from '../../../platform/database/prepared-query.ts'

interface SalesRow {
  entity_id: string
  currency_code: CurrencyCode
  sold: number
  /** In minor units. */
  amount: number
}

/**
 * Returns the completed orders of several entities per currency, by one statement: from the totals and the changes that
 * are not in them yet, or from the orders while the counts are incomplete.
 */
export async function listSales(db: Database, entityIds: readonly string[]): Promise<SalesRow[]> {
  if (entityIds.length === 0) return []
  const completed = `entity_id = any ($1::uuid[]) and status = 'completed'`
  return preparedQuery<SalesRow>(
    db,
    {
      name: 'sales',
      text: `
        with state as materialized (
          select counted_at is not null as is_counted from count_state where list = 'transactions'
        )
        select entity_id, currency_code, sum(n)::int as sold, sum(paid)::bigint as amount
        from (
          select entity_id, currency_code, n, paid from transaction_entity_total
          where (select is_counted from state) and ${completed}
          union all
          select entity_id, currency_code, n, paid from transaction_count_change
          where (select is_counted from state) and ${completed}
          union all
          select entity_id, currency_code, 1, amount from transaction
          where not (select is_counted from state) and ${completed}
        ) as sale
        group by entity_id, currency_code
        having sum(n) > 0
        order by entity_id, currency_code`,
    },
    [entityIds],
  )
}
