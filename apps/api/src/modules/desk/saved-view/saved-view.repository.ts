import type { ViewSearch } from '@greenroom/contract/desk/saved-view/saved-view.rules'
import { mostSharedViews, mostViews } from '@greenroom/contract/desk/saved-view/saved-view.schema'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'

export type SavedViewRow = Omit<Selectable<DB['saved_view']>, 'search'> & {
  search: ViewSearch
  owner_name: string
  owner_email: string
  owner_is_disabled: boolean
}

/** What a person can change about a view. */
export type SavedViewValues = Pick<SavedViewRow, 'name' | 'search' | 'is_shared'>

function viewsWithOwner(db: Database) {
  return db
    .selectFrom('saved_view')
    .innerJoin('staff', 'staff.id', 'saved_view.staff_id')
    .selectAll('saved_view')
    .select([
      'staff.name as owner_name',
      'staff.email as owner_email',
      'staff.is_disabled as owner_is_disabled',
    ])
    .orderBy(sql`folded(saved_view.name)`)
    .orderBy('saved_view.id')
}

/** Lists the views of a person by name. */
export async function listOwnViews(db: Database, staffId: string): Promise<SavedViewRow[]> {
  return (await viewsWithOwner(db)
    .where('staff_id', '=', staffId)
    .limit(mostViews)
    .execute()) as SavedViewRow[]
}

/** Lists the views that anybody shares, by name. */
export async function listSharedViews(db: Database): Promise<SavedViewRow[]> {
  return (await viewsWithOwner(db)
    .where('is_shared', '=', true)
    .limit(mostSharedViews)
    .execute()) as SavedViewRow[]
}

export async function findSavedView(db: Database, id: string): Promise<SavedViewRow | undefined> {
  return (await viewsWithOwner(db).where('saved_view.id', '=', id).executeTakeFirst()) as
    | SavedViewRow
    | undefined
}

/** Makes the other transactions that add views of a person wait, so that the limit holds. @returns how many there are */
export async function lockAndCountOwn(db: Database, staffId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`saved-views-of/${staffId}`}, 0))`.execute(db)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from saved_view where staff_id = ${staffId}::uuid`.execute(db)
  return rows[0]?.n ?? 0
}

/** Makes the other transactions that share a view wait, so that the limit holds. @returns how many are shared */
export async function lockAndCountShared(db: Database): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('saved-views-shared', 0))`.execute(db)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from saved_view where is_shared`.execute(db)
  return rows[0]?.n ?? 0
}

/** Inserts a view. A name that its owner uses in the section, in any case, violates `saved_view_name`. */
export async function insertSavedView(
  db: Database,
  {
    search,
    ...row
  }: SavedViewValues & Pick<SavedViewRow, 'id' | 'staff_id' | 'path' | 'section'> & { now: Date },
): Promise<void> {
  const { now, ...values } = row
  await db
    .insertInto('saved_view')
    .values({ ...values, search: JSON.stringify(search), created_at: now, updated_at: now })
    .execute()
}

/** Changes a view and increments its version. */
export async function updateSavedView(
  db: Database,
  id: string,
  { values: { search, ...values }, now }: { values: SavedViewValues; now: Date },
): Promise<void> {
  await db
    .updateTable('saved_view')
    .set({ ...values, search: JSON.stringify(search), version: sql<number>`version + 1`, updated_at: now })
    .where('id', '=', id)
    .execute()
}

export async function deleteSavedView(db: Database, id: string): Promise<void> {
  await db.deleteFrom('saved_view').where('id', '=', id).execute()
}
