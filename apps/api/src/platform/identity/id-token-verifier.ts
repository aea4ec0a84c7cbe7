import { generalMessages } from '@greenroom/contract/error'
import { directionMarks, isBlank } from '@greenroom/contract/field'
import { longestIdToken, sessionMessages } from '@greenroom/contract/staff/session/session.schema'
import { decodeProtectedHeader, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { AppError } from '../app-error.ts'
import type { Clock } from '../clock.ts'
import { type AllowList, admittedBy, domainOf } from './allow-list.ts'

/** Only signatures with a private key: with HS* the public key would be the secret, and "none" is no signature. */
const algorithms = ['RS256', 'ES256', 'PS256', 'EdDSA']
/** Headers in which a token includes or names the key that it should be checked with. */
const keyHeaders = ['jwk', 'jku', 'x5u', 'x5c']
const toleranceSeconds = 60
/** How old a token may be. It is exchanged right after the sign-in, so an older one was kept by somebody (OQ-172). */
const longestAgeSeconds = 3600
const longestName = 200

/** The owner of an ID token. */
export interface Identity {
  /** The provider, in one spelling. */
  issuer: string
  /** The provider's id of the person: stable, unlike an e-mail address. */
  subject: string
  email: string
  name: string
  /** Whether ADMIN_EMAILS lists the address itself. */
  isListed: boolean
  /** When the token was issued: of two tokens, the later one has the current e-mail address. */
  issuedAt: Date
}

export interface IdTokenRules {
  /** Every valid spelling of the issuer, compared exactly. */
  issuers: string[]
  clientId: string
  /** Finds the issuer's key for a token; throws AppError UNAVAILABLE if the keys cannot be loaded. */
  keys: JWTVerifyGetKey
  allowList: AllowList
  /**
   * Google: an account belongs to the company only if the claim hd names the domain. Without it anybody may have
   * opened a private account with a company address (Google, "Verify the Google ID token on your server side").
   */
  hostedDomainClaim: boolean
  clock: Clock
}

type VerifyIdToken = (token: string, isInvited?: (email: string) => Promise<boolean>) => Promise<Identity>

/**
 * Creates the verifier of ID tokens: signature, issuer, audience, times, verified e-mail address, allow-list (OpenID
 * Connect Core 3.1.3.7, RFC 8725).
 * @returns a function from a token to its owner; isInvited tells whether an address outside the allow-list was invited.
 * It throws AppError UNAUTHENTICATED, CREDENTIAL_EXPIRED, ACCOUNT_NOT_ACCEPTED, or UNAVAILABLE if the issuer's keys cannot
 * be loaded
 */
export function createIdTokenVerifier(rules: IdTokenRules): VerifyIdToken {
  return async (token, isInvited = nobodyIsInvited) => {
    const claims = await verifiedClaims(token, rules)
    const { sub, email } = claims
    // Claims are any JSON that the issuer signed; jose only checks that the required ones exist.
    if (!isStorable(sub)) throw refused()
    const verified = claims.email_verified === true || claims.email_verified === 'true'
    const by = isStorable(email) && verified ? admission(email, claims, rules) : null
    if (!isStorable(email) || !verified || (by === null && !(await isInvited(email)))) {
      throw new AppError('ACCOUNT_NOT_ACCEPTED', sessionMessages.notAccepted)
    }
    const name = (isStorable(claims.name) ? shownName(claims.name) : '') || email
    return {
      issuer: rules.issuers[0] ?? '',
      subject: sub,
      email,
      name,
      isListed: by === 'address',
      issuedAt: new Date((claims.iat ?? 0) * 1000),
    }
  }
}

async function verifiedClaims(token: string, rules: IdTokenRules): Promise<JWTPayload> {
  const now = rules.clock.now()
  try {
    if (token.length > longestIdToken) throw refused()
    const header = decodeProtectedHeader(token)
    if (keyHeaders.some((name) => name in header)) throw refused()
    // Logout and access tokens of the same issuer say so in typ; they are no sign-in (RFC 8725, 3.11).
    if (header.typ !== undefined && header.typ.toLowerCase() !== 'jwt') throw refused()
    const { payload } = await jwtVerify(token, rules.keys, {
      algorithms,
      issuer: rules.issuers,
      audience: rules.clientId,
      clockTolerance: toleranceSeconds,
      currentDate: now,
      requiredClaims: ['sub', 'iat', 'exp'],
    })
    const seconds = now.getTime() / 1000
    if (payload.iat === undefined || payload.iat > seconds + toleranceSeconds) throw refused()
    if (Array.isArray(payload.aud) && payload.aud.length > 1 && payload.azp !== rules.clientId)
      throw refused()
    // The tolerance is for a token issued slightly in the future, not for one that has expired.
    if (payload.exp === undefined || payload.exp <= seconds) throw expired()
    if (payload.iat <= seconds - longestAgeSeconds) throw expired()
    return payload
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof errors.JWTExpired) throw expired()
    throw refused(error)
  }
}

/** Returns by which entry of the allow-list an address is admitted; null if by none. */
function admission(
  email: string,
  claims: JWTPayload,
  { allowList, hostedDomainClaim }: IdTokenRules,
): 'address' | 'domain' | null {
  const by = admittedBy(allowList, email)
  if (by === 'domain' && hostedDomainClaim && claims.hd !== domainOf(email)) return null
  return by
}

/** Returns a name without the marks that change the direction of the text around it, and not endless; empty if nobody can see it. */
function shownName(name: string): string {
  if (isBlank(name)) return ''
  return name.replace(directionMarks, '').trim().slice(0, longestName)
}

/** Tells whether a claim is a text that the database, the log and a header can hold. */
function isStorable(claim: unknown): claim is string {
  return typeof claim === 'string' && claim !== '' && !/[\p{Cc}\p{Cs}]/u.test(claim)
}

function refused(cause?: unknown): AppError {
  return new AppError('UNAUTHENTICATED', generalMessages.unauthenticated, { cause })
}

function expired(): AppError {
  return new AppError('CREDENTIAL_EXPIRED', 'Your sign-in has expired. Sign in again.')
}

async function nobodyIsInvited(): Promise<boolean> {
  return false
}
