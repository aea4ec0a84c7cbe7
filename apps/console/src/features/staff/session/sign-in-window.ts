import { readAttempt } from './sign-in-attempt.ts'

// The window may lose its opener on the way through the identity provider, so the two talk over a channel. Only pages
// of this origin can use it.
const channelName = 'sign-in-window'
/** How long a window waits for the tab that opened it, in milliseconds. */
const longestWaitMs = 3000

type Message = { kind: 'returned'; search: string } | { kind: 'received'; state: string }

/** Returns whether the query string of /login is the return of a sign-in that another tab waits for. */
export function isWindowReturn(search: string): boolean {
  return readAttempt(stateOf(search))?.isWindow ?? false
}

/**
 * Opens a small window for the identity provider's page. Must be called by a click, or the browser blocks it; the page's
 * address comes later.
 * @returns null when the browser has blocked it
 */
export function openSignInWindow(): Window | null {
  const [width, height] = [480, 680]
  const left = Math.max(0, window.screenX + (window.outerWidth - width) / 2)
  const top = Math.max(0, window.screenY + (window.outerHeight - height) / 2)
  const features = `popup,width=${width},height=${height},left=${left},top=${top}`
  const opened = window.open('', 'greenroom-sign-in', features)
  opened?.focus()
  return opened
}

/**
 * Waits for the window's response to a sign-in. A response with another state is left to the tab that it belongs to.
 * @param heard called with the query string of the response
 * @returns a function that stops waiting
 */
export function awaitWindow(state: string, heard: (search: string) => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind !== 'returned' || stateOf(data.search) !== state) return
    channel.postMessage({ kind: 'received', state } satisfies Message)
    channel.close()
    heard(data.search)
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

function stateOf(search: string): string {
  return new URLSearchParams(search).get('state') ?? ''
}
