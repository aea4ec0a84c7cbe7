import { randomBytes } from 'node:crypto'
import { apiKeyPrefix } from '@greenroom/contract/staff/api-key/api-key.schema'
import type { KeyAccess } from './api-key-directory.ts'

/** Makes the key of the sample site. It exists only in this process, and may do what the key of a product may do. */
export function createSiteKey(): { secret: string; access: KeyAccess } {
  return {
    secret: apiKeyPrefix + randomBytes(32).toString('base64url'),
    access: { id: 'site', name: 'Sample site', permissions: new Set(['intake.read', 'intake.write']) },
  }
}
