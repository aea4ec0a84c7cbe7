import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { holdStream } from './live-stream.ts'

const stored: Record<string, string> = {
  credential: 'grs_one',
  session: JSON.stringify({
    subject: 'meera',
    name: 'Meera',
    email: 'm@a.example',
    endsAt: 4_000_000_000_000,
  }),
}
const greeting = 'id: 7\nevent: hello\ndata: {"stream":"s","is_complete":true}\n\n'

/** What each attempt asked for. */
let asked: (string | null)[]
let ends: { wasLive: boolean; isBuffered: boolean }[]
let stop: () => void
/** Responds to the next attempt: with a text, after which the connection is cut unless it stays open. */
let respond: (signal: AbortSignal) => Promise<Response>

function streamOf(text: string, { isCut, signal }: { isCut: boolean; signal: AbortSignal }): Response {
  return new Response(
    new ReadableStream({
      start(controller) {
        if (text !== '') controller.enqueue(new TextEncoder().encode(text))
        if (isCut) setTimeout(() => controller.error(new TypeError('network error')), 10)
        signal.addEventListener('abort', () => controller.error(signal.reason))
      },
    }),
  )
}

function hold(): void {
  let quiet = 1
  stop = holdStream({
    since: () => `ago:${quiet++}`,
    onEvent: () => {},
    onEnd: (end) => ends.push(end),
  })
}

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  ends = []
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored[key] ?? null,
    setItem: () => {},
    removeItem: () => {},
  })
  vi.stubGlobal('window', { location: { origin: 'http://localhost' } })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('fetch', (address: string, { signal }: { signal: AbortSignal }) => {
    asked.push(new URL(address, 'http://localhost').searchParams.get('since'))
    return respond(signal)
  })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

it('asks at each attempt for what has changed until then, and from the first event on for what followed it (OQ-494)', async () => {
  respond = async () => {
    throw new TypeError('Failed to fetch')
  }
  hold()
  await vi.advanceTimersByTimeAsync(1_000)
  respond = async (signal) => streamOf(greeting, { isCut: true, signal })
  await vi.advanceTimersByTimeAsync(4_000)
  expect(asked.slice(0, 2)).toEqual(['ago:1', 'ago:2'])
  expect(asked.at(-1)).toBe('7')
})

it('takes a connection that is cut before the greeting for no proxy that buffers (OQ-494)', async () => {
  respond = async (signal) => streamOf('', { isCut: true, signal })
  hold()
  await vi.advanceTimersByTimeAsync(100)
  expect(ends).toEqual([{ wasLive: false, isBuffered: false }])
})

it('takes a greeting that is kept back for a proxy that buffers (OQ-494)', async () => {
  respond = async (signal) => streamOf('', { isCut: false, signal })
  hold()
  await vi.advanceTimersByTimeAsync(6_100)
  expect(ends).toEqual([{ wasLive: false, isBuffered: true }])
})
