import { randomUUID } from 'node:crypto'
import type { Permission } from '@greenroom/contract/access/permission'
import type { LiveEvents, LivePlace } from '@greenroom/contract/desk/live/live.schema'
import { AppError } from '../../../platform/app-error.ts'
import type { ChangeFeed } from '../../../platform/live/change-feed.ts'

/** Where a stream is written. */
export interface StreamOutput {
  write(text: string): void
  /** Bytes that the client has not taken yet. */
  waiting(): number
  end(): void
  /** Ends it without waiting for the client. */
  destroy(): void
}

/** What the owner of a stream may do now, and until when unless a call keeps the session alive. */
export interface StreamAccess {
  permissions: ReadonlySet<Permission>
  endsAt: Date
}

/** What a tab has open; null for nothing. */
export interface TabPlace {
  stream: string
  tab: string
  place: LivePlace | null
  item: string | null
  is_editing: boolean
}

export interface Stream {
  id: string
  staffId: string
  permissions: ReadonlySet<Permission>
  /** Streams with equal permissions get equal texts. */
  group: string
  endsAt: Date
  output: StreamOutput
  check: () => Promise<StreamAccess>
  /** What its tabs have open, by tab: the keys of places. */
  places: Map<string, string>
  /** News that arrived while the stream caught up; undefined afterwards. */
  held: string[] | undefined
}

/** Messages between processes. They name staff by id. */
export type Message =
  | { kind: 'place'; staff: string; at: TabPlace }
  | { kind: 'gone' | 'alive'; streams: string[] }
  | { kind: 'who' }

/** A client that has not taken this many bytes is cut off; it reconnects and catches up. */
const mostWaiting = 262_144

/** The streams of this process: writes to them, checks what their owners may do, and ends them. */
export function createOpenStreams(feed: Pick<ChangeFeed, 'send'>) {
  const streams = new Map<string, Stream>()
  let events = 0
  let dropped = 0

  function write(stream: Stream, text: string): void {
    if (stream.held) {
      stream.held.push(text)
      return
    }
    stream.output.write(text)
    events++
    if (stream.output.waiting() > mostWaiting) {
      dropped++
      stream.output.destroy()
    }
  }

  /** Writes the text of each group of permissions to its streams, and makes it once. */
  function writeToAll(textOf: (stream: Stream) => string | undefined): void {
    const texts = new Map<string, string | undefined>()
    for (const stream of streams.values()) {
      if (!texts.has(stream.group)) texts.set(stream.group, textOf(stream))
      const text = texts.get(stream.group)
      if (text !== undefined) write(stream, text)
    }
  }

  async function checkAgain(stream: Stream): Promise<void> {
    try {
      const { permissions, endsAt } = await stream.check()
      stream.endsAt = endsAt
      if (groupOf(permissions) !== stream.group) end(stream, 'role')
    } catch (error) {
      // Without the database the check follows when the feed has it again.
      if (error instanceof AppError && error.code !== 'UNAVAILABLE') end(stream, 'credential')
    }
  }

  function end(stream: Stream, reason: LiveEvents['bye']['reason']): void {
    if (!streams.has(stream.id)) return
    stream.held = undefined
    write(stream, eventText('bye', { reason }))
    stream.output.end()
    leave(stream)
  }

  function leave(stream: Stream): void {
    if (!streams.delete(stream.id)) return
    if (stream.places.size > 0) feed.send({ kind: 'gone', streams: [stream.id] } satisfies Message)
  }

  return {
    streams,
    write,
    writeToAll,
    end,
    leave,
    /** Ends a stream whose owner may do something else now, or nothing any more. */
    check: (stream: Stream) => void checkAgain(stream),

    /** Ends the streams whose owners may do something else now, or nothing any more. */
    checkAll(): void {
      for (const stream of streams.values()) void checkAgain(stream)
    },

    /** For the metrics. */
    counts: () => ({ streams: streams.size, events, dropped }),
  }
}

export function newStream(
  staffId: string,
  { permissions, endsAt }: StreamAccess,
  output: StreamOutput,
  check: Stream['check'],
): Stream {
  return {
    id: randomUUID(),
    staffId,
    permissions,
    group: groupOf(permissions),
    endsAt,
    output,
    check,
    places: new Map(),
    held: [],
  }
}

function groupOf(permissions: ReadonlySet<Permission>): string {
  return [...permissions].sort().join(' ')
}

export function eventText<Name extends keyof LiveEvents>(
  event: Name,
  data: LiveEvents[Name],
  id?: string,
): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
