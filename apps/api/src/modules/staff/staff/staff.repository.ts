import type { Role } from '@greenroom/contract/access/permission'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'
import { contains } from '../../../platform/database/text-search.ts'

export type StaffRow = Selectable<DB['staff']>

/** Lists staff, those who may sign in first, then by e-mail address. */
export async function listStaff(
  db: Database,
  {
    q,
    role,
    limit,
    offset,
  }: { q?: string | undefined; role?: Role | undefined; limit: number; offset: number },
): Promise<{ count: number; rows: StaffRow[] }> {
  const text = q?.trim()
  const matching = db
    .selectFrom('staff')
    .$if(text !== undefined && text !== '', (query) =>
      query.where(contains(sql<string>`name || ' ' || email`, text ?? '')),
    )
    .$if(role !== undefined, (query) => query.where('role', '=', role ?? ''))
  const [rows, { count }] = await Promise.all([
    matching
      .selectAll()
      .orderBy('is_disabled')
      .orderBy(sql`lower(email)`)
      .limit(limit)
      .offset(offset)
      .execute(),
    matching.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow(),
  ])
  return { count, rows }
}

/** Inserts an invitation. An address that is known, in any case, violates `staff_by_email`. */
export function insertStaff(
  db: Database,
  row: { id: string; email: string; role: Role; invited_by: string; now: Date },
): Promise<StaffRow> {
  const { now, ...values } = row
  return db
    .insertInto('staff')
    .values({ ...values, role_by_hand: true, name: '', invited_at: now, created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function findStaff(db: Database, id: string): Promise<StaffRow | undefined> {
  return db.selectFrom('staff').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findStaffByEmail(db: Database, email: string): Promise<StaffRow | undefined> {
  return db
    .selectFrom('staff')
    .selectAll()
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .executeTakeFirst()
}

export function updateStaff(
  db: Database,
  id: string,
  values: Partial<
    Pick<
      StaffRow,
      'role' | 'role_by_hand' | 'is_disabled' | 'issuer' | 'subject' | 'invited_by' | 'invited_at'
    >
  >,
): Promise<StaffRow> {
  return db
    .updateTable('staff')
    .set({ ...values, version: sql`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
