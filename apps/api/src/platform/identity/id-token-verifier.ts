import type { Role } from '@greenroom/contract/access/permission'
import { generalMessages } from '@greenroom/contract/error'
import { directionMarks, isBlank } from '@greenroom/contract/field'
import { longestIdToken, sessionMessages } from '@greenroom/contract/staff/session/session.schema'
import { decodeProtectedHeader, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { AppError } from '../app-error.ts'
import type { Clock } from '../clock.ts'
import { type AllowList, admittedBy, domainOf } from './allow-list.ts'
import { type GroupRoles, roleOfGroups } from './group-roles.ts'

/** Only signatures with a private key: with HS* the public key would be the secret, and "none" is no signature. */
const algorithms = ['RS256', 'ES256', 'PS256', 'EdDSA']
/** Headers in which a token includes or names the key that it should be checked with. */
const keyHeaders = ['jwk', 'jku', 'x5u', 'x5c']
const toleranceSeconds = 60
/** How old a token may be. It is exchanged right after the sign-in, so an older one was kept by somebody (OQ-172). */
const longestAgeSeconds = 3600
/**
 * How old a token may be that the provider has just issued for a code. Entra dates its tokens back by five minutes. An
 * older one means that a clock is wrong.
 */
const longestFreshAgeSeconds = 420
/** Max characters of a token that the provider sends to the server itself: it may list hundreds of groups. */
const longestFreshToken = 65_536
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
  /**
   * The role that the account's groups give; null if they give none, undefined if the settings give no roles by groups.
   */
  groupRole?: Role | null | undefined
  /** When the token was issued: of two tokens, the later one has the current e-mail address. */
  issuedAt: Date
}

interface IdTokenRules {
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
  /**
   * Entra: the issuer names the tenant, so each one counts for itself. Anybody can state any address in a tenant of their
   * own, so the claim xms_edov must vouch for its domain in place of email_verified.
   */
  isEntra?: boolean
  /** How the provider's groups give roles; without it they give none. */
  groups?: GroupRoles | undefined
  clock: Clock
}

interface Circumstances {
  /** Whether an address outside the allow-list was invited; by default nobody was. */
  isInvited?: ((email: string) => Promise<boolean>) | undefined
  /** Whether the provider has just issued the token for a code. */
  isFresh?: boolean | undefined
}

type VerifyIdToken = (token: string, circumstances?: Circumstances) => Promise<Identity>

/**
 * Creates the verifier of ID tokens: signature, issuer, audience, times, verified e-mail address, allow-list (OpenID
 * Connect Core 3.1.3.7, RFC 8725).
 * @returns a function from a token to its owner; isInvited tells whether an address outside the allow-list was invited.
 * It throws AppError UNAUTHENTICATED, CREDENTIAL_EXPIRED, ACCOUNT_NOT_ACCEPTED, or UNAVAILABLE if the issuer's keys cannot
 * be loaded
 */
export function createIdTokenVerifier(rules: IdTokenRules): VerifyIdToken {
  return async (token, { isInvited = nobodyIsInvited, isFresh = false } = {}) => {
    const claims = await verifiedClaims(token, rules, isFresh)
    const { sub, email } = claims
    // Claims are any JSON that the issuer signed; jose only checks that the required ones exist.
    if (!isStorable(sub)) throw refused('sub')
    if (!isStorable(email) || !isVerified(claims, rules)) {
      throw new AppError('ACCOUNT_NOT_ACCEPTED', sessionMessages.unverified)
    }
    const by = admission(email, claims, rules)
    if (by === null && !(await isInvited(email))) {
      throw new AppError('ACCOUNT_NOT_ACCEPTED', sessionMessages.notAccepted)
    }
    const name = (isStorable(claims.name) ? shownName(claims.name) : '') || email
    return {
      issuer: (rules.isEntra ? claims.iss : rules.issuers[0]) ?? '',
      subject: sub,
      email,
      name,
      isListed: by === 'address',
      groupRole: rules.groups && roleOfGroups(claims, rules.groups),
      issuedAt: new Date((claims.iat ?? 0) * 1000),
    }
  }
}

async function verifiedClaims(token: string, rules: IdTokenRules, isFresh: boolean): Promise<JWTPayload> {
  const now = rules.clock.now()
  try {
    if (token.length > (isFresh ? longestFreshToken : longestIdToken)) throw refused('length')
    const header = decodeProtectedHeader(token)
    if (keyHeaders.some((name) => name in header)) throw refused('key header')
    // Logout and access tokens of the same issuer say so in typ; they are no sign-in (RFC 8725, 3.11).
    if (header.typ !== undefined && header.typ.toLowerCase() !== 'jwt') throw refused('typ')
    const { payload } = await jwtVerify(token, rules.keys, {
      algorithms,
      issuer: rules.issuers,
      audience: rules.clientId,
      clockTolerance: toleranceSeconds,
      currentDate: now,
      requiredClaims: ['sub', 'iat', 'exp'],
    })
    const seconds = now.getTime() / 1000
    if (payload.iat === undefined) throw refused('iat')
    if (payload.iat > seconds + toleranceSeconds) throw wrongClock(isFresh)
    if (Array.isArray(payload.aud) && payload.aud.length > 1 && payload.azp !== rules.clientId)
      throw refused('azp')
    if (isFresh && payload.iat < seconds - longestFreshAgeSeconds) throw wrongClock(isFresh)
    // The tolerance is for a token issued slightly in the future, not for one that has expired.
    if (payload.exp === undefined || payload.exp <= seconds) throw expired()
    if (payload.iat <= seconds - longestAgeSeconds) throw expired()
    return payload
  } catch (error) {
    if (error instanceof AppError) throw error
    // Nobody has kept a token that was issued a moment ago.
    const isTime = error instanceof errors.JWTExpired || checkOf(error) === 'nbf'
    if (isTime && isFresh) throw wrongClock(isFresh)
    if (error instanceof errors.JWTExpired) throw expired()
    throw refused(checkOf(error), error)
  }
}

/** Returns what a token fails: a claim, or a word for the check. The log has it; a person can do nothing with it. */
function checkOf(error: unknown): string {
  if (error instanceof errors.JWTClaimValidationFailed) return error.claim
  return error instanceof errors.JOSEError ? error.code : 'form'
}

/** Tells whether the provider vouches for the e-mail address. */
function isVerified({ email_verified, xms_edov }: JWTPayload, { isEntra }: IdTokenRules): boolean {
  const claim = isEntra ? xms_edov : email_verified
  // Entra writes a truth as a number too.
  return claim === true || claim === 'true' || (isEntra === true && (claim === 1 || claim === '1'))
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

function refused(check: string, cause?: unknown): AppError {
  return new AppError('UNAUTHENTICATED', generalMessages.unauthenticated, {
    cause: new Error(check, { cause }),
  })
}

function wrongClock(isFresh: boolean): AppError {
  const message = isFresh ? sessionMessages.clock : generalMessages.unauthenticated
  return new AppError('UNAUTHENTICATED', message, { cause: new Error('clock') })
}

function expired(): AppError {
  return new AppError('CREDENTIAL_EXPIRED', 'Your sign-in has expired. Sign in again.')
}

async function nobodyIsInvited(): Promise<boolean> {
  return false
}
