import type { LiveEvent } from './event-reader.ts'
import { holdStream } from './live-stream.ts'

/** What the tab that holds the stream tells the others. */
type Message = { kind: 'event'; event: LiveEvent } | { kind: 'state'; isLive: boolean } | { kind: 'who' }

interface SharedStreamHandlers {
  since: () => string
  /** Called when the tab begins to wait for events. */
  onJoin: () => void
  /** Called when the tab no longer waits for events. */
  onLeave: () => void
  onEvent: (event: LiveEvent) => void
  /** Called when the stream or an attempt has ended, in this tab or in the one that holds it. */
  onEnd: (end: { wasLive: boolean; isBuffered: boolean }) => void
  /** For a tab that joins: what happened before is not known there. Undefined while no stream is open. */
  hello: () => LiveEvent | undefined
}

/** How long a hidden tab stays, in milliseconds: people look at another one for a moment. */
const hiddenMs = 20_000

/**
 * Hears of events while the tab is visible. Of the visible tabs of an account, one holds the stream and passes its
 * events on, because a browser opens six connections to a host at most.
 * @returns stops it
 */
export function shareStream(account: string, handlers: SharedStreamHandlers): () => void {
  const { since, onJoin, onLeave, onEvent, onEnd, hello } = handlers
  const channel = new BroadcastChannel(`live ${account}`)
  const tell = (message: Message) => channel.postMessage(message)
  let isHolder = false
  let leave: (() => void) | undefined

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (leave === undefined) return
    if (data.kind === 'event') onEvent(data.event)
    else if (data.kind === 'who') {
      const event = isHolder ? hello() : undefined
      if (event !== undefined) tell({ kind: 'event', event })
    } else if (!data.isLive) onEnd({ wasLive: true, isBuffered: false })
  }

  /** Takes part: as the holder of the stream, or by listening to it. */
  function join(): void {
    if (leave !== undefined) return
    const gone = new AbortController()
    let end: (() => void) | undefined
    const hold = () =>
      new Promise<void>((resolve) => {
        if (gone.signal.aborted) return resolve()
        isHolder = true
        end = holdStream({
          since,
          onEvent: (event) => {
            onEvent(event)
            tell({ kind: 'event', event })
          },
          onEnd: (ended) => {
            if (ended.wasLive) tell({ kind: 'state', isLive: false })
            onEnd(ended)
          },
        })
        gone.signal.addEventListener('abort', () => resolve(), { once: true })
      })
    leave = () => {
      leave = undefined
      isHolder = false
      gone.abort()
      end?.()
      onLeave()
    }
    onJoin()
    const locks: LockManager | undefined = navigator.locks
    if (locks === undefined) {
      void hold()
      return
    }
    void locks.request(`live ${account}`, { signal: gone.signal }, hold).catch(() => undefined)
    // Another tab may hold the stream already.
    tell({ kind: 'who' })
  }

  let hiddenTimer: number | undefined
  const follow = () => {
    window.clearTimeout(hiddenTimer)
    if (document.visibilityState === 'visible') join()
    else hiddenTimer = window.setTimeout(() => leave?.(), hiddenMs)
  }
  document.addEventListener('visibilitychange', follow)
  follow()

  return () => {
    document.removeEventListener('visibilitychange', follow)
    window.clearTimeout(hiddenTimer)
    leave?.()
    channel.close()
  }
}
