import type { Selectable } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'

export type SessionRow = Pick<
  Selectable<DB['session']>,
  'id' | 'browser' | 'address' | 'started_at' | 'last_call_at' | 'ends_at'
>

/** Why a session ended before its time. */
export type EndReason = 'sign-out' | 'own' | 'staff' | 'disabled' | 'invited-again'

/** Max number of listed sessions. */
const mostListed = 100

/** Lists the open sessions of a member of staff, the one with the last call first. */
export function listOpenSessions(
  db: Database,
  { staffId, now, calledSince }: { staffId: string; now: Date; calledSince: Date | undefined },
): Promise<SessionRow[]> {
  return db
    .selectFrom('session')
    .select(['id', 'browser', 'address', 'started_at', 'last_call_at', 'ends_at'])
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', now)
    .$if(calledSince !== undefined, (query) => query.where('last_call_at', '>', calledSince ?? now))
    .orderBy('last_call_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostListed)
    .execute()
}

/** Tells whether a member of staff has, or had, a session. */
export async function hasSession(db: Database, staffId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('session')
    .select('id')
    .where('id', '=', id)
    .where('staff_id', '=', staffId)
    .executeTakeFirst()
  return row !== undefined
}

/** Lets the open sessions of a member of staff end no later than at a moment. */
export async function shortenSessions(
  db: Database,
  { staffId, until }: { staffId: string; until: Date },
): Promise<void> {
  await db
    .updateTable('session')
    .set({ ends_at: until })
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', until)
    .execute()
}

/** Ends the open sessions of a member of staff, or one of them, or all but one, and returns them. */
export function endOpenSessions(
  db: Database,
  {
    staffId,
    id,
    exceptId,
    now,
    because,
  }: {
    staffId: string
    id?: string | undefined
    exceptId?: string | undefined
    now: Date
    because: EndReason
  },
): Promise<{ id: string; email: string }[]> {
  return db
    .updateTable('session')
    .set({ ended_at: now, ended_because: because })
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', now)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(exceptId !== undefined, (query) => query.where('id', '<>', exceptId ?? ''))
    .returning(['id', 'email'])
    .execute()
}
