import { serverNow } from './clock.ts'
import { followOpenedLinks, takeOpened } from './opened-links.ts'
import {
  type Account,
  accountOf,
  clearCredential,
  hasSessionEnded,
  isSameAccount,
  readClaims,
  readCredential,
  readInterruption,
  readLastAccount,
  readSubject,
  storeCredential,
  subscribe,
} from './session.ts'

/** What a tab holds. `account` is the subject. */
interface Held {
  kind: 'held'
  account: string
  /** Null while the session is interrupted. */
  credential: string | null
  /** When the asking tab was opened from this one, in milliseconds. */
  openedAt?: number | undefined
}

type Message =
  | { kind: 'wanted' /** With which address the asking tab began, if it is new. */; href?: string }
  | Held
  | { kind: 'signed-out'; account: string }

/** A session of another tab, which this one can go on with. */
export interface OfferedSession {
  account: Account
  credential: string
}

const channelName = 'session'
/** How long a new tab waits for the reply of a tab that is known to be signed in, in milliseconds. */
const longestWaitMs = 10_000
/** The same where the browser cannot tell whether another tab is signed in: it delays every sign-in screen. */
const longestWaitWithoutLocksMs = 1000

/** Each signed-in tab holds a lock whose name tells its account. Browsers offer locks only over HTTPS and on localhost. */
const lockPrefix = 'signed-in:'
const ownLock = `:${Math.random()}`
const lockOf = (account: string) => lockPrefix + encodeURIComponent(account) + ownLock
const locks: LockManager | undefined = navigator.locks

/** The address with which the document was opened. */
const firstHref = globalThis.location?.href

let offered: readonly OfferedSession[] = []
const offerListeners = new Set<() => void>()

function setOffered(next: readonly OfferedSession[]): void {
  offered = next
  for (const listener of [...offerListeners]) listener()
}

/** The sessions of other tabs when it is not known which of them this tab is to go on with (OQ-515). */
export function offeredSessions(): readonly OfferedSession[] {
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
      setOffered(offered.filter(({ credential }) => readClaims(credential)?.sub !== data.account))
    }
    const credential = readCredential()
    const interruption = readInterruption()
    if (credential === null && interruption === null) return
    const account = readSubject() ?? ''
    if (data.kind === 'wanted') {
      const openedAt = data.href === undefined ? undefined : takeOpened(data.href)
      send({ kind: 'held', account, credential, openedAt })
    }
    if (data.kind === 'signed-out' && data.account === account) clearCredential()
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
function goesOnWith(candidate: string | null, ended: string): candidate is string {
  if (candidate === null) return false
  const expiresAt = (readClaims(candidate)?.exp ?? 0) * 1000
  return candidate !== ended && expiresAt > serverNow() && isSameAccount(candidate, ended)
}

/** Offers the credential of a new sign-in to tabs whose session was interrupted (OQ-376). */
export function offerSession(credential: string): void {
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

/** Returns the account of each other tab that is signed in; undefined where the browser cannot tell. */
async function findOtherTabs(): Promise<string[] | undefined> {
  try {
    const { held = [], pending = [] } = (await locks?.query()) ?? {}
    if (locks === undefined) return undefined
    return [...held, ...pending].flatMap(({ name = '' }) =>
      name.startsWith(lockPrefix) && !name.endsWith(ownLock)
        ? [decodeURIComponent(name.slice(lockPrefix.length, name.lastIndexOf(':')))]
        : [],
    )
  } catch {
    // Site data is blocked, and so are locks.
    return undefined
  }
}

/** Signs out in every tab of the account, this one included (OQ-008, OQ-515). */
export function signOut(): void {
  tellTabs({ kind: 'signed-out', account: readSubject() ?? '' })
  clearCredential()
}

/**
 * Goes on with the session of another tab: of the tab's own account, of the tab that opened this one, or of the only
 * account that is signed in. If several are, the sign-in screen asks which (OQ-515): what somebody does here must not be
 * recorded in another name. A page that has signed out, or whose session was refused, doesn't ask: the other tabs could
 * only return the same credential.
 * @returns whether this tab is signed in now
 */
export async function takeSessionOver(): Promise<boolean> {
  setOffered([])
  if (hasSessionEnded()) return false
  const tabs = await findOtherTabs()
  if (tabs?.length === 0) return false
  const own = readSubject()
  const isOneAccount = tabs !== undefined && new Set(tabs).size === 1
  // Later replies change nothing. Of several tabs that opened the address, the last one counts, so all are heard.
  const decides = ({ account, credential }: Held) =>
    credential !== null && (own !== null ? account === own : isOneAccount)
  const replies = await askTabs(tabs, decides)
  if (readCredential() !== null) return true

  const latestFirst = replies.toSorted((one, other) => (other.openedAt ?? 0) - (one.openedAt ?? 0))
  const opener = latestFirst.find(({ openedAt }) => openedAt !== undefined)
  const accounts = new Set([...(tabs ?? []), ...replies.map(({ account }) => account)])
  const wanted = own ?? opener?.account ?? (accounts.size === 1 ? [...accounts][0] : undefined)
  const found = replies.find(({ account, credential }) => account === wanted && credential !== null)
  if (found?.credential) {
    storeCredential(found.credential)
    return true
  }
  const byAccount = new Map(replies.map(({ account, credential }) => [account, credential]))
  setOffered(
    [...byAccount.values()].flatMap((credential) => {
      const account = credential === null ? null : accountOf(credential)
      return credential === null || account === null ? [] : [{ account, credential }]
    }),
  )
  return false
}

/**
 * Asks the other tabs what they hold.
 * @param tabs the account of each; undefined where it is not known how many there are
 * @param decides whether the other replies need not be waited for
 */
function askTabs(tabs: string[] | undefined, decides: (held: Held) => boolean): Promise<Held[]> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(channelName)
    const replies: Held[] = []
    const finish = () => {
      clearTimeout(timer)
      channel.close()
      resolve(replies)
    }
    let timer = setTimeout(finish, tabs ? longestWaitMs : longestWaitWithoutLocksMs)
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'signed-out') return finish()
      if (data.kind !== 'held') return
      replies.push(data)
      if (decides(data) || (tabs && replies.length >= tabs.length)) return finish()
      // A tab that is hidden for long may never reply.
      clearTimeout(timer)
      timer = setTimeout(finish, longestWaitWithoutLocksMs)
    }
    channel.postMessage({
      kind: 'wanted',
      ...(readSubject() === null && { href: firstHref }),
    } satisfies Message)
  })
}
