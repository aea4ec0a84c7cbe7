import { clearCredential, hasSessionEnded, readCredential, storeCredential } from './session.ts'

type Message = { kind: 'wanted' } | { kind: 'held'; credential: string } | { kind: 'signed-out' }

const channelName = 'session'
/** How long a new tab waits for a signed-in tab, in milliseconds. Without one, this delays the sign-in screen. */
const longestWaitMs = 1000

/**
 * Hands the credential to new tabs of this origin that ask for it, and ends the session here when another tab signs out
 * (OQ-150). Only a BroadcastChannel carries the credential; it is stored nowhere but in each tab's session storage.
 */
export function shareSession(): void {
  const channel = new BroadcastChannel(channelName)
  const send = (message: Message) => channel.postMessage(message)
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    const credential = readCredential()
    if (credential === null) return
    if (data.kind === 'wanted') send({ kind: 'held', credential })
    if (data.kind === 'signed-out') clearCredential()
  }
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
 * doesn't ask: the other tabs could only return the same credential.
 * @returns whether this tab is signed in now
 */
export function takeSessionOver(): Promise<boolean> {
  if (hasSessionEnded()) return Promise.resolve(false)
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(channelName)
    const finish = () => {
      clearTimeout(timer)
      channel.close()
      resolve(readCredential() !== null)
    }
    const timer = setTimeout(finish, longestWaitMs)
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'wanted') return
      if (data.kind === 'held') storeCredential(data.credential)
      finish()
    }
    channel.postMessage({ kind: 'wanted' } satisfies Message)
  })
}
