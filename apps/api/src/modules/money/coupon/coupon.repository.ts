import type { CouponEnds, CouponGroup } from '@greenroom/contract/money/coupon/coupon.rules'
import type { CouponEntityType, Redemptions } from '@greenroom/contract/money/coupon/coupon.schema'
import { paidStatuses } from '@greenroom/contract/money/transaction/transaction-kinds'
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { countUpTo } from '../../../platform/database/capped-counts.ts'
import type { Database } from '../../../platform/database/database.ts'
import { preparedQuery } from '../../../platform/database/prepared-query.ts'
import type { DB } from '../../../platform/database/tables.ts'
import { contains } from '../../../platform/database/text-search.ts'

export type CouponRow = Selectable<DB['coupon']>
export type CouponLinkRow = CouponRow & {
  entity_id: string
  entity_type: string
  is_active: boolean
  link_version: number
}

export interface CouponValues {
  code: string
  valid_till: Date
  absolute_discount: number | null
  absolute_discount_usd: number | null
  discount_percentage: number | null
  max_redemptions: number | null
  max_per_person: number | null
}

/** Lists coupons whose code contains a text, the newest first. */
export function searchCoupons(
  db: Database,
  { search, limit, offset }: { search?: string | undefined; limit: number; offset: number },
): Promise<CouponRow[]> {
  let query = db.selectFrom('coupon').selectAll()
  if (search?.trim()) query = query.where(contains(sql.ref<string>('code'), search.trim()))
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute()
}

export interface GroupFilter {
  group: CouponGroup
  search?: string | undefined
  ends?: CouponEnds | undefined
  /** Only those that are linked to something of this type. */
  linkedTo?: CouponEntityType | undefined
  /** Only these of them. */
  ids?: readonly string[] | undefined
  now: Date
}

const endConditions = (now: Date): Record<CouponEnds, RawBuilder<unknown>> => ({
  week: sql`ends_within_week(valid_till, ${now})`,
  month: sql`valid_till >= ${now} and valid_till < ${now}::timestamptz + interval '30 days'`,
  later: sql`valid_till >= ${now}::timestamptz + interval '30 days'`,
})

export function inGroup({ group, search, ends, linkedTo, ids, now }: GroupFilter): RawBuilder<SqlBool> {
  const conditions = {
    active: sql`valid_till >= ${now}`,
    ended: sql`valid_till < ${now}`,
    unlinked: sql`not exists (select from coupon_link where coupon_link.coupon_id = coupon.id)`,
  }
  const text = search?.trim()
  const all = [
    conditions[group],
    ...(text ? [contains(sql.ref<string>('code'), text)] : []),
    ...(ends ? [endConditions(now)[ends]] : []),
    ...(ids ? [sql`coupon.id = any (${ids}::uuid[])`] : []),
    // Few links of each coupon, found by their index.
    ...(linkedTo
      ? [
          sql`exists (select from coupon_link
            where coupon_link.coupon_id = coupon.id and coupon_link.entity_type = ${linkedTo})`,
        ]
      : []),
  ]
  return sql<SqlBool>`${sql.join(all, sql` and `)}`
}

/** Returns the coupon with a code, which is in capitals. */
export function findCouponByCode(db: Database, code: string): Promise<CouponRow | undefined> {
  return db.selectFrom('coupon').selectAll().where('code', '=', code).executeTakeFirst()
}

/** Counts the coupons of each group that the filters find, each at most up to `mostCounted`. */
export function countGroups(
  db: Database,
  filter: Omit<GroupFilter, 'group' | 'ends'>,
): Promise<Record<CouponGroup, number>> {
  const of = (group: CouponGroup) => sql`select from coupon where ${inGroup({ ...filter, group })}`
  return countUpTo(db, { active: of('active'), ended: of('ended'), unlinked: of('unlinked') })
}

/** Active and Not in use start with the newest, Ended with the last ended. */
export const firstOrder = ({ group }: Pick<GroupFilter, 'group'>) =>
  group === 'ended' ? 'valid_till' : 'created_at'

