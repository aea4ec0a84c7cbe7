import { normalizeIP } from '@fastify/rate-limit'
import type { EndpointDeclaration } from '@greenroom/contract/endpoint'
import { errorStatus, generalMessages } from '@greenroom/contract/error'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Settings } from '../../settings.ts'
import { type ApiKeyDirectory, isApiKey } from '../access/api-key-directory.ts'
import { requirePermissions } from '../access/require-permission.ts'
import type { SessionDirectory } from '../access/session-directory.ts'
import { AppError } from '../app-error.ts'
import { type Actor, actorIdOfKey, systemActor } from '../audit/actor.ts'
import type { RefusedCalls } from '../audit/refused-calls.ts'
import type { SignIns } from '../audit/sign-ins.ts'
import { clientAddress } from './client-address.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call; without it a route requires a credential. */
    access?: 'public' | 'staff'
    /** Outside the rate limits: health, metrics, files, and webhooks, which are signed. */
    isUnlimited?: boolean
    endpoint?: EndpointDeclaration
  }
  interface FastifyRequest {
    actor: Actor | null
  }
}

type Limit = ReturnType<FastifyInstance['createRateLimit']>

interface AuthenticationOptions {
  sessions: SessionDirectory
  apiKeys: ApiKeyDirectory
  signIns: SignIns
  refusedCalls: RefusedCalls
  settings: Pick<
    Settings,
    | 'RATE_LIMIT_PER_MINUTE'
    | 'RATE_LIMIT_PER_KEY_PER_MINUTE'
    | 'RATE_LIMIT_WRITES_PER_MINUTE'
    | 'RATE_LIMIT_SIGN_INS_PER_MINUTE'
  >
}

/**
 * Counts and records a refused credential, or a refused sign-in.
 * @returns the error to respond with
 */
export type Refuse = (request: FastifyRequest, credential: string, error: unknown) => Promise<unknown>

/**
 * Requires a credential on every route that is not explicitly public, and limits the rate of requests. It is one hook
 * for all routes, so that a new route cannot forget it, and it checks the permissions that the endpoint declares before
 * anything of the request is read. Only refused credentials count as attempts of their address, so that neither a restart
 * nor somebody's garbage keeps a valid credential behind the same address out.
 */
