import { createApiKey, listApiKeys, revokeApiKey } from '@greenroom/contract/staff/api-key/api-key.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import type { ApiKeyDirectory } from '../../../platform/access/api-key-directory.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import { createApiKeyService } from './api-key.service.ts'

/** API keys of servers. */
export function apiKeyModule(host: ModuleHost, { directory }: { directory: ApiKeyDirectory }): void {
  const keys = createApiKeyService({ directory })
  on(host, listApiKeys).handle(async (call, { query }) => ({ data: await keys.list(call, query) }))
  on(host, createApiKey).handle(
    async (call, { body }) => ({ data: await keys.create(call, body), message: 'API key created' }),
    (call, { key }) => keys.renewSecret(call, key._id),
  )
  on(host, revokeApiKey).handle(async (call, { params }) => ({
    data: await keys.revoke(call, params.id),
    message: 'API key revoked',
  }))
}
