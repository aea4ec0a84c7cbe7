import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import type { Logger } from 'pino'
import * as z from 'zod'
import { AppError } from '../app-error.ts'
import type { Clock } from '../clock.ts'
import { isLoopbackHost } from './loopback-host.ts'

/** How long keys count as current. */
const freshMs = 3_600_000
/** An unknown key reloads the keys at most this often. */
const cooldownMs = 30_000
/** Pauses after the second failure in a row and later ones. */
const firstPauseMs = 5_000
const longestPauseMs = 300_000
const Discovery = z.object({ issuer: z.string(), jwks_uri: z.url() })

/** Where a provider describes itself, and how it is reached. */
export interface ProviderSource {
  /** Address to which the path of the discovery document is added. */
  authority: string
  /** The issuer exactly as the discovery document names it. */
  issuer: string
  timeoutMs: number
  /** In place of the usual one. */
  fetch?: typeof fetch | undefined
}

/**
 * Loads the public keys of an external issuer from its discovery document (OpenID Connect Discovery 1.0). They are
 * reloaded after an hour, and for a token with an unknown key. While the issuer is away the last keys stay in use, and
 * attempts to reach it get rarer, up to five minutes apart.
 * @returns a key finder that throws AppError UNAVAILABLE if the issuer does not respond correctly and has no key for
 * the token among the last ones
 */
export function createIssuerKeys(
  source: ProviderSource,
  { clock, log }: { clock: Clock; log: Logger },
): JWTVerifyGetKey {
  const { issuer } = source
  const now = () => clock.now().getTime()
  let known: { find: ReturnType<typeof createLocalJWKSet>; at: number } | undefined
  let loading: Promise<boolean> | undefined
  let failures = 0
  let nextAttempt = 0

  /** Returns whether the keys were loaded; requests that arrive meanwhile share the attempt. */
  function load(): Promise<boolean> {
    if (now() < nextAttempt) return Promise.resolve(false)
    loading ??= loadOnce().finally(() => {
      loading = undefined
    })
    return loading
  }

  async function loadOnce(): Promise<boolean> {
    try {
      known = { find: createLocalJWKSet(await fetchKeys(source)), at: now() }
      failures = 0
      return true
    } catch (error) {
      failures++
      // One failure may be a hiccup.
      const pause = failures === 1 ? 0 : Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 2))
      nextAttempt = now() + pause
      log.error({ err: error, issuer, pause }, 'The keys of the sign-in provider could not be read')
      return false
    }
  }

  const unavailable = (cause?: unknown) => {
    const retryAfter = Math.max(5, Math.ceil((nextAttempt - now()) / 1000))
    const message = "Sign-ins can't be checked at the moment. Try again shortly."
    return new AppError('UNAVAILABLE', message, { retryAfter, cause })
  }

  return async (header, token) => {
    if (!known || now() - known.at >= freshMs) await load()
    if (!known) throw unavailable()
    try {
      return await known.find(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || now() - known.at < cooldownMs) throw error
      // The issuer may have a new key.
      if (!(await load())) throw unavailable(error)
      return await known.find(header, token)
    }
  }
}

/** Tells whether keys may be loaded from a URL: https, or http on this computer. */
export function isTrustworthyAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname))
}

async function fetchKeys(source: ProviderSource): Promise<JSONWebKeySet> {
  const address = `${source.authority.replace(/\/$/, '')}/.well-known/openid-configuration`
  const document = Discovery.parse(await fetchJson(source, address))
  if (document.issuer !== source.issuer)
    throw new Error(`The discovery document names another issuer: ${document.issuer}`)
  if (!isTrustworthyAddress(document.jwks_uri)) throw new Error('The keys are not offered over https')
  // createLocalJWKSet validates it.
  return (await fetchJson(source, document.jwks_uri, { redirect: 'error' })) as JSONWebKeySet
}

async function fetchJson(
  { timeoutMs, fetch: ask = fetch }: ProviderSource,
  address: string,
  init: RequestInit = {},
): Promise<unknown> {
  const response = await ask(address, {
    ...init,
    signal: AbortSignal.timeout(timeoutMs),
    headers: { accept: 'application/json, application/jwk-set+json' },
  })
  if (!response.ok) throw new Error(`${address} has status ${response.status}`)
  return await response.json()
}
