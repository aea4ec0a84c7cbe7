import { permissions } from '@greenroom/contract/access/permission'
import type { ApiKey } from '@greenroom/contract/staff/api-key/api-key.schema'
import type { ApiKeyRow } from './api-key.repository.ts'

export function presentApiKey(row: ApiKeyRow): ApiKey {
  return {
    _id: row.id,
    name: row.name,
    beginning: row.beginning,
    permissions: permissions.filter((permission) => row.permissions.includes(permission)),
    created_at: row.created_at.toISOString(),
    created_by: row.created_by,
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
    revoked_by: row.revoked_by,
  }
}
