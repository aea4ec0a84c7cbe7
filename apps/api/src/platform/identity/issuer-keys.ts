import { createRemoteJWKSet, errors, type JWTVerifyGetKey, type RemoteJWKSet } from 'jose'
import type { Logger } from 'pino'
import * as z from 'zod'
import { AppError } from '../app-error.ts'
import { isLoopbackHost } from './loopback-host.ts'

const timeoutMs = 5000
const Discovery = z.object({ issuer: z.string(), jwks_uri: z.url() })

/**
 * The public keys of an outside issuer, found through its discovery document (OpenID Connect Discovery 1.0) and kept
 * for an hour; a token signed with a key not seen yet makes them be read again, at most every 30 seconds.
 * @param issuer the issuer exactly as the discovery document names it
 * @returns a key finder that throws AppError UNAVAILABLE when the issuer does not answer as it should
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
      // Asked anew next time, because the address of the keys may have changed too.
      known = undefined
      log.error({ err: error, issuer }, 'The keys of the sign-in provider could not be read')
      throw new AppError('UNAVAILABLE', 'Sign-ins cannot be checked at the moment. Try again shortly.', {
        retryAfter: 5,
        cause: error,
      })
    }
  }
}

/** Tells whether an address may carry keys: https, or http inside this computer. */
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
  if (!response.ok) throw new Error(`The discovery document was answered with status ${response.status}`)
  const document = Discovery.parse(await response.json())
  if (document.issuer !== issuer)
    throw new Error(`The discovery document names another issuer: ${document.issuer}`)
  if (!isTrustworthyAddress(document.jwks_uri)) throw new Error('The keys are not offered over https')
  return createRemoteJWKSet(new URL(document.jwks_uri), {
    timeoutDuration: timeoutMs,
    cacheMaxAge: 3_600_000,
  })
}

// Everything else that is thrown here is about reaching or reading the issuer.
function isAboutToken(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  )
}
