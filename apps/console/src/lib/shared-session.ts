import {
  clearCredential,
  hasSessionEnded,
  isSameAccount,
  readClaims,
  readCredential,
  readInterruption,
  readLastAccount,
  storeCredential,
  subscribe,
} from './session.ts'

type Message = { kind: 'wanted' } | { kind: 'held'; credential: string } | { kind: 'signed-out' }

const channelName = 'session'
/** How long a new tab waits for the reply of a tab that is known to be signed in, in milliseconds. */
const longestWaitMs = 10_000
/** The same where the browser cannot tell whether another tab is signed in: it delays every sign-in screen. */
const longestWaitWithoutLocksMs = 1000

/** Each signed-in tab holds a lock whose name starts so. Browsers offer locks only over HTTPS and on localhost. */
const lockPrefix = 'signed-in:'
const ownLock = lockPrefix + Math.random()
const locks: LockManager | undefined = navigator.locks

/**
 * Hands the credential to tabs of this origin that ask for it, and ends the session here when another tab signs out
 * (OQ-150). An interrupted session asks the other tabs, and goes on when its person has signed in there (OQ-376). Only a BroadcastChannel carries the credential; it is stored nowhere but in each tab's session storage.
 */
export function shareSession(): void {
  const channel = new BroadcastChannel(channelName)
  const send = (message: Message) => channel.postMessage(message)
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    const credential = readCredential()
    const interruption = readInterruption()
    if (credential === null && interruption === null) return
    if (data.kind === 'wanted' && credential !== null) send({ kind: 'held', credential })
    if (data.kind === 'signed-out') clearCredential()
    if (data.kind === 'held' && interruption && goesOnWith(data.credential, interruption.credential)) {
      storeCredential(data.credential)
    }
  }
  subscribe(() => {
    if (readInterruption() !== null) send({ kind: 'wanted' })
  })
  holdLockWhileSignedIn()
}

/** @returns whether an interrupted session can go on with another tab's credential */
function goesOnWith(offered: string, ended: string): boolean {
  const expiresAt = (readClaims(offered)?.exp ?? 0) * 1000
  return offered !== ended && expiresAt > Date.now() && isSameAccount(offered, ended)
}

/** Offers the credential of a new sign-in to tabs whose session was interrupted (OQ-376). */
export function offerSession(credential: string): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage({ kind: 'held', credential } satisfies Message)
  channel.close()
}

/** Shows other tabs that this one is signed in, so that they neither wait in vain nor give up too soon. */
function holdLockWhileSignedIn(): void {
  let release: (() => void) | undefined
  const update = () => {
    readLastAccount()
    if (readCredential() === null) {
      release?.()
      release = undefined
    } else if (release === undefined) {
      const signedOut = new Promise<void>((resolve) => {
        release = resolve
      })
      locks?.request(ownLock, () => signedOut).catch(() => undefined)
    }
  }
  subscribe(update)
  update()
}

/** @returns how long to wait for another tab's reply, in milliseconds; 0 when no other tab is signed in */
async function findLongestWait(): Promise<number> {
  if (locks === undefined) return longestWaitWithoutLocksMs
  const { held = [], pending = [] } = await locks.query()
  const isOther = ({ name = '' }: LockInfo) => name.startsWith(lockPrefix) && name !== ownLock
  return [...held, ...pending].some(isOther) ? longestWaitMs : 0
}

/** Signs out in this tab and every other one (OQ-008, OQ-150). */
export function signOut(): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage({ kind: 'signed-out' } satisfies Message)
  channel.close()
  clearCredential()
}

/**
 * Asks the other tabs for their credential and stores it. A page that has signed out, or whose session was refused,
 * doesn't ask: the other tabs could only return the same credential. The credential of another account than this tab had is
 * refused: what somebody is working on would be saved in another name.
 * @returns whether this tab is signed in now
 */
export async function takeSessionOver(): Promise<boolean> {
  if (hasSessionEnded()) return false
  const waitMs = await findLongestWait()
  if (waitMs === 0) return false
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(channelName)
    const finish = () => {
      clearTimeout(timer)
      channel.close()
      resolve(readCredential() !== null)
    }
    let timer = setTimeout(finish, waitMs)
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'wanted') return
      if (data.kind === 'held') {
        const account = readLastAccount()
        const isOther = account !== undefined && readClaims(data.credential)?.email !== account
        if (isOther) {
          // Another tab may have the right account.
          clearTimeout(timer)
          timer = setTimeout(finish, longestWaitWithoutLocksMs)
          return
        }
        storeCredential(data.credential)
      }
      finish()
    }
    channel.postMessage({ kind: 'wanted' } satisfies Message)
  })
}
