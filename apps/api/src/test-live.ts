import type { LiveEvents } from '@greenroom/contract/desk/live/live.schema'
import type { LiveKind } from '@greenroom/contract/desk/live/live-kinds'
import type { TestApp } from './test-app.ts'

interface TestEvent {
  id?: string | undefined
  event: keyof LiveEvents
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever members they expect
  data: any
}

/** Milliseconds until the wait for an event fails, with room for a busy machine. */
const patience = 60_000

/** A live stream as a client reads it. */
export interface TestStream {
  headers: Headers
  /** Waits for the next event of a name; earlier ones of it are passed over once. */
  next(event: keyof LiveEvents): Promise<TestEvent>
  /** Waits for the event that a record has changed. */
  hears(kind: LiveKind, id: string): Promise<void>
  /** Takes the events of a name that have arrived. */
  received(event: keyof LiveEvents): TestEvent[]
  /** Returns the data of the latest event of a name. */
  latest<Name extends keyof LiveEvents>(event: Name): LiveEvents[Name] | undefined
  /** The stream's id. */
  id(): Promise<string>
  /** Waits until the program listens, so that each later change sends an event. */
  ready(): Promise<void>
  ended: Promise<void>
  close(): void
}

/** Opens a live stream as somebody. */
export async function openLiveStream(
  app: Pick<TestApp, 'url' | 'tokenFor'>,
  { since, email = 'meera.nair@greenroom.example' }: { since?: string; email?: string } = {},
): Promise<TestStream> {
  const controller = new AbortController()
  const address = new URL('/admin/live', app.url)
  if (since !== undefined) address.searchParams.set('since', since)
  const response = await fetch(address, {
    headers: { authorization: `Bearer ${await app.tokenFor(email)}` },
    signal: controller.signal,
  })
  if (!response.ok || !response.body) throw new Error(`${response.status} ${await response.text()}`)
  const events: TestEvent[] = []
  const all: TestEvent[] = []
  const waiting = new Set<() => void>()
  const read = async (body: ReadableStream<Uint8Array>) => {
    let text = ''
    const decoder = new TextDecoder()
    for await (const bytes of body) {
      text += decoder.decode(bytes, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)))
        if (!fields.event) continue
        const event = { id: fields.id, event: fields.event, data: JSON.parse(fields.data) }
        events.push(event)
        all.push(event)
      }
      for (const wake of waiting) wake()
    }
  }
  const ended = read(response.body).catch(() => {})
  const next = async (name: keyof LiveEvents): Promise<TestEvent> => {
    const until = Date.now() + patience
    for (;;) {
      const place = events.findIndex(({ event }) => event === name)
      const [found] = place === -1 ? [] : events.splice(place, 1)
      if (found) return found
      if (Date.now() > until) throw new Error(`No event ${name} came. There were ${JSON.stringify(all)}.`)
      await new Promise<void>((resolve) => {
        const wake = () => {
          clearTimeout(timer)
          waiting.delete(wake)
          resolve()
        }
        const timer = setTimeout(wake, 200)
        waiting.add(wake)
      })
    }
  }
  const hello = async () => all.find(({ event }) => event === 'hello') ?? next('hello')
  return {
    headers: response.headers,
    next,
    async hears(kind, id) {
      for (;;) {
        const { data } = await next('changes')
        if ((data as LiveEvents['changes']).changes.some((one) => one.kind === kind && one.ids?.includes(id)))
          return
      }
    },
    received(name) {
      const found = events.filter(({ event }) => event === name)
      for (const one of found) events.splice(events.indexOf(one), 1)
      return found
    },
    latest: (name) => all.findLast(({ event }) => event === name)?.data,
    id: async () => (await hello()).data.stream,
    async ready() {
      await hello()
      // The first read of a program only notes where it begins.
      const until = Date.now() + patience
      for (;;) {
        const probe = await openLiveStream(app, { since: 'ago:0', email })
        const isListening = (await probe.next('hello')).data.is_complete
        probe.close()
        await probe.ended
        if (isListening) break
        if (Date.now() > until) throw new Error('The program does not listen.')
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      await new Promise((resolve) => setTimeout(resolve, 150))
      events.splice(0)
    },
    ended,
    close: () => controller.abort(),
  }
}