/** Lists coupons of a group: Active and Not in use start with the newest, Ended with the last ended. */
export function listCoupons(
  db: Database,
  { limit, offset, ...filter }: GroupFilter & { limit: number; offset: number },
): Promise<CouponRow[]> {
  return db
    .selectFrom('coupon')
    .selectAll()
    .where(inGroup(filter))
    .orderBy(firstOrder(filter), 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export function findCoupon(db: Database, id: string): Promise<CouponRow | undefined> {
  return db.selectFrom('coupon').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Counts the links of several coupons, active or not, and tells whether any order carries them. */
export async function listUses(
  db: Database,
  couponIds: readonly string[],
): Promise<Map<string, { links: number; isUsed: boolean }>> {
  if (couponIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('coupon')
    .select([
      'id',
      sql<number>`(select count(*)::int from coupon_link where coupon_id = coupon.id)`.as('links'),
      // One step in the index of the coupons' orders. If most orders carry one coupon, the planner expects any other
      // to be as frequent, and an exists() reads all orders.
      sql<boolean>`coalesce((
        select used.coupon_id from transaction as used where used.coupon_id >= coupon.id
        order by used.coupon_id limit 1
      ) = coupon.id, false)`.as('isUsed'),
    ])
    .where('id', 'in', couponIds)
    .execute()
  return new Map(rows.map(({ id, ...use }) => [id, use]))
}

/**
 * Returns the common table expression `redeemed`: how often and for how much coupons were redeemed per currency.
 * @param isOfCoupons which coupons, as a condition of `coupon_id`
 */
export function redemptionParts(isOfCoupons: string): string {
  return `
    state as materialized (
      select counted_at is not null as is_counted from count_state where list = 'redemptions'
    ),
    redeemed as (
      select coupon_id, currency_code, sum(n)::int as redeemed, sum(discount)::bigint as discount,
        sum(amount)::bigint as amount
      from (
        select coupon_id, currency_code, n, amount, discount from coupon_redemption_total
        where (select is_counted from state) and ${isOfCoupons}
        union all
        select coupon_id, currency_code, n, amount, discount from coupon_redemption_change
        where (select is_counted from state) and ${isOfCoupons}
        union all
        select coupon_id, currency_code, 1, amount, discount_amount from transaction
        where not (select is_counted from state) and ${isOfCoupons} and status in ('completed', 'refunded')
      ) as redemption
      group by coupon_id, currency_code
      having sum(n) > 0
    )`
}

/**
 * Returns how often and for how much several coupons were redeemed per currency, by one statement: from the totals and
 * the changes that are not in them yet, or from the orders while the totals are incomplete.
 */
export async function listRedemptions(
  db: Database,
  couponIds: readonly string[],
): Promise<(Redemptions & { coupon_id: string })[]> {
  if (couponIds.length === 0) return []
  return preparedQuery<Redemptions & { coupon_id: string }>(
    db,
    {
      name: 'redemptions',
      text: `with ${redemptionParts('coupon_id = any ($1::uuid[])')} select * from redeemed order by coupon_id, currency_code`,
    },
    [couponIds],
  )
}

/** Returns how often a person has redeemed a coupon (OQ-302). Reads the person's orders, which are few. */
export async function countRedemptionsOf(
  db: Database,
  { couponId, userId }: { couponId: string; userId: string },
): Promise<number> {
  const row = await db
    .selectFrom('transaction')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('user_id', '=', userId)
    .where('coupon_id', '=', couponId)
    .where('status', 'in', [...paidStatuses])
    .executeTakeFirst()
  return row?.n ?? 0
}

/** Deletes a coupon. One with a link violates its foreign key. */
export async function deleteCoupon(db: Database, id: string): Promise<void> {
  await db.deleteFrom('coupon').where('id', '=', id).execute()
}

/** Inserts a coupon. An existing code violates `coupon_code`. */
export function insertCoupon(
  db: Database,
  coupon: CouponValues & { id: string; now: Date },
): Promise<CouponRow> {
  const { now, ...values } = coupon
  return db
    .insertInto('coupon')
    .values({ ...values, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Locks coupons until the transaction ends. Locks are taken in the order of the ids, so that two transactions with
 * the same coupons cannot deadlock.
 */
export async function lockCoupons(db: Database, ids: readonly string[]): Promise<CouponRow[]> {
  if (ids.length === 0) return []
  return db.selectFrom('coupon').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute()
}

/** Sets columns and increments the version. An existing code violates `coupon_code`. */
export function updateCoupon(
  db: Database,
  id: string,
  { now, ...changes }: Partial<CouponValues> & { now: Date },
): Promise<CouponRow> {
  return db
    .updateTable('coupon')
    .set({ ...changes, version: sql<number>`version + 1`, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Links a coupon unless it is linked.
 * @returns whether the link is new
 */
export async function linkCoupon(
  db: Database,
  link: { coupon_id: string; entity_id: string; entity_type: CouponEntityType; now: Date },
): Promise<boolean> {
  const { now, ...values } = link
  const result = await db
    .insertInto('coupon_link')
    .values({ ...values, created_at: now })
    .onConflict((conflict) => conflict.columns(['entity_id', 'coupon_id']).doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

function links(db: Database) {
  return db
    .selectFrom('coupon_link')
    .innerJoin('coupon', 'coupon.id', 'coupon_link.coupon_id')
    .selectAll('coupon')
    .select([
      'coupon_link.entity_id',
      'coupon_link.entity_type',
      'coupon_link.is_active',
      'coupon_link.version as link_version',
    ])
}

/** Lists the links of an entity, the newest first. */
export function listLinks(
  db: Database,
  filter: { entityId: string; entityType?: CouponEntityType | undefined; limit: number; offset: number },
): Promise<CouponLinkRow[]> {
  let query = links(db).where('coupon_link.entity_id', '=', filter.entityId)
  if (filter.entityType) query = query.where('coupon_link.entity_type', '=', filter.entityType)
  return query
    .orderBy('coupon_link.created_at', 'desc')
    .orderBy('coupon.id', 'desc')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute()
}

/** Lists the links of a coupon, the newest first. */
export function listLinksOfCoupon(
  db: Database,
  { couponId, limit, offset }: { couponId: string; limit: number; offset: number },
): Promise<{ entity_id: string; entity_type: string; is_active: boolean }[]> {
  return db
    .selectFrom('coupon_link')
    .select(['entity_id', 'entity_type', 'is_active'])
    .where('coupon_id', '=', couponId)
    .orderBy('created_at', 'desc')
    .orderBy('entity_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** Counts the links of several entities in one query, active or not. */
export async function countLinks(db: Database, entityIds: readonly string[]): Promise<Map<string, number>> {
  if (entityIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('coupon_link')
    .select(['entity_id', sql<number>`count(*)::int`.as('links')])
    .where('entity_id', 'in', entityIds)
    .groupBy('entity_id')
    .execute()
  return new Map(rows.map((row) => [row.entity_id, row.links]))
}

/** Returns codes of coupons that are linked to several entities in one query: active links first, then the newest. */
export async function listLinkedCodes(
  db: Database,
  entityIds: readonly string[],
  most: number,
): Promise<Map<string, string[]>> {
  if (entityIds.length === 0) return new Map()
  const { rows } = await sql<{ entity_id: string; codes: string[] }>`
    select entity_id,
      (array_agg(code order by link.is_active desc, link.created_at desc, coupon.id desc))[1:${most}::int] as codes
    from coupon_link link join coupon on coupon.id = link.coupon_id
    where entity_id = any(${[...entityIds]}::uuid[])
    group by entity_id`.execute(db)
  return new Map(rows.map(({ entity_id, codes }) => [entity_id, codes]))
}

/** Returns the link between a coupon and an entity, with the coupon. */
export function findLink(
  db: Database,
  couponId: string,
  entityId: string,
): Promise<CouponLinkRow | undefined> {
  return links(db)
    .where('coupon_link.entity_id', '=', entityId)
    .where('coupon_link.coupon_id', '=', couponId)
    .executeTakeFirst()
}

/**
 * Sets a link's status, or toggles it without a target. It is one statement, so concurrent toggles all take effect.
 * @param link.version the version that the client has seen; undefined for any
 * @returns whether it changed: the link exists at that version and was not at the target
 */
export async function setLinkStatus(
  db: Database,
  link: {
    couponId: string
    entityId: string
    target: boolean | undefined
    version?: number | undefined
  },
): Promise<boolean> {
  let update = db
    .updateTable('coupon_link')
    .set({ is_active: link.target ?? sql<boolean>`not is_active`, version: sql<number>`version + 1` })
    .where('coupon_id', '=', link.couponId)
    .where('entity_id', '=', link.entityId)
  if (link.target !== undefined) update = update.where('is_active', '!=', link.target)
  if (link.version !== undefined) update = update.where('version', '=', link.version)
  const result = await update.executeTakeFirst()
  return result.numUpdatedRows === 1n
}
