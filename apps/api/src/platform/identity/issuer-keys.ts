import { createRemoteJWKSet, errors, type JWTVerifyGetKey, type RemoteJWKSet } from 'jose'
import type { Logger } from 'pino'
import * as z from 'zod'
import { AppError } from '../app-error.ts'
import { isLoopbackHost } from './loopback-host.ts'

const timeoutMs = 5000
const Discovery = z.object({ issuer: z.string(), jwks_uri: z.url() })

/**
 * Loads the public keys of an external issuer from its discovery document (OpenID Connect Discovery 1.0) and caches
 * them for an hour. A token with an unknown key reloads them, at most every 30 seconds.
 * @param issuer exactly as the discovery document names it
 * @returns a key finder that throws AppError UNAVAILABLE if the issuer does not respond correctly
 */
export function createIssuerKeys(issuer: string, log: Logger): JWTVerifyGetKey {
  let known: Promise<RemoteJWKSet> | undefined
  return async (header, token) => {
    try {
      known ??= discoverKeys(issuer)
      const keys = await known
      return await keys(header, token)
    } catch (error) {
      if (isAboutToken(error)) throw error
      // Discover again next time, because the URL of the keys may have changed as well.
      known = undefined
      log.error({ err: error, issuer }, 'The keys of the sign-in provider could not be read')
      throw new AppError('UNAVAILABLE', 'Sign-ins cannot be checked at the moment. Try again shortly.', {
        retryAfter: 5,
        cause: error,
      })
    }
  }
}

/** Tells whether keys may be loaded from a URL: https, or http on this computer. */
export function isTrustworthyAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname))
}

async function discoverKeys(issuer: string): Promise<RemoteJWKSet> {
  const response = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(timeoutMs),
    headers: { accept: 'application/json' },
  })
  if (!response.ok) throw new Error(`The discovery document has status ${response.status}`)
  const document = Discovery.parse(await response.json())
  if (document.issuer !== issuer)
    throw new Error(`The discovery document names another issuer: ${document.issuer}`)
  if (!isTrustworthyAddress(document.jwks_uri)) throw new Error('The keys are not offered over https')
  return createRemoteJWKSet(new URL(document.jwks_uri), {
    timeoutDuration: timeoutMs,
    cacheMaxAge: 3_600_000,
  })
}

// All other errors here are about reaching or reading the issuer.
function isAboutToken(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  )
}