export function authenticateAll(
  app: FastifyInstance,
  { sessions, apiKeys, signIns, refusedCalls, settings }: AuthenticationOptions,
): Refuse {
  const limitOf = (max: number, prefix: string): Limit | undefined =>
    max === 0
      ? undefined
      : app.createRateLimit({
          max,
          timeWindow: 60_000,
          keyGenerator: (request) => `${prefix}:${request.actor?.id ?? normalizeIP(clientAddress(request))}`,
        })
  const calls = limitOf(settings.RATE_LIMIT_PER_MINUTE, 'calls')
  const keyCalls = limitOf(settings.RATE_LIMIT_PER_KEY_PER_MINUTE, 'keys')
  const writes = limitOf(settings.RATE_LIMIT_WRITES_PER_MINUTE, 'writes')
  const refusals = limitOf(settings.RATE_LIMIT_SIGN_INS_PER_MINUTE, 'refusals')

  async function admit(credential: string, isCall: boolean, from: Origin): Promise<Actor> {
    if (isApiKey(credential)) {
      const { id, name, permissions } = await apiKeys.accessOf(credential)
      const email = `API key ${name}`
      return {
        id: actorIdOfKey(id),
        email,
        name: email,
        staffId: null,
        role: null,
        permissions,
        sessionId: null,
        ...from,
      }
    }
    const { id: sessionId, subject, endsAt: _, ...account } = await sessions.accessOf(credential, isCall)
    return { ...account, id: subject, sessionId, ...from }
  }

  async function refuse(request: FastifyRequest, credential: string, error: unknown): Promise<unknown> {
    if (!(error instanceof AppError) || errorStatus[error.code] !== 401) return error
    const tooMany = await excess(refusals, request)
    const { cause } = error
    // For whoever sets a provider up: the response says only what a person can act on.
    if (cause instanceof Error) request.log.info({ check: cause.message }, 'A sign-in was refused')
    if (!tooMany) await signIns.refused({ credential, code: error.code, ...origin(request) })
    // The issuer vouches for the other two, and their owner must learn the reason.
    return tooMany && error.code === 'UNAUTHENTICATED' ? tooMany : error
  }

  app.decorateRequest('actor', null)
  app.addHook('onRequest', async (request, reply) => {
    // Unknown routes need no credential: the response is 404, or the console's page, which signs people in.
    const { access, endpoint, isUnlimited } = request.routeOptions.config
    if (isUnlimited && !request.is404) return
    if (request.is404 || access === 'public') {
      await enforce(calls, request)
      return
    }
    const credential = bearerCredential(request)
    request.actor = await admit(credential, !endpoint?.isUpkeep, origin(request)).catch(
      async (error: unknown) => {
        throw await refuse(request, credential, error)
      },
    )
    if (isApiKey(credential)) {
      // A server can slow down before it is refused; people have no use for it.
      await enforce(keyCalls, request, (headers) => reply.headers(headers))
    } else {
      await enforce(calls, request)
      if (request.method !== 'GET' && request.method !== 'HEAD') await enforce(writes, request)
    }
    // A route that declares no endpoint is not for staff: without a declaration nobody is admitted.
    if (!endpoint) throw new AppError('FORBIDDEN', generalMessages.forbidden)
    requirePermissions(request.actor, endpoint.permissions)
  })
  // Services refuse as well, so the refusals of all are recorded here.
  app.addHook('onError', async (request, _reply, error) => {
    const { endpoint } = request.routeOptions.config
    if (!(error instanceof AppError) || error.code !== 'FORBIDDEN' || !request.actor || !endpoint) return
    await refusedCalls.record(request.actor, endpoint)
  })
  return refuse
}

/** Returns the signed-in member of staff; the hook has ensured that there is one. */
export function actorOf(request: FastifyRequest): Actor {
  if (request.actor) return request.actor
  if (request.routeOptions.config.access === 'public') {
    return {
      ...systemActor,
      id: 'anonymous',
      email: '',
      name: '',
      permissions: new Set(),
      ...origin(request),
    }
  }
  throw new AppError('UNAUTHENTICATED', generalMessages.unauthenticated)
}

/** Where a request comes from. */
type Origin = Pick<Actor, 'address' | 'requestId'>

function origin(request: FastifyRequest): Origin {
  return { address: clientAddress(request), requestId: request.id }
}

function bearerCredential(request: FastifyRequest): string {
  const credential = /^Bearer +([A-Za-z0-9._~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!credential) throw new AppError('UNAUTHENTICATED', generalMessages.unauthenticated)
  return credential
}

async function enforce(limit: Limit | undefined, request: FastifyRequest, tell?: Tell): Promise<void> {
  const tooMany = await excess(limit, request, tell)
  if (tooMany) throw tooMany
}

/** Receives the headers that describe a limit: how many requests a minute, how many are left, seconds until it is full. */
type Tell = (headers: Record<string, string>) => void

/** Counts a request. Returns the error to respond with if it exceeds the limit. */
async function excess(
  limit: Limit | undefined,
  request: FastifyRequest,
  tell?: Tell,
): Promise<AppError | undefined> {
  const result = await limit?.(request)
  if (!result || result.isAllowed) return undefined
  tell?.({
    'ratelimit-limit': String(result.max),
    'ratelimit-remaining': String(Math.max(0, result.remaining)),
    'ratelimit-reset': String(Math.max(1, result.ttlInSeconds)),
  })
  if (!result.isExceeded) return undefined
  return new AppError('TOO_MANY_REQUESTS', 'Too many requests. Wait a moment and try again.', {
    retryAfter: Math.max(1, result.ttlInSeconds),
  })
}
