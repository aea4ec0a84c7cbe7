import * as z from 'zod/mini'
import { endpoint, ok } from '../../endpoint.ts'
import { Id } from '../../field.ts'
import { limit, offset } from '../../list.ts'
import { ApiKey, NewApiKey } from './api-key.schema.ts'

/** Lists API keys: those in use first, then the newest. */
export const listApiKeys = endpoint({
  name: 'listApiKeys',
  method: 'GET',
  path: '/admin/api-keys',
  summary: 'List API keys',
  description: 'Lists those in use first.',
  requirements: ['OQ-360'],
  permissions: ['key.write'],
  query: z.object({ limit: limit(50), offset: offset() }),
  response: ok(z.object({ count: z.int(), keys: z.array(ApiKey) })),
})

/** Makes a key. `secret` is in this response only. A repeat under one Idempotency-Key replaces it (OQ-605). */
export const createApiKey = endpoint({
  name: 'createApiKey',
  method: 'POST',
  path: '/admin/api-keys',
  summary: 'Make an API key; its secret is shown once',
  description: 'Refuses a name that is in use (409).',
  requirements: ['OQ-360'],
  permissions: ['key.write'],
  body: NewApiKey,
  response: ok(z.object({ key: ApiKey, secret: z.string() })),
  status: 201,
  secret: 'secret',
})

/** Revokes a key. Revoking it again changes nothing. */
export const revokeApiKey = endpoint({
  name: 'revokeApiKey',
  method: 'POST',
  path: '/admin/api-keys/:id/revoke',
  summary: 'Revoke an API key',
  requirements: ['OQ-361'],
  permissions: ['key.write'],
  params: z.object({ id: Id }),
  response: ok(ApiKey),
})
