import { exchangeCode, type PreparedSignIn } from './sign-in.ts'

// The window may lose its opener on the way through the identity provider, so the two talk over a channel. Only pages
// of this origin can use it.
const channelName = 'sign-in-window'
/** How long a window waits for the tab that opened it, in milliseconds. */
const longestWaitMs = 3000

type Message = { kind: 'returned'; search: string } | { kind: 'received'; state: string }

/** Begins the state of a sign-in that runs in a window of its own, so that /login knows its return. */
export const windowStatePrefix = 'window.'

/** Returns whether the query string of /login is the return of a sign-in that another tab waits for. */
export function isWindowReturn(search: string): boolean {
  return stateOf(search)?.startsWith(windowStatePrefix) ?? false
}

/**
 * Opens the identity provider's page in a small window. Must be called by a click, or the browser blocks it.
 * @returns false when the browser has blocked it
 */
export function openSignInWindow(address: string): boolean {
  const [width, height] = [480, 680]
  const left = Math.max(0, window.screenX + (window.outerWidth - width) / 2)
  const top = Math.max(0, window.screenY + (window.outerHeight - height) / 2)
  const features = `popup,width=${width},height=${height},left=${left},top=${top}`
  const opened = window.open(address, 'greenroom-sign-in', features)
  opened?.focus()
  return opened !== null
}

/**
 * Waits for the window's response to a prepared sign-in and exchanges its code. A response with another state is left to
 * the tab that it belongs to.
 * @param heard called when the response has arrived, with the ID token or its failure to come
 * @returns a function that stops waiting
 */
export function awaitWindow(
  { provider, attempt }: PreparedSignIn,
  heard: (idToken: Promise<string>) => void,
): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind !== 'returned' || stateOf(data.search) !== attempt.state) return
    channel.postMessage({ kind: 'received', state: attempt.state } satisfies Message)
    channel.close()
    heard(exchangeCode(provider, attempt, data.search))
  }
  return () => channel.close()
}

/**
 * Passes the identity provider's response to the tab that waits for it, and closes the window.
 * @returns false when no tab waits for it any more
 */
export async function handOver(search: string): Promise<boolean> {
  const isReceived = await new Promise<boolean>((resolve) => {
    const channel = new BroadcastChannel(channelName)
    const finish = (received: boolean) => {
      clearTimeout(timer)
      channel.close()
      resolve(received)
    }
    const timer = setTimeout(() => finish(false), longestWaitMs)
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'received' && data.state === stateOf(search)) finish(true)
    }
    channel.postMessage({ kind: 'returned', search } satisfies Message)
  })
  // Browsers close only windows that a script has opened. In a tab, the page asks the person to do it.
  if (isReceived) window.close()
  return isReceived
}

function stateOf(search: string): string | null {
  return new URLSearchParams(search).get('state')
}
