import { createHash, randomUUID } from 'node:crypto'
import type { Role } from '@greenroom/contract/access/permission'
import { importJWK, SignJWT } from 'jose'
import type { Clock } from '../clock.ts'
import type { SandboxKeys } from './sandbox-keys.ts'

export const sandboxClientId = 'greenroom-console'
/** The domain that the sandbox admits by default. */
export const sandboxDomain = 'greenroom.example'
/** Lifetime of an ID token, in seconds: as Google's. */
export const sandboxTokenSeconds = 3600

export interface SandboxAccount {
  email: string
  name: string
  /** The role at the first sign-in; without it DEFAULT_ROLE applies. */
  role?: Role
  /** What a person should know before choosing the account, in place of a role. */
  note?: string
}

export const sandboxAccounts: readonly SandboxAccount[] = [
  { email: 'meera.nair@greenroom.example', name: 'Meera Nair', role: 'owner' },
  { email: 'arjun.mehta@greenroom.example', name: 'Arjun Mehta', role: 'administrator' },
  { email: 'farida.khan@greenroom.example', name: 'Farida Khan', role: 'finance' },
  { email: 'dev.patel@greenroom.example', name: 'Dev Patel', role: 'content' },
  { email: 'leela.thomas@greenroom.example', name: 'Leela Thomas', role: 'moderation' },
  { email: 'imran.sheikh@greenroom.example', name: 'Imran Sheikh', role: 'advisory' },
  { email: 'tara.bose@greenroom.example', name: 'Tara Bose', role: 'viewer' },
  {
    email: 'rohan.das@elsewhere.example',
    name: 'Rohan Das',
    note: 'Refused: not on the allow-list',
  },
]

/** Returns the role of one of the sandbox's accounts at its first sign-in. */
export function sandboxRole(email: string): Role | undefined {
  return sandboxAccounts.find((account) => account.email === email.toLowerCase())?.role
}

/** Returns the sandbox's issuer URL for a server at publicUrl. */
export function sandboxIssuer(publicUrl: string): string {
  return `${publicUrl}/idp`
}

/** Returns the stable subject of an account: not the e-mail address itself, as with a real provider. */
function sandboxSubject(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 32)
}

/** Returns the sandbox's claims for an e-mail address; an unknown one gets a name from its first part. */
export function sandboxClaims(email: string) {
  const known = sandboxAccounts.find((account) => account.email === email)
  return { sub: sandboxSubject(email), email, email_verified: true, name: known?.name ?? nameFrom(email) }
}

/** Signs an ID token for an e-mail address without any page, for use outside a browser. */
export async function issueSandboxToken(
  email: string,
  { keys, issuer, clock }: { keys: SandboxKeys; issuer: string; clock: Clock },
): Promise<string> {
  const { sub, ...claims } = sandboxClaims(email)
  const now = Math.floor(clock.now().getTime() / 1000)
  return await new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: keys.privateKey.kid })
    .setIssuer(issuer)
    .setAudience(sandboxClientId)
    .setSubject(sub)
    // A token begins one session, so two of one second must differ.
    .setJti(randomUUID())
    .setIssuedAt(now)
    .setExpirationTime(now + sandboxTokenSeconds)
    .sign(await importJWK(keys.privateKey, 'RS256'))
}

function nameFrom(email: string): string {
  const words = email.slice(0, email.lastIndexOf('@')).split(/[^\p{L}\p{N}]+/u)
  return words
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}
