import { serverNow } from './clock.ts'
import { readTab, removeFromTab, writeTab } from './tab-storage.ts'

const credentialKey = 'credential'
/** The subject of the account that was signed in last in this tab. It outlives the session. */
const accountKey = 'account'
/** What the tab keeps for that account. Drafts name their owner themselves. */
const keptForAccount = ['permissions', 'saved-views', 'opened-view', 'unanswered']
const returnToKey = 'returnTo'
const endReasonKey = 'endReason'
const listeners = new Set<() => void>()
/**
 * Set once this page has signed out or lost its session, so that a call that fails later does not end the session
 * again.
 */
let hasEnded = false
/** The last usable credential of this page; it tells whose work the page shows after the credential has ended. */
let held: string | null = null
let interruption: Interruption | null = null

interface Claims {
  exp: number
  sub?: string
  email?: string
  name?: string
}

/** The person that the credential names. */
export interface Account {
  name: string
  email: string
}

/** A session whose credential ended in mid-work. Its person can sign in again without leaving the screen (OQ-375). */
interface Interruption {
  account: Account
  /** The credential that has ended. Other tabs may still hold it. */
  credential: string
}

/**
 * Returns the stored credential, or null when there is none, when it isn't a readable JWT, or when it has expired
 * (OQ-014). The server checks the signature.
 * @param now the current time in milliseconds, on the server's clock
 */
export function readCredential(now: number = serverNow()): string | null {
  const credential = readTab(credentialKey)
  if (credential === null) return null
  const claims = readClaims(credential)
  if (claims === null || claims.exp * 1000 <= now) return null
  held = credential
  return credential
}

/**
 * Returns the subject of the account that this tab belongs to, also after its session has ended; null for a new tab.
 */
export function readSubject(): string | null {
  const credential = readTab(credentialKey) ?? interruption?.credential
  return (credential ? readClaims(credential)?.sub : undefined) ?? readTab(accountKey)
}

/**
 * Stores a credential for this browser tab (AUTH-03). An interrupted session goes on with it. A page of another session
 * still counts as ended until it is reloaded: its queues must not send anything with this credential (OQ-591).
 */
export function storeCredential(credential: string): void {
  hasEnded = isOfOtherSession(credential)
  interruption = null
  storeForReload(credential)
  removeFromTab(endReasonKey)
  announce()
}

/**
 * Stores a credential for the page's next load. Nothing of this page goes on with it (OQ-377).
 * @returns false when the browser refused to store it
 */
export function storeForReload(credential: string): boolean {
  const before = readSubject()
  const subject = readClaims(credential)?.sub ?? ''
  // What the tab keeps for another account must not show, or act, in the name of this one.
  if (before !== null && before !== subject) for (const key of keptForAccount) removeFromTab(key)
  writeTab(accountKey, subject)
  return writeTab(credentialKey, credential)
}

/**
 * Tells whether something on this page may belong to another session than the credential's: one that has ended, or
 * another account's. Such a page has to be loaded anew, because its timers, toasts and calls would act for the new one.
 */
export function isOfOtherSession(credential: string): boolean {
  const before = readSubject()
  return hasEnded || (before !== null && before !== readClaims(credential)?.sub)
}

/**
 * Removes this tab's credential (OQ-008).
 * @param reason why the server ended the session, for the sign-in screen; null when the person signed out
 */
export function clearCredential(reason: string | null = null): void {
  hasEnded = true
  held = null
  interruption = null
  removeFromTab(credentialKey)
  if (reason === null) removeFromTab(endReasonKey)
  else writeTab(endReasonKey, reason)
  announce()
}

/** Returns why the server ended this tab's last session, such as a disabled account (OQ-382); null without a reason. */
export function readEndReason(): string | null {
  return readTab(endReasonKey)
}

/** @returns whether this page has signed out or its session has ended. Nothing of the page may act any more. */
export function hasSessionEnded(): boolean {
  return hasEnded
}

/**
 * Removes a credential that ended in mid-work, and keeps the screen for its person to sign in again (AUTH-07, OQ-375).
 * @returns false when nobody was signed in on this page, or the session has ended already
 */
export function interruptSession(): boolean {
  if (interruption !== null) return true
  const account = hasEnded || held === null ? null : accountOf(held)
  if (held === null || account === null) return false
  interruption = { account, credential: held }
  removeFromTab(credentialKey)
  announce()
  return true
}

/** Returns the interruption that lasts; null when there is none. */
export function readInterruption(): Interruption | null {
  return interruption
}

/**
 * Ends a session whose credential is missing or expired (AUTH-06), or refused by the server (AUTH-07): removes the
 * credential and remembers the address, so that signing in again returns to it (OQ-012). Does nothing when this page has
 * already signed out or ended its session.
 * @param reason the server's message, if signing in again with this account cannot help
 */
export function endSession(reason: string | null = null): void {
  if (hasEnded && readTab(credentialKey) === null) return
  rememberReturnTo(window.location.pathname + window.location.search)
  clearCredential(reason)
}

/**
 * Remembers the address to open after the next sign-in (OQ-012, OQ-150).
 * @param place path with search; the sign-in screen and the bare origin are not remembered
 */
export function rememberReturnTo(place: string): void {
  if (place !== '/login' && place !== '/') writeTab(returnToKey, place)
}

/** Returns the remembered address and forgets it; null when there is none. */
export function takeReturnTo(): string | null {
  const place = readTab(returnToKey)
  removeFromTab(returnToKey)
  // Accept only a path of this console. Otherwise the sign-in screen would be an open redirect.
  return place?.startsWith('/') && !place.startsWith('//') ? place : null
}

/**
 * Calls the listener after the credential was stored or removed.
 * @returns a function that unsubscribes it
 */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the name and e-mail address in the credential; null when nobody is signed in. */
export function readAccount(): Account | null {
  const credential = readCredential()
  return credential === null ? null : accountOf(credential)
}

/** Returns the name and e-mail address in a credential; null when it isn't a readable JWT. */
export function accountOf(credential: string): Account | null {
  const claims = readClaims(credential)
  if (claims === null) return null
  const email = claims.email ?? ''
  return { email, name: claims.name || email }
}

let lastAccount: string | undefined

/**
 * Returns the e-mail address of the account that this page was signed in with last. A credential can expire or vanish
 * while somebody works, and the session ends only with the next request.
 */
export function readLastAccount(): string | undefined {
  const credential = readTab(credentialKey)
  lastAccount = (credential === null ? undefined : readClaims(credential)?.email) ?? lastAccount
  return lastAccount
}

/** Returns whether two credentials were issued to one account. The e-mail address may change; the subject doesn't. */
export function isSameAccount(one: string, other: string): boolean {
  const [first, second] = [readClaims(one), readClaims(other)]
  return first?.sub !== undefined && first.sub === second?.sub
}

function announce(): void {
  for (const listener of [...listeners]) listener()
}

/** Reads the claims of a JWT; null when it isn't one or has no expiry. */
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
  const { exp, ...texts } = value as Record<string, unknown>
  const isOptionalText = (field: unknown) => field === undefined || typeof field === 'string'
  return typeof exp === 'number' && [texts.sub, texts.email, texts.name].every(isOptionalText)
}
