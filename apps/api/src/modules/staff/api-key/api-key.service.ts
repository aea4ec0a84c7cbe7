import { randomBytes } from 'node:crypto'
import {
  type ApiKey,
  apiKeyMessages,
  apiKeyPrefix,
  type NewApiKey,
} from '@greenroom/contract/staff/api-key/api-key.schema'
import { type ApiKeyDirectory, hashApiKey } from '../../../platform/access/api-key-directory.ts'
import { AppError, invalid } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { afterCommit } from '../../../platform/database/database.ts'
import { isUniqueViolation } from '../../../platform/database/database-errors.ts'
import { newId } from '../../../platform/database/record-id.ts'
import { findRecord } from '../../../platform/database/records.ts'
import { presentApiKey } from './api-key.presenter.ts'
import { findApiKey, insertApiKey, listApiKeys, markRevoked, replaceSecret } from './api-key.repository.ts'

/** Bytes of randomness in a key. */
const keyBytes = 32
const dayMs = 24 * 60 * 60 * 1000
/** Characters of a key that stay readable, with its prefix. */
const beginningLength = apiKeyPrefix.length + 6

function newSecret(): string {
  return apiKeyPrefix + randomBytes(keyBytes).toString('base64url')
}

function storedSecret(secret: string): { sha256: string; beginning: string } {
  return { sha256: hashApiKey(secret), beginning: secret.slice(0, beginningLength) }
}

/** The API keys of servers. */
export function createApiKeyService({ directory }: { directory: ApiKeyDirectory }) {
  return {
    async list(
      { db }: Call,
      page: { limit: number; offset: number },
    ): Promise<{ count: number; keys: ApiKey[] }> {
      const { count, rows } = await listApiKeys(db, page)
      return { count, keys: rows.map(presentApiKey) }
    },

    /**
     * Makes a key with permissions that its maker has.
     * @returns the key's record, and the key itself, which is stored nowhere
     * @throws AppError DUPLICATE if a key in use has this name
     */
    async create(
      call: Call,
      { name, permissions, expires_at, expires_in_days }: NewApiKey,
    ): Promise<{ key: ApiKey; secret: string }> {
      const beyond = permissions.findIndex((permission) => !call.actor.permissions.has(permission))
      if (beyond >= 0)
        throw invalid([{ path: `permissions.${beyond}`, message: apiKeyMessages.permissionBeyond }])
      if (expires_at && expires_in_days) {
        throw invalid([{ path: 'expires_in_days', message: apiKeyMessages.daysAndExpiry }])
      }
      const inDays = expires_in_days && new Date(call.now.getTime() + expires_in_days * dayMs)
      const expiresAt = inDays || (expires_at ? new Date(expires_at) : null)
      if (expiresAt && expiresAt <= call.now) {
        throw invalid([{ path: 'expires_at', message: apiKeyMessages.expiryPast }])
      }
      const secret = newSecret()
      const row = await insertApiKey(call.db, {
        id: newId(),
        name,
        ...storedSecret(secret),
        permissions: [...new Set(permissions)],
        created_at: call.now,
        created_by: call.actor.email,
        expires_at: expiresAt,
      }).catch((error: unknown) => {
        if (!isUniqueViolation(error, 'api_key_name_in_use')) throw error
        const message = apiKeyMessages.nameTaken
        throw new AppError('DUPLICATE', message, { errors: [{ path: 'name', message }] })
      })
      const key = presentApiKey(row)
      await recordAudit(call, {
        action: 'api-key.create',
        entityType: 'api-key',
        entityId: row.id,
        label: name,
        after: { name, permissions: key.permissions, expires_at: key.expires_at },
      })
      return { key, secret }
    },

    /**
     * Replaces the secret of a key whose response was lost: nobody has seen it (OQ-605).
     * @throws AppError WRONG_STATE if the key was used or revoked since
     */
    async renewSecret(call: Call, id: string): Promise<{ key: ApiKey; secret: string }> {
      const secret = newSecret()
      const row = await replaceSecret(call.db, id, storedSecret(secret))
      if (!row) throw new AppError('WRONG_STATE', apiKeyMessages.usedOrRevoked)
      afterCommit(call.db, directory.forget)
      return { key: presentApiKey(row), secret }
    },

    /** @throws AppError NOT_FOUND */
    async revoke(call: Call, id: string): Promise<ApiKey> {
      const known = await findRecord(call, findApiKey, id, 'API key')
      const row = await markRevoked(call.db, known.id, { by: call.actor.email, at: call.now })
      // Revoked before, or by somebody else meanwhile.
      if (!row) return presentApiKey(await findRecord(call, findApiKey, id, 'API key'))
      await recordAudit(call, {
        action: 'api-key.revoke',
        entityType: 'api-key',
        entityId: id,
        label: row.name,
      })
      afterCommit(call.db, directory.forget)
      return presentApiKey(row)
    },
  }
}
