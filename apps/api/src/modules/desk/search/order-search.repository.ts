import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import {
  candidates,
  endingWith,
  type FoundRow,
  meeting,
  rankedRows,
  type Search,
  startingWith,
} from './search.repository.ts'

/** How many of the newest orders are searched by their amount, which has no index. */
const newest = 1000

const buyer = sql<string>`user_first_name || ' ' || user_last_name`

/**
 * Finds orders by id, their buyer's id, their reference and the part of it that lists show, the gateway's ids of order,
 * payment and refund, the GSTIN, the number of an invoice of another program, and by the buyer's phone, e-mail address,
 * name and company; the newest ones by their amount.
 */
export function findOrders(db: Database, search: Search, limit: number): Promise<FoundRow[]> {
  const { text, id, phoneEnd, isEmail, isCode, isName, money, seesPersonal } = search
  const queries = []
  if (id !== null) {
    queries.push(meeting('transaction', sql`id = ${id}::uuid`))
    queries.push(meeting('transaction', sql`user_id = ${id}::uuid`))
  }
  if (isCode || id !== null) {
    queries.push(startingWith('transaction', sql`reference_order_id`, text))
    // A list writes an ellipsis before the end of a long one.
    queries.push(startingWith('transaction', sql`shown_order_id(reference_order_id)`, text.replace(/^…/, '')))
    // The gateway's ids have one spelling.
    queries.push(meeting('transaction', sql`payment_id = ${text}`))
    queries.push(meeting('transaction', sql`gateway_order_id = ${text}`))
    queries.push(
      meeting('transaction', sql`id = (select transaction_id from refund where gateway_refund_id = ${text})`),
    )
  }
  if (isCode) {
    queries.push(meeting('transaction', sql`gstin = ${text.toUpperCase()}`))
    queries.push(meeting('transaction', sql`outside_document = any (${spellings(text)}::text[])`))
  }
  if (phoneEnd !== null && seesPersonal) {
    queries.push(endingWith('transaction', 'user_phone', phoneEnd))
  }
  if (isEmail && seesPersonal) queries.push(startingWith('transaction', sql`user_email`, text))
  if (isName) {
    queries.push(startingWith('transaction', buyer, text, { fold: 'searched' }))
    queries.push(
      startingWith('transaction', sql`billing_name`, text, {
        only: sql`billing_name is not null`,
        fold: 'searched',
      }),
    )
  }
  if (money) {
    const { amount, currency } = money
    queries.push(sql`(select id, 2 as rank from (
        select id, amount, currency_code from transaction order by created_at desc, id desc limit ${sql.lit(newest)}
      ) as one where amount = ${amount} and currency_code = coalesce(${currency}, currency_code)
      limit ${sql.lit(candidates)})`)
  }
  return rankedRows(db, queries, {
    read: sql`select 'order' as kind, found.id, trim(${buyer}) as title, entity_title as detail,
        reference_order_id as code, user_email as email, user_phone as phone, created_at as at, amount, currency_code,
        status, found.rank
      from found join transaction on transaction.id = found.id`,
    newest: sql`created_at`,
    limit,
  })
}

/** Finds invoices and credit notes by their number and the recipient's GSTIN. Each opens its order, whose id it has. */
export function findDocuments(db: Database, { text }: Search, limit: number): Promise<FoundRow[]> {
  const queries = [
    startingWith('tax_document', sql`serial`, text),
    meeting('tax_document', sql`recipient_gstin = ${text.toUpperCase()}`),
  ]
  return rankedRows(db, queries, {
    read: sql`select 'document' as kind, transaction_id as id, buyer_name as title, order_reference as detail,
        serial as code, null as email, null as phone, issued_at as at, total as amount, currency_code, kind as status,
        found.rank
      from found join tax_document on tax_document.id = found.id`,
    newest: sql`issued_at`,
    limit,
  })
}

/** A number as it was typed and in capitals. */
function spellings(text: string): string[] {
  return [...new Set([text, text.toUpperCase()])]
}
