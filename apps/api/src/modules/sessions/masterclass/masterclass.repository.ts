import type { VenuePlace } from '@greenroom/contract/gst-state'
import type { GroupCounts } from '@greenroom/contract/list'
import type { MasterclassGroup } from '@greenroom/contract/sessions/masterclass/masterclass.rules'
import type { CommunityLink } from '@greenroom/contract/sessions/masterclass/masterclass.schema'
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { countUpTo } from '../../../platform/database/capped-counts.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'
import { contains } from '../../../platform/database/text-search.ts'

type Stored = Omit<Selectable<DB['masterclass']>, 'links' | 'venue_state'> & {
  links: CommunityLink[]
  venue_state: VenuePlace | null
}

/** A masterclass with its creator. */
export type MasterclassRow = Stored & {
  creator_email: string
  creator_first_name: string
  creator_last_name: string
  creator_phone: string
  /** How many people hold a seat. */
  registrations_count: number
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
  | 'venue_state'
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

const registrationsCount = sql<number>`registrations_of(masterclass.id)`.as('registrations_count')

/** The condition of a group and a search; without either, any masterclass matches. */
function matches(filter: {
  status?: MasterclassGroup | undefined
  search?: string | undefined
  isDueDraft?: boolean
  now: Date
}): RawBuilder<SqlBool> {
  const conditions = [sql<SqlBool>`true`]
  if (filter.status === 'past') {
    conditions.push(sql`masterclass.start_time < ${filter.now}`)
  } else if (filter.status) {
    conditions.push(
      sql`masterclass.start_time >= ${filter.now}`,
      filter.status === 'active' ? sql`masterclass.is_active` : sql`not masterclass.is_active`,
    )
  }
  if (filter.isDueDraft) {
    conditions.push(sql`is_due_draft(masterclass.is_active, masterclass.start_time, ${filter.now})`)
  }
  const search = filter.search?.trim()
  if (search) conditions.push(contains(sql.ref<string>('masterclass.title'), search))
  return sql.join(conditions, sql` and `)
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
    /** Only drafts that begin within a day. */
    isDueDraft?: boolean
    limit: number
    offset: number
    now: Date
  },
): Promise<MasterclassRow[]> {
  const direction = filter.status === 'active' || filter.status === 'draft' ? 'asc' : 'desc'
  const page = withCreator(db)
    .where(matches(filter))
    .orderBy('masterclass.start_time', direction)
    .orderBy('masterclass.id', direction)
    .limit(filter.limit)
    .offset(filter.offset)
    .as('masterclass')
  // Outside the page, so that nothing is counted for the rows before it.
  const rows = await db
    .selectFrom(page)
    .selectAll()
    .select(registrationsCount)
    .orderBy('masterclass.start_time', direction)
    .orderBy('masterclass.id', direction)
    .execute()
  return rows as MasterclassRow[]
}

/** Counts the masterclasses of each group that a search finds, each at most up to `mostCounted`. */
export function countGroups(
  db: Database,
  filter: { search?: string | undefined; now: Date },
): Promise<GroupCounts> {
  const inGroup = (status: MasterclassGroup) =>
    sql`select from masterclass where ${matches({ ...filter, status })}`
  return countUpTo(db, { active: inGroup('active'), draft: inGroup('draft'), past: inGroup('past') })
}

export async function findMasterclass(db: Database, id: string): Promise<MasterclassRow | undefined> {
  return (await withCreator(db)
    .select(registrationsCount)
    .where('masterclass.id', '=', id)
    .executeTakeFirst()) as MasterclassRow | undefined
}

/** Returns several masterclasses, in no order. */
export async function findMasterclasses(db: Database, ids: readonly string[]): Promise<MasterclassRow[]> {
  if (ids.length === 0) return []
  return (await withCreator(db)
    .select(registrationsCount)
    .where('masterclass.id', 'in', ids)
    .execute()) as MasterclassRow[]
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
