import type { MasterclassGroup } from '@greenroom/contract/masterclass/masterclass.rules'
import type { CommunityLink } from '@greenroom/contract/masterclass/masterclass.schema'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/tables.ts'
import { contains } from '../../platform/database/text-search.ts'

type Stored = Omit<Selectable<DB['masterclass']>, 'links'> & { links: CommunityLink[] }

/** A masterclass with its creator. */
export type MasterclassRow = Stored & {
  creator_email: string
  creator_first_name: string
  creator_last_name: string
  creator_phone: string
}

/** The columns that an edit may set. */
export type MasterclassValues = Pick<
  Stored,
  | 'title'
  | 'description'
  | 'banner_key'
  | 'start_time'
  | 'end_time'
  | 'creator_id'
  | 'zoom_hub_name'
  | 'attendance_type'
  | 'is_attach_to_superclass'
  | 'original_price_usd'
  | 'current_price_usd'
  | 'original_price_inr'
  | 'current_price_inr'
  | 'links'
>

function withCreator(db: Database) {
  return db
    .selectFrom('masterclass')
    .innerJoin('creator', 'creator.id', 'masterclass.creator_id')
    .selectAll('masterclass')
    .select([
      'creator.email as creator_email',
      'creator.first_name as creator_first_name',
      'creator.last_name as creator_last_name',
      'creator.phone as creator_phone',
    ])
}

/**
 * Lists masterclasses of a group, or all. Active and Draft start with the next one, Past and all with the latest
 * (OQ-036).
 */
export async function listMasterclasses(
  db: Database,
  filter: {
    status?: MasterclassGroup | undefined
    search?: string | undefined
    limit: number
    offset: number
    now: Date
  },
): Promise<MasterclassRow[]> {
  let query = withCreator(db)
  if (filter.status === 'past') {
    query = query.where('masterclass.start_time', '<', filter.now)
  } else if (filter.status) {
    query = query
      .where('masterclass.start_time', '>=', filter.now)
      .where('masterclass.is_active', '=', filter.status === 'active')
  }
  if (filter.search?.trim()) {
    query = query.where(contains(sql.ref<string>('masterclass.title'), filter.search.trim()))
  }
  const direction = filter.status === 'active' || filter.status === 'draft' ? 'asc' : 'desc'
  const rows = await query
    .orderBy('masterclass.start_time', direction)
    .orderBy('masterclass.id', direction)
    .limit(filter.limit)
    .offset(filter.offset)
    .execute()
  return rows as MasterclassRow[]
}

export async function findMasterclass(db: Database, id: string): Promise<MasterclassRow | undefined> {
  return (await withCreator(db).where('masterclass.id', '=', id).executeTakeFirst()) as
    | MasterclassRow
    | undefined
}

export async function insertMasterclass(
  db: Database,
  { id, now, values }: { id: string; now: Date; values: MasterclassValues },
): Promise<void> {
  await db
    .insertInto('masterclass')
    .values({ ...values, links: JSON.stringify(values.links), id, created_at: now, updated_at: now })
    .execute()
}

/** Sets columns and increments the version. */
export async function updateMasterclass(
  db: Database,
  id: string,
  changes: Partial<MasterclassValues> & { is_active?: boolean; now: Date },
): Promise<void> {
  const { now, links, ...values } = changes
  await db
    .updateTable('masterclass')
    .set({
      ...values,
      ...(links ? { links: JSON.stringify(links) } : {}),
      version: sql<number>`version + 1`,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
}
