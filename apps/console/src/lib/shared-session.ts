import { serverNow } from './clock.ts'
import { followOpenedLinks, takeOpened } from './opened-links.ts'
import { runtimeSettings } from './runtime-settings.ts'
import {
  type Credential,
  clearCredential,
  isCredential,
  isSameAccount,
  readCredential,
  readInterruption,
  readLastAccount,
  readSubject,
  storeCredential,
  subscribe,
} from './session.ts'

/** What a tab holds. `account` is the subject. */
export interface Held {
  kind: 'held'
  account: string
  /** Null while the session is interrupted. */
  credential: Credential | null
  /** When the asking tab was opened from this one, in milliseconds. */
  openedAt?: number | undefined
}

export type Message =
  | { kind: 'wanted' /** With which address the asking tab began, if it is new. */; href?: string }
  | Held
  | {
      kind: 'signed-out'
      account: string
      /** The credential of the session that has ended already. */
      value: string | undefined
    }

// The names tell these tabs apart from those that an earlier version opened: their credentials are of another kind.
export const channelName = 'sessions'

/** Each signed-in tab holds a lock whose name tells its account. Browsers offer locks only over HTTPS and on localhost. */
export const lockPrefix = 'session:'
export const ownLock = `:${Math.random()}`
const lockOf = (account: string) => lockPrefix + encodeURIComponent(account) + ownLock
export const locks: LockManager | undefined = navigator.locks

/** The address with which the document was opened. */
export const firstHref = globalThis.location?.href

let offered: readonly Credential[] = []
const offerListeners = new Set<() => void>()

export function setOffered(next: readonly Credential[]): void {
  offered = next
  for (const listener of [...offerListeners]) listener()
}

/** The sessions of other tabs when it is not known which of them this tab is to go on with (OQ-515). */
export function offeredSessions(): readonly Credential[] {
  return offered
}

export function onOfferedSessions(listener: () => void): () => void {
  offerListeners.add(listener)
  return () => offerListeners.delete(listener)
}

/**
 * Hands the credential to tabs of this origin that ask for it, and ends the session here when another tab of the account
 * signs out (OQ-150). An interrupted session asks the other tabs, and goes on when its person has signed in there
 * (OQ-376). Only a BroadcastChannel carries the credential; it is stored nowhere but in each tab's session storage.
 */
export function shareSession(): void {
  const channel = new BroadcastChannel(channelName)
  const send = (message: Message) => channel.postMessage(message)
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'signed-out') {
      setOffered(offered.filter(({ subject }) => subject !== data.account))
    }
    const credential = readCredential()
    const interruption = readInterruption()
    if (credential === null && interruption === null) return
    const account = readSubject() ?? ''
    if (data.kind === 'wanted') {
      const openedAt = data.href === undefined ? undefined : takeOpened(data.href)
      send({ kind: 'held', account, credential, openedAt })
    }
    if (data.kind === 'signed-out' && data.account === account) {
      // Each tab that signed in for itself has a session of its own.
      if (credential !== null && credential.value !== data.value) endOnServer(credential)
      clearCredential()
    }
    if (data.kind === 'held' && interruption && goesOnWith(data.credential, interruption.credential)) {
      storeCredential(data.credential)
    }
  }
  subscribe(() => {
    if (readInterruption() !== null) send({ kind: 'wanted' })
  })
  holdLockWhileSignedIn()
  followOpenedLinks()
}

/** @returns whether an interrupted session can go on with another tab's credential */
function goesOnWith(candidate: Credential | null, ended: Credential): candidate is Credential {
  return (
    isCredential(candidate) &&
    candidate.value !== ended.value &&
    candidate.endsAt > serverNow() &&
    isSameAccount(candidate, ended)
  )
}

/** Offers the credential of a new sign-in to tabs whose session was interrupted (OQ-376). */
export function offerSession(credential: Credential): void {
  tellTabs({ kind: 'held', account: readSubject() ?? '', credential })
}

function tellTabs(message: Message): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(message)
  channel.close()
}

/** Shows other tabs that this one is signed in, so that they neither wait in vain nor give up too soon. */
function holdLockWhileSignedIn(): void {
  let release: (() => void) | undefined
  let name: string | undefined
  const update = () => {
    readLastAccount()
    const wanted =
      readCredential() === null && readInterruption() === null ? undefined : lockOf(readSubject() ?? '')
    if (wanted === name) return
    name = wanted
    release?.()
    release = undefined
    if (wanted === undefined) return
    const signedOut = new Promise<void>((resolve) => {
      release = resolve
    })
    locks?.request(wanted, () => signedOut).catch(() => undefined)
  }
  subscribe(update)
  update()
}

/** Signs out in every tab of the account, this one included (OQ-008, OQ-515). */
export function signOut(): void {
  const credential = readCredential()
  if (credential !== null) endOnServer(credential)
  tellTabs({ kind: 'signed-out', account: readSubject() ?? '', value: credential?.value })
  clearCredential()
}

/** Ends a session on the server. Nobody waits: without a connection the session ends at its time. */
export function endOnServer({ value }: Credential): void {
  fetch(`${runtimeSettings().apiUrl}/admin/session`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${value}` },
    // It must be sent although the page may go.
    keepalive: true,
  }).catch(() => undefined)
}
