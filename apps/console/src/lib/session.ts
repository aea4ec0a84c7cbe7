const credentialKey = 'credential'
const returnToKey = 'returnTo'
const listeners = new Set<() => void>()
/** Whether this page has signed out or ended its session: what still fails afterwards must not end it again. */
let hasEnded = false

interface Claims {
  exp: number
  email?: string
  name?: string
}

/** Who the credential names. */
export interface Account {
  name: string
  email: string
}

/**
 * Gives the credential that is held, or null when there is none, when it cannot be read as a JWT, or when it has
 * expired (OQ-014). The signature is the server's to check.
 * @param now the current time in milliseconds
 */
export function readCredential(now: number = Date.now()): string | null {
  const credential = sessionStorage.getItem(credentialKey)
  if (credential === null) return null
  const claims = readClaims(credential)
  return claims !== null && claims.exp * 1000 > now ? credential : null
}

/** Keeps a credential for this browser tab (AUTH-03). */
export function storeCredential(credential: string): void {
  hasEnded = false
  sessionStorage.setItem(credentialKey, credential)
  announce()
}

/** Removes the credential, as signing out does (OQ-008). */
export function clearCredential(): void {
  hasEnded = true
  sessionStorage.removeItem(credentialKey)
  announce()
}

/**
 * Ends a session whose credential is missing or expired (AUTH-06), or refused by the server (AUTH-07): removes the
 * credential and remembers the place, so that signing in again returns to it (OQ-012). Does nothing when this page has
 * signed out or ended the session before.
 * @param place path with search of the screen where it happened; by default the current one
 */
export function endSession(place: string = window.location.pathname + window.location.search): void {
  if (hasEnded && sessionStorage.getItem(credentialKey) === null) return
  if (place !== '/login') sessionStorage.setItem(returnToKey, place)
  clearCredential()
}

/** Gives the place where a session ended in mid-work, once; null after an ordinary visit to the sign-in screen. */
export function takeReturnTo(): string | null {
  const place = sessionStorage.getItem(returnToKey)
  sessionStorage.removeItem(returnToKey)
  // Only a path of this console: anything else would make the sign-in screen a way to send people elsewhere.
  return place?.startsWith('/') && !place.startsWith('//') ? place : null
}

/**
 * Calls the listener after the credential was stored or removed.
 * @returns a function that stops it
 */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Gives the name and e-mail address inside the credential; null when nobody is signed in. */
export function readAccount(): Account | null {
  const credential = readCredential()
  const claims = credential === null ? null : readClaims(credential)
  if (claims === null) return null
  const email = claims.email ?? ''
  return { email, name: claims.name || email }
}

function announce(): void {
  for (const listener of [...listeners]) listener()
}

/** Reads the middle part of a JWT; null when it is not one or says no time of expiry. */
export function readClaims(credential: string): (Claims & Record<string, unknown>) | null {
  const payload = credential.split('.')[1]
  if (payload === undefined) return null
  try {
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0))
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return isClaims(claims) ? claims : null
  } catch {
    return null
  }
}

function isClaims(value: unknown): value is Claims & Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const { exp, email, name } = value as Record<string, unknown>
  const isOptionalText = (field: unknown) => field === undefined || typeof field === 'string'
  return typeof exp === 'number' && isOptionalText(email) && isOptionalText(name)
}
