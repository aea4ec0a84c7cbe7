import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'

/** A banner with its files in order and the event that it leads to. */
export type BannerRow = Omit<
  Selectable<DB['banner']>,
  'redirect_type' | 'redirect_page' | 'redirect_props'
> & {
  redirect_type: 'external' | 'internal'
  redirect_page: 'events' | 'webinars' | null
  redirect_props: Record<string, string>
  files: { key: string; mediaType: string; byteSize: number }[]
  /** Title of the event that an internal redirect names, if it exists. */
  event_title: string | null
}

/** The columns that a form sets. */
export type BannerValues = Omit<
  BannerRow,
  'id' | 'files' | 'event_title' | 'version' | 'created_at' | 'updated_at'
>

function withDetails(db: Database) {
  return db
    .selectFrom('banner')
    .selectAll('banner')
    .select([
      sql<BannerRow['files'] | null>`(
        select json_agg(
          json_build_object('key', file.key, 'mediaType', file.media_type, 'byteSize', file.byte_size)
          order by banner_file.position
        )
        from banner_file join file on file.key = banner_file.file_key
        where banner_file.banner_id = banner.id
      )`.as('files'),
      sql<string | null>`(
        select event.title from event
        where event.id = case
          when banner.redirect_type = 'internal'
            and banner.redirect_props ->> 'entity_id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
          then (banner.redirect_props ->> 'entity_id')::uuid
        end
      )`.as('event_title'),
    ])
}

function readRow(
  row: Selectable<DB['banner']> & Pick<BannerRow, 'event_title'> & { files: BannerRow['files'] | null },
): BannerRow {
  return { ...row, files: row.files ?? [] } as BannerRow
}

/** Lists banners by position, then the newest first; active, inactive or all. */
export async function listBanners(
  db: Database,
  filter: {
    isActive?: boolean | undefined
    /** Only active ones that end within a week of this moment. */
    endingAt?: Date | undefined
    limit: number
    offset: number
  },
): Promise<BannerRow[]> {
  let query = withDetails(db)
  if (filter.endingAt)
    query = query.where(sql<boolean>`is_active and ends_within_week(end_time, ${filter.endingAt})`)
  if (filter.isActive !== undefined) query = query.where('is_active', '=', filter.isActive)
  const rows = await inOrder(query).limit(filter.limit).offset(filter.offset).execute()
  return rows.map(readRow)
}

/** Returns the kind of an event; undefined if it does not exist. */
export async function eventTypeOf(db: Database, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('event').select('event_type').where('id', '=', id).executeTakeFirst()
  return row?.event_type
}

function inOrder(query: ReturnType<typeof withDetails>) {
  return query.orderBy('position').orderBy('created_at', 'desc').orderBy('id', 'desc')
}

/** Locks all active banners until the transaction ends and lists them in order. */
export async function lockActiveBanners(db: Database): Promise<BannerRow[]> {
  await lockBannerPositions(db)
  await db.selectFrom('banner').select('id').where('is_active', '=', true).orderBy('id').forUpdate().execute()
  const rows = await inOrder(withDetails(db).where('is_active', '=', true)).execute()
  return rows.map(readRow)
}

/** Sets positions and increments the versions. */
export async function setBannerPositions(
  db: Database,
  banners: readonly { _id: string; order: number }[],
  now: Date,
): Promise<void> {
  await sql`
    update banner set position = moved.position, version = version + 1, updated_at = ${now}
    from unnest(
      ${banners.map(({ _id }) => _id)}::uuid[], ${banners.map(({ order }) => order)}::integer[]
    ) as moved (id, position)
    where banner.id = moved.id`.execute(db)
}

export async function findBanner(db: Database, id: string): Promise<BannerRow | undefined> {
  const row = await withDetails(db).where('banner.id', '=', id).executeTakeFirst()
  return row && readRow(row)
}

/**
 * Returns the position after all banners. Inactive ones count, because they may become active again. If the last
 * position is taken, returns the first gap.
 */
export async function freeBannerPosition(db: Database, last: number): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select case
      when coalesce(max(position), 0) < ${last} then coalesce(max(position), 0) + 1
      else coalesce((
        select min(place.position) + 1 from banner as place
        where place.position < ${last}
          and not exists (select from banner as next where next.position = place.position + 1)
      ), 1)
    end as position
    from banner`.execute(db)
  return rows[0]?.position ?? 1
}

/** As `freeBannerPosition`, and keeps other transactions from claiming the same one. */
export async function claimBannerPosition(db: Database, last: number): Promise<number> {
  await lockBannerPositions(db)
  return freeBannerPosition(db, last)
}

async function lockBannerPositions(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('banner-position'))`.execute(db)
}

function stored({ redirect_props, ...values }: BannerValues) {
  return { ...values, redirect_props: JSON.stringify(redirect_props) }
}

export async function insertBanner(
  db: Database,
  { id, now, values }: { id: string; now: Date; values: BannerValues },
): Promise<void> {
  await db
    .insertInto('banner')
    .values({ ...stored(values), id, created_at: now, updated_at: now })
    .execute()
}

/** Sets columns and increments the version. */
export async function updateBanner(
  db: Database,
  id: string,
  { now, ...values }: BannerValues & { now: Date },
): Promise<void> {
  await db
    .updateTable('banner')
    .set({ ...stored(values), version: sql<number>`version + 1`, updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** Deletes a banner, except the rows and the bytes of its files. */
export async function deleteBanner(db: Database, id: string): Promise<void> {
  await db.deleteFrom('banner').where('id', '=', id).execute()
}

/** Replaces a banner's files with these, in this order. */
export async function replaceBannerFiles(
  db: Database,
  bannerId: string,
  keys: readonly string[],
): Promise<void> {
  await db.deleteFrom('banner_file').where('banner_id', '=', bannerId).execute()
  await db
    .insertInto('banner_file')
    .values(keys.map((file_key, position) => ({ banner_id: bannerId, file_key, position })))
    .execute()
}
