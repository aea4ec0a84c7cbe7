import { serverNow } from './clock.ts'
import { readTab, removeFromTab, writeTab } from './tab-storage.ts'

const credentialKey = 'credential'
/** What the server said of the credential, which is opaque. */
const aboutKey = 'session'
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
let held: Credential | null = null
let interruption: Interruption | null = null

/** The person of a session. */
interface Account {
  name: string
  email: string
}

/** A session's credential, with what the server said of it. */
export interface Credential extends Account {
  /** What calls are sent with. */
  value: string
  /** The identity provider's id of the account: the e-mail address may change. */
  subject: string
  /** In milliseconds since 1970, on the server's clock. */
  endsAt: number
}

/** A session whose credential ended in mid-work. Its person can sign in again without leaving the screen (OQ-375). */
interface Interruption {
  /** The credential that has ended. Other tabs may still hold it. */
  credential: Credential
}

/**
 * Returns the stored credential, or null when there is none, when what is stored can't be read, or when it has ended
 * (OQ-014).
 * @param now the current time in milliseconds, on the server's clock
 */
export function readCredential(now: number = serverNow()): Credential | null {
  const credential = readStored()
  if (credential === null || credential.endsAt <= now) return null
  held = credential
  return credential
}

function readStored(): Credential | null {
  try {
    const stored: unknown = {
      ...JSON.parse(readTab(aboutKey) ?? ''),
      value: readTab(credentialKey),
    }
    return isCredential(stored) ? stored : null
  } catch {
    return null
  }
}

/** Tells whether something that was stored, or sent by another tab, is a credential. */
export function isCredential(found: unknown): found is Credential {
  const { endsAt, value, subject, name, email } = (found ?? {}) as Record<string, unknown>
  return typeof endsAt === 'number' && [value, subject, name, email].every((text) => typeof text === 'string')
}

/**
 * Returns the subject of the account that this tab belongs to, also after its session has ended; null for a new tab.
 */
export function readSubject(): string | null {
  return (readStored() ?? interruption?.credential)?.subject ?? readTab(accountKey)
}

/**
 * Stores a credential for this browser tab (AUTH-03). An interrupted session goes on with it. A page of another session
 * still counts as ended until it is reloaded: its queues must not send anything with this credential (OQ-591).
 */
export function storeCredential(credential: Credential): void {
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
export function storeForReload({ value, ...about }: Credential): boolean {
  const before = readSubject()
  // What the tab keeps for another account must not show, or act, in the name of this one.
  if (before !== null && before !== about.subject) for (const key of keptForAccount) removeFromTab(key)
  writeTab(accountKey, about.subject)
  const isKept = writeTab(aboutKey, JSON.stringify(about))
  return writeTab(credentialKey, value) && isKept
}

/**
 * Tells whether something on this page may belong to another session than the credential's: one that has ended, or
 * another account's. Such a page has to be loaded anew, because its timers, toasts and calls would act for the new one.
 */
export function isOfOtherSession({ subject }: Credential): boolean {
  const before = readSubject()
  return hasEnded || (before !== null && before !== subject)
}

/**
 * Removes this tab's credential (OQ-008).
 * @param reason why the server ended the session, for the sign-in screen; null when the person signed out
 */
export function clearCredential(reason: string | null = null): void {
  hasEnded = true
  held = null
  interruption = null
  removeCredential()
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
  if (hasEnded || held === null) return false
  interruption = { credential: held }
  removeCredential()
  announce()
  return true
}

function removeCredential(): void {
  removeFromTab(credentialKey)
  removeFromTab(aboutKey)
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
  const place = readReturnTo()
  removeFromTab(returnToKey)
  return place
}

/** Returns the remembered address; null when there is none. */
export function readReturnTo(): string | null {
  const place = readTab(returnToKey)
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

/** Returns who is signed in; null when nobody is. */
export function readAccount(): Account | null {
  return readCredential()
}

let lastAccount: string | undefined

/**
 * Returns the e-mail address of the account that this page was signed in with last. A credential can expire or vanish
 * while somebody works, and the session ends only with the next request.
 */
export function readLastAccount(): string | undefined {
  lastAccount = readStored()?.email ?? lastAccount
  return lastAccount
}

/** Returns whether two credentials are of one account. */
export function isSameAccount(one: Credential, other: Credential): boolean {
  return one.subject === other.subject
}

function announce(): void {
  for (const listener of [...listeners]) listener()
}
