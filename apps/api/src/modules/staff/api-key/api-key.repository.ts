import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'

export type ApiKeyRow = Selectable<DB['api_key']>

/** Lists keys: those in use first, then the newest. */
export async function listApiKeys(
  db: Database,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ count: number; rows: ApiKeyRow[] }> {
  const rows = await db
    .selectFrom('api_key')
    .selectAll()
    .orderBy(sql`revoked_at is not null`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { count } = await db
    .selectFrom('api_key')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return { count, rows }
}

/** Inserts a key. A name in use, in any case, violates `api_key_name_in_use`. */
export function insertApiKey(
  db: Database,
  row: Pick<
    ApiKeyRow,
    'id' | 'name' | 'sha256' | 'beginning' | 'permissions' | 'created_at' | 'created_by' | 'expires_at'
  >,
): Promise<ApiKeyRow> {
  return db.insertInto('api_key').values(row).returningAll().executeTakeFirstOrThrow()
}

export function findApiKey(db: Database, id: string): Promise<ApiKeyRow | undefined> {
  return db.selectFrom('api_key').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Marks a key as revoked. Returns undefined if it was revoked already. */
export function markRevoked(
  db: Database,
  id: string,
  { by, at }: { by: string; at: Date },
): Promise<ApiKeyRow | undefined> {
  return db
    .updateTable('api_key')
    .set({ revoked_at: at, revoked_by: by })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Replaces the secret of a key in use. Returns undefined if the key was revoked, or used with the earlier secret. */
export function replaceSecret(
  db: Database,
  id: string,
  secret: Pick<ApiKeyRow, 'sha256' | 'beginning'>,
): Promise<ApiKeyRow | undefined> {
  return db
    .updateTable('api_key')
    .set(secret)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('last_used_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}
