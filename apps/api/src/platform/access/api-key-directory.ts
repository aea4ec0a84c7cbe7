import { createHash } from 'node:crypto'
import { type Permission, permissions } from '@greenroom/contract/access/permission'
import { generalMessages } from '@greenroom/contract/error'
import { apiKeyPrefix } from '@greenroom/contract/staff/api-key/api-key.schema'
import { AppError } from '../app-error.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'

/** What the holder of an API key may do. */
export interface KeyAccess {
  id: string
  name: string
  permissions: ReadonlySet<Permission>
}

export interface ApiKeyDirectory {
  /** @throws AppError UNAUTHENTICATED for a key that is unknown, revoked or expired */
  accessOf(secret: string): Promise<KeyAccess>
  /** Drops what this process remembers, after a key was revoked. Other processes follow within `rememberedMs`. */
  forget(): void
}

/** How long a process remembers a key, in milliseconds. */
const rememberedMs = 20_000
/** Max number of remembered keys. */
const mostRemembered = 1_000
/** How often the last use of a key is written, in milliseconds. */
const usePrecision = 60_000

/** Tells whether a credential has the form of an API key. */
export function isApiKey(credential: string): boolean {
  return credential.startsWith(apiKeyPrefix)
}

/** Hashes a key for storage and lookup. */
export function hashApiKey(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/**
 * Checks API keys and writes when they were last used.
 * @param ownKey a key of this process alone, for its sample site
 */
export function createApiKeyDirectory({
  db,
  clock,
  ownKey,
}: {
  db: Database
  clock: Clock
  ownKey?: { secret: string; access: KeyAccess } | undefined
}): ApiKeyDirectory {
  const remembered = new Map<string, { access: KeyAccess; expiresAt: Date | null; until: number }>()
  /** How often a change was announced. */
  let changes = 0

  async function load(sha256: string) {
    const row = await db
      .selectFrom('api_key')
      .select(['id', 'name', 'permissions', 'expires_at', 'last_used_at'])
      .where('sha256', '=', sha256)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (!row) throw refused()
    const now = clock.now()
    if (!row.last_used_at || now.getTime() - row.last_used_at.getTime() >= usePrecision) {
      await db.updateTable('api_key').set({ last_used_at: now }).where('id', '=', row.id).execute()
    }
    const allowed = permissions.filter((permission) => row.permissions.includes(permission))
    const access = { id: row.id, name: row.name, permissions: new Set(allowed) }
    return { access, expiresAt: row.expires_at, until: performance.now() + rememberedMs }
  }

  return {
    async accessOf(secret) {
      if (ownKey && secret === ownKey.secret) return ownKey.access
      const sha256 = hashApiKey(secret)
      let entry = remembered.get(sha256)
      if (!entry || entry.until <= performance.now()) {
        remembered.delete(sha256)
        const since = changes
        entry = await load(sha256)
        // Read before a change that was announced meanwhile: the next request reads it again.
        if (since === changes) remembered.set(sha256, entry)
        const [oldest] = remembered.keys()
        if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest)
      }
      if (entry.expiresAt && entry.expiresAt <= clock.now()) throw refused()
      return entry.access
    },
    forget() {
      changes += 1
      remembered.clear()
    },
  }
}

function refused(): AppError {
  return new AppError('UNAUTHENTICATED', generalMessages.unauthenticated)
}
