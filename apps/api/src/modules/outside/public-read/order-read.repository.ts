import type { PublicOrder } from '@greenroom/contract/outside/public-read/order-read.endpoints'
import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'

type OrderRow = Omit<PublicOrder, 'created_at'> & { created_at: Date }

/** Returns an order by its reference, with its documents in the order of their issue. */
export async function readOrderRow(db: Database, reference: string): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`
    select id as _id, reference_order_id as external_id, status, entity_type, entity_id, entity_title, amount,
      currency_code, refunded_amount, gateway_order_id, created_at,
      (select coalesce(json_agg(json_build_object('kind', kind, 'serial', serial) order by issued_at, serial), '[]')
        from tax_document where transaction_id = transaction.id) as documents
    from transaction where reference_order_id = ${reference}`.execute(db)
  return rows[0]
}
