import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'

export interface MissingStateFilter {
  /** "2026-11". */
  month?: string | undefined
  ids?: readonly string[] | undefined
}

/** Another order of the same buyer. */
export interface OtherOrder {
  id: string
  order_reference: string
  ordered_at: Date
  currency_code: string
  billing_state: string | null
  billing_country: string | null
}

interface MissingStateRow {
  id: string
  /** When the order without the State was placed. */
  ordered_at: Date
  /** The State of the venue: somebody has added it since. 96 abroad. */
  venue_state: string | null
}

const matching = ({ month, ids }: MissingStateFilter) => sql`
  (${ids ?? null}::uuid[] is null or lacking.id = any (${ids ?? null}::uuid[]))
  and (${month ?? null}::text is null or (
    lacking.document_date >= (${month ?? null} || '-01')::date
    and lacking.document_date < ((${month ?? null} || '-01')::date + interval '1 month')::date))`

/** Lists documents without a State, the newest first. */
export async function listMissingStates(
  db: Database,
  { limit, offset, ...filter }: MissingStateFilter & { limit: number; offset: number },
): Promise<MissingStateRow[]> {
  const { rows } = await sql<MissingStateRow>`
    select d.id, t.created_at as ordered_at,
      case t.entity_type
        when 'events' then (select event.venue_state from event where event.id = t.entity_id)
        when 'masterclass' then (select m.venue_state from masterclass as m where m.id = t.entity_id)
        when 'custom' then (select page.venue_state from payment_page as page where page.id = t.entity_id)
      end as venue_state
    from (
      select lacking.id, lacking.document_date from document_without_state as lacking where ${matching(filter)}
      order by lacking.document_date desc, lacking.id desc limit ${limit} offset ${offset}
    ) as shown
    join tax_document as d on d.id = shown.id
    join transaction as t on t.id = d.transaction_id
    order by shown.document_date desc, shown.id desc`.execute(db)
  return rows
}

const mostCounted = 10_000

/** Counts the documents without a State, up to 10,000. */
export async function countMissingStates(db: Database, filter: MissingStateFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select from document_without_state as lacking where ${matching(filter)} limit ${sql.lit(mostCounted)}
  ) as counted`.execute(db)
  return rows[0]?.count ?? 0
}

/** How many of a buyer's newest orders are read. */
const mostOrders = 25

/** Reads the newest orders of the buyers of documents. */
export async function ordersOfBuyers(
  db: Database,
  documentIds: readonly string[],
): Promise<(OtherOrder & { document_id: string })[]> {
  if (documentIds.length === 0) return []
  const { rows } = await sql<OtherOrder & { document_id: string }>`
    select d.id as document_id, other.id, other.reference_order_id as order_reference, other.created_at as ordered_at,
      other.currency_code, other.billing_state, other.billing_country
    from tax_document as d
    join transaction as t on t.id = d.transaction_id
    cross join lateral (
      select o.id, o.reference_order_id, o.created_at, o.currency_code, o.billing_state, o.billing_country
      from transaction as o where o.person_id = t.person_id
      order by o.created_at desc, o.id desc limit ${sql.lit(mostOrders)}
    ) as other
    where d.id = any (${documentIds}::uuid[]) and other.id <> t.id
      and (coalesce(other.billing_state, '') <> '' or coalesce(other.billing_country, '') <> '')`.execute(db)
  return rows
}
