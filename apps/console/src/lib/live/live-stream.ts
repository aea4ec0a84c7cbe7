import { positionHeader } from '@greenroom/contract/database-position'
import { openLive } from '@greenroom/contract/desk/live/live.endpoints'
import { apiAddress } from '../api/client.ts'
import { readPosition } from '../api/database-position.ts'
import { readCredential } from '../session.ts'
import { eventReader, type LiveEvent } from './event-reader.ts'

interface StreamOptions {
  onEvent: (event: LiveEvent) => void
  /** Called when the stream has ended, however, and before the next attempt. */
  onEnd: (end: { wasLive: boolean; isBuffered: boolean }) => void
  /** What an attempt before the first event asks for: "ago:12" for what changed in the last 12 seconds. */
  since: () => string
}

/** How long the server may take to greet, in milliseconds. A proxy that buffers keeps the greeting back. */
const helloMs = 6_000
/** Without a sign of life for this long the connection hangs: the server sends one every 15 seconds. */
const silenceMs = 40_000
const shortestPauseMs = 500
const longestPauseMs = 20_000
/** Pause after the server has refused because too many streams are open. */
const refusedPauseMs = 30_000

/**
 * Holds one stream open: reconnects with growing pauses, and resumes after the last event.
 * @returns ends it
 */
export function holdStream({ onEvent, onEnd, since }: StreamOptions): () => void {
  const stopped = new AbortController()
  let last: string | undefined
  let pause = shortestPauseMs

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      const { wasLive, isBuffered, wait } = await attempt()
      if (stopped.signal.aborted) return
      onEnd({ wasLive, isBuffered })
      if (wasLive) pause = shortestPauseMs
      await sleep(wait ?? pause * (0.75 + Math.random() / 2), stopped.signal)
      pause = Math.min(pause * 2, longestPauseMs)
    }
  }

  /** Opens the stream and reads it to its end. Never throws. */
  async function attempt(): Promise<{ wasLive: boolean; isBuffered: boolean; wait?: number }> {
    const controller = new AbortController()
    const abort = () => controller.abort()
    stopped.signal.addEventListener('abort', abort)
    let timer = setTimeout(abort, helloMs)
    let wasLive = false
    let isOpen = false
    try {
      const credential = readCredential()
      // Only calls that somebody asked for end the session.
      if (credential === null) return { wasLive, isBuffered: false, wait: longestPauseMs }
      const position = readPosition()
      const response = await fetch(
        apiAddress(`${openLive.path}?since=${encodeURIComponent(last ?? since())}`),
        {
          headers: {
            authorization: `Bearer ${credential.value}`,
            ...(position === undefined ? {} : { [positionHeader]: position }),
          },
          cache: 'no-store',
          signal: controller.signal,
        },
      )
      if (!response.ok || !response.body) {
        return { wasLive, isBuffered: false, ...(response.status < 500 && { wait: refusedPauseMs }) }
      }
      isOpen = true
      const read = eventReader((event) => {
        if (event.event === 'hello') wasLive = true
        if (event.id !== undefined) last = event.id
        onEvent(event)
      })
      const reader = response.body.getReader()
      const decoder = new TextDecoder()
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return { wasLive, isBuffered: false }
        read(decoder.decode(value, { stream: true }))
        if (!wasLive) continue
        clearTimeout(timer)
        timer = setTimeout(abort, silenceMs)
      }
    } catch {
      // A connection that is cut before the greeting is no sign of a proxy that keeps it back.
      return { wasLive, isBuffered: isOpen && !wasLive && controller.signal.aborted }
    } finally {
      clearTimeout(timer)
      stopped.signal.removeEventListener('abort', abort)
    }
  }

  void run()
  return () => stopped.abort()
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    signal.addEventListener('abort', done, { once: true })
    // The network is back: no reason to wait.
    addEventListener('online', done, { once: true })
  })
}
