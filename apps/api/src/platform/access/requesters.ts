import { type Permission, permissions, Role } from '@greenroom/contract/access/permission'
import { permissionsOf } from '@greenroom/contract/access/role'
import * as z from 'zod/mini'
import { AppError } from '../app-error.ts'
import { type Actor, actorIdOfKey, keyIdOfActor } from '../audit/actor.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { isRecordId } from '../database/record-id.ts'
import { hasAll } from './require-permission.ts'

/**
 * The people and API keys on whose behalf a job, or a download without a credential, acts. Their access is read when the
 * work begins: it may have ended since they requested it.
 */
export interface Requesters {
  /**
   * Returns who requested something, with the permissions that they have now.
   * @param actorId as `Actor.id`, and as stored with what was requested
   * @throws AppError FORBIDDEN if the account is unknown or disabled, the key has ended, or a permission is missing
   */
  require(db: Database, actorId: string, needed: readonly Permission[]): Promise<Actor>
}

const requesterMessages = {
  noAccess: 'Whoever requested this no longer has access to Greenroom.',
  noPermission: 'Whoever requested this no longer has the permission for it.',
} as const

export function createRequesters({
  clock,
  isListed,
}: {
  clock: Clock
  /** Tells whether ADMIN_EMAILS lists an address. */
  isListed(email: string): boolean
}): Requesters {
  async function keyHolder(db: Database, keyId: string): Promise<Actor | null> {
    if (!isRecordId(keyId)) return null
    const row = await db
      .selectFrom('api_key')
      .select(['id', 'name', 'permissions', 'expires_at'])
      .where('id', '=', keyId)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (!row || (row.expires_at && row.expires_at <= clock.now())) return null
    const email = `API key ${row.name}`
    const allowed = permissions.filter((permission) => row.permissions.includes(permission))
    return {
      id: actorIdOfKey(row.id),
      email,
      name: email,
      staffId: null,
      role: null,
      permissions: new Set(allowed),
      ...nowhere,
    }
  }

  async function member(db: Database, subject: string): Promise<Actor | null> {
    const rows = await db
      .selectFrom('staff')
      .select(['id', 'email', 'name', 'role', 'is_disabled'])
      .where('subject', '=', subject)
      .limit(2)
      .execute()
    const [row] = rows
    // Two providers could give two people the same subject: then nobody can tell whose request it was.
    if (!row || rows.length > 1) return null
    const listed = isListed(row.email)
    if (row.is_disabled && !listed) return null
    const role = listed ? 'owner' : z.parse(Role, row.role)
    const { email, name, id: staffId } = row
    return { id: subject, email, name, staffId, role, permissions: permissionsOf(role), ...nowhere }
  }

  return {
    async require(db, actorId, needed) {
      const keyId = keyIdOfActor(actorId)
      const actor = keyId === null ? await member(db, actorId) : await keyHolder(db, keyId)
      if (!actor) throw new AppError('FORBIDDEN', requesterMessages.noAccess)
      if (!hasAll(actor, needed)) throw new AppError('FORBIDDEN', requesterMessages.noPermission)
      return actor
    },
  }
}

/** A job has no client and no session. */
const nowhere = { sessionId: null, address: '', requestId: '' }
