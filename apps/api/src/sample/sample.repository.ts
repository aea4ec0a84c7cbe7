import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'

/** A user of the public product, as that product would have stored it. */
export interface SampleUser {
  id: string
  first_name: string
  last_name: string
  email: string
  phone: string
  description: string
  created_at: Date
  updated_at: Date
}

/** Tells whether nobody has put anything into the database yet: without a creator there is no masterclass either. */
export async function isEmpty(db: Database): Promise<boolean> {
  return (await db.selectFrom('creator').select('id').limit(1).executeTakeFirst()) === undefined
}

/** Makes another process that adds sample data wait until the transaction ends. */
export async function lockSampleData(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('sample-data'))`.execute(db)
}

/** Inserts users; one whose id exists stays as it is. */
export async function insertUsers(db: Database, users: SampleUser[]): Promise<void> {
  await db
    .insertInto('app_user')
    .values(users)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
