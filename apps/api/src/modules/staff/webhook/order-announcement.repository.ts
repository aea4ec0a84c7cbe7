import { type ConsentChannel, consentChannels } from '@greenroom/contract/consent'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { hasConsent } from '../../../platform/database/has-consent.ts'
import type { DB } from '../../../platform/database/tables.ts'

/** Returns the activity codes of the payment page that an order is of; undefined if it is of something else. */
export function findActivityCodes(
  db: Database,
  orderId: string,
): Promise<Pick<Selectable<DB['payment_page']>, 'lsq_add_to_cart' | 'lsq_purchase'> | undefined> {
  return db
    .selectFrom('transaction')
    .innerJoin('payment_page', 'payment_page.id', 'transaction.entity_id')
    .select(['payment_page.lsq_add_to_cart', 'payment_page.lsq_purchase'])
    .where('transaction.id', '=', orderId)
    .where('transaction.entity_type', '=', 'custom')
    .executeTakeFirst()
}

interface ActivitySource {
  reference_order_id: string
  amount: number
  currency_code: string
  created_at: Date
  completed_at: Date | null
  user_email: string
  user_phone: string
  user_first_name: string
  user_last_name: string
  title: string
  lsq_add_to_cart: string
  lsq_purchase: string
  /** By what the buyer agreed to be reached for marketing. */
  consents: ConsentChannel[]
}

/** Returns an order of a payment page with its buyer and its page as they are now. */
export async function findActivitySource(db: Database, orderId: string): Promise<ActivitySource | undefined> {
  const isBuyers = (row: string) => sql`${sql.ref(`${row}.person_id`)} = any(people_with(o.person_id))`
  const consents = consentChannels.map(
    (channel) => sql`case when ${hasConsent(channel, isBuyers)} then ${channel}::text end`,
  )
  const { rows } = await sql<ActivitySource>`
    select o.reference_order_id, o.amount, o.currency_code, o.created_at, o.completed_at, o.user_email, o.user_phone,
      o.user_first_name, o.user_last_name, page.title, page.lsq_add_to_cart, page.lsq_purchase,
      array_remove(array[${sql.join(consents)}], null) as consents
    from transaction as o join payment_page as page on page.id = o.entity_id
    where o.id = ${orderId}::uuid and o.entity_type = 'custom'`.execute(db)
  return rows[0]
}

/** Returns how much of an order was refunded, in minor units. */
export async function findRefundedAmount(db: Database, orderId: string): Promise<number> {
  const { refunded_amount } = await db
    .selectFrom('transaction')
    .select('refunded_amount')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return refunded_amount
}
