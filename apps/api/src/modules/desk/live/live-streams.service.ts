import { randomUUID } from 'node:crypto'
import type { Permission } from '@greenroom/contract/access/permission'
import {
  type LiveEvents,
  type LivePerson,
  type LivePlace,
  liveBeatMs,
} from '@greenroom/contract/desk/live/live.schema'
import { hearsOf, isLiveKind } from '@greenroom/contract/desk/live/live-kinds'
import { AppError } from '../../../platform/app-error.ts'
import type { Actor } from '../../../platform/audit/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { ChangeFeed, KindAct, LiveNews } from '../../../platform/live/change-feed.ts'

/** Where a stream is written. */
export interface StreamOutput {
  write(text: string): void
  /** Bytes that the client has not taken yet. */
  waiting(): number
  end(): void
  /** Ends it without waiting for the client. */
  destroy(): void
}

/** What the owner of a stream may do now. */
export interface StreamAccess {
  permissions: ReadonlySet<Permission>
  expiresAt: Date
}

interface LiveStreamsOptions {
  feed: ChangeFeed
  clock: Clock
  /** Max open streams; 0 refuses all. */
  most: number
  /** Whether reads go to a replica, which may lack a change that is announced. */
  hasReplica: boolean
  /** Drops remembered roles, because a role has changed. */
  forgetRoles(): void
  /** Returns the name of a member of staff. */
  nameOf(staffId: string): Promise<string>
}

export interface LiveStreams {
  /**
   * Opens a stream.
   * @param check returns what its owner may do now; throws if the credential is no longer accepted
   * @returns a function to call when the client has gone
   */
  open(
    actor: Actor,
    output: StreamOutput,
    options: { since: string | undefined; check: () => Promise<StreamAccess> },
  ): Promise<() => void>
  /** Tells colleagues what a tab has open. */
  setPlace(actor: Actor, place: TabPlace): void
  /** Ends all streams, and refuses new ones. */
  close(): Promise<void>
  /** For the metrics. */
  counts(): { streams: number; events: number; dropped: number }
}

interface TabPlace {
  stream: string
  tab: string
  place: LivePlace | null
  item: string | null
  is_editing: boolean
}

interface Stream {
  id: string
  staffId: string
  permissions: ReadonlySet<Permission>
  /** Streams with equal permissions get equal texts. */
  group: string
  expiresAt: Date
  output: StreamOutput
  check: () => Promise<StreamAccess>
  /** What its tabs have open, by tab: the keys of places. */
  places: Map<string, string>
  /** News that arrived while the stream caught up; undefined afterwards. */
  held: string[] | undefined
}

/** What somebody has open, on a stream of any process. */
interface Present {
  stream: string
  staffId: string
  name: string
  place: LivePlace
  item: string | null
  isEditing: boolean
  seenAt: number
}

/** Messages between processes. They name staff by id. */
type Message =
  | { kind: 'place'; staff: string; at: TabPlace }
  | { kind: 'gone' | 'alive'; streams: string[] }
  | { kind: 'who' }

/** Max open streams of a person: browsers share one among their tabs. */
const mostStreamsOfPerson = 12
/** A client that has not taken this many bytes is cut off; it reconnects and catches up. */
const mostWaiting = 262_144
/** How long what another process announced stays without its sign of life. */
const staleMs = 3 * liveBeatMs
/** How long changes are still read after the last stream, so that one that opens then learns what it missed. */
const idleMs = 600_000
/** A notification takes 8,000 bytes. */
const idsOfMessage = 100

const liveMessages = {
  off: 'Live changes are turned off.',
  tooMany: 'Too many screens are open. This one reads its data again every 30 seconds.',
} as const

/** Keeps the open streams of this process, and what colleagues have open on the streams of all. */
export function createLiveStreams({
  feed,
  clock,
  most,
  hasReplica,
  forgetRoles,
  nameOf,
}: LiveStreamsOptions): LiveStreams {
  const streams = new Map<string, Stream>()
  const present = new Map<string, Present>()
  const changedPlaces = new Set<string>()
  let isClosed = false
  let isRunning = false
  let lastBeat = Date.now()
  let emptySince = Date.now()
  /** Places in the order of their messages. */
  let placing = Promise.resolve()
  let events = 0
  let dropped = 0

  function run(): void {
    if (isRunning) return
    isRunning = true
    feed.start({ onNews: tellNews, onLoss: tellLoss, onMessage, onTick })
    feed.send({ kind: 'who' } satisfies Message)
  }

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

  function tellNews(news: LiveNews): void {
    writeToAll(({ permissions }) =>
      changesText(news, permissions, logPositionOf(news.logPosition), news.position),
    )
    if (news.changes.some(({ kind }) => kind === 'staff')) {
      forgetRoles()
      for (const stream of streams.values()) void checkAgain(stream)
    }
  }

  function tellLoss(position: string, logPosition: number): void {
    writeToAll(() => eventText('catch-up', logPositionOf(logPosition), position))
    for (const stream of streams.values()) void checkAgain(stream)
  }

  const logPositionOf = (position: number) => (hasReplica ? { position: String(position) } : {})

  async function checkAgain(stream: Stream): Promise<void> {
    try {
      const { permissions } = await stream.check()
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

  function onTick(): void {
    const now = clock.now()
    for (const stream of [...streams.values()]) if (stream.expiresAt <= now) end(stream, 'credential')
    tellPeople()
    if (streams.size > 0) emptySince = Date.now()
    else if (Date.now() - emptySince > idleMs) {
      isRunning = false
      void feed.stop()
      return
    }
    if (Date.now() - lastBeat < liveBeatMs) return
    lastBeat = Date.now()
    for (const stream of streams.values()) if (!stream.held) stream.output.write(':\n\n')
    const alive = [...streams.values()].filter(({ places }) => places.size > 0).map(({ id }) => id)
    for (let first = 0; first < alive.length; first += idsOfMessage) {
      feed.send({ kind: 'alive', streams: alive.slice(first, first + idsOfMessage) } satisfies Message)
    }
    for (const [key, one] of present) {
      if (streams.has(one.stream) || Date.now() - one.seenAt < staleMs) continue
      present.delete(key)
      changedPlaces.add(keyOf(one.place))
    }
  }

  function onMessage(received: unknown): void {
    const message = received as Message
    switch (message.kind) {
      case 'place':
        placing = placing.then(() => place(message))
        return
      case 'gone':
        for (const [key, one] of present) {
          if (!message.streams.includes(one.stream)) continue
          present.delete(key)
          changedPlaces.add(keyOf(one.place))
        }
        tellPeople()
        return
      case 'alive':
        for (const one of present.values()) if (message.streams.includes(one.stream)) one.seenAt = Date.now()
        return
      case 'who':
        for (const [key, one] of present) {
          if (!streams.has(one.stream)) continue
          const tab = key.slice(one.stream.length + 1)
          const at = { stream: one.stream, tab, place: one.place, item: one.item, is_editing: one.isEditing }
          feed.send({ kind: 'place', staff: one.staffId, at } satisfies Message)
        }
    }
  }

  async function place({ staff, at }: Extract<Message, { kind: 'place' }>): Promise<void> {
    const name = await nameOf(staff)
    const own = streams.get(at.stream)
    if (own && own.staffId !== staff) return
    const key = `${at.stream} ${at.tab}`
    const before = present.get(key)
    if (before) changedPlaces.add(keyOf(before.place))
    if (at.place) {
      present.set(key, {
        stream: at.stream,
        staffId: staff,
        name,
        place: at.place,
        item: at.item,
        isEditing: at.is_editing,
        seenAt: Date.now(),
      })
      changedPlaces.add(keyOf(at.place))
      own?.places.set(at.tab, keyOf(at.place))
    } else {
      present.delete(key)
      own?.places.delete(at.tab)
    }
    tellPeople()
  }

  /** Tells everybody at a place whose people have changed who else is there. */
  function tellPeople(): void {
    if (changedPlaces.size === 0) return
    const here = new Map<string, Present[]>()
    for (const one of present.values()) {
      const key = keyOf(one.place)
      if (changedPlaces.has(key)) here.set(key, [...(here.get(key) ?? []), one])
    }
    for (const stream of streams.values()) {
      for (const key of new Set(stream.places.values())) {
        const others = here.get(key)
        if (!changedPlaces.has(key)) continue
        const place = placeOf(key)
        if (!hearsOf(stream.permissions, place.kind)) continue
        const people = peopleOf(others ?? [], stream.staffId)
        write(stream, eventText('people', { place, people }))
      }
    }
    changedPlaces.clear()
  }

  return {
    async open(actor, output, { since, check }) {
      if (isClosed || most === 0) throw new AppError('UNAVAILABLE', liveMessages.off, { retryAfter: 5 })
      const { staffId } = actor
      if (staffId === null) throw new AppError('FORBIDDEN', 'API keys have no open screens.')
      const { permissions, expiresAt } = await check()
      const own = [...streams.values()].filter((stream) => stream.staffId === staffId).length
      if (streams.size >= most || own >= mostStreamsOfPerson) {
        throw new AppError('TOO_MANY_REQUESTS', liveMessages.tooMany, { retryAfter: 30 })
      }
      const stream: Stream = {
        id: randomUUID(),
        staffId,
        permissions,
        group: groupOf(permissions),
        expiresAt,
        output,
        check,
        places: new Map(),
        held: [],
      }
      // Before the database is asked: what changes meanwhile is held, and follows.
      streams.set(stream.id, stream)
      run()
      const position = feed.position()
      const missed = since === undefined ? undefined : await feed.since(since)
      const held = stream.held ?? []
      stream.held = undefined
      if (!streams.has(stream.id)) return () => {}
      write(stream, eventText('hello', { stream: stream.id, is_complete: missed !== undefined }, position))
      const missedText = missed && changesText(missed, permissions, {}, position)
      if (missedText) write(stream, missedText)
      for (const text of held) write(stream, text)
      return () => leave(stream)
    },
    setPlace(actor, at) {
      if (actor.staffId === null || (at.place && !hearsOf(actor.permissions, at.place.kind))) {
        throw new AppError('FORBIDDEN', 'Your role does not allow this. Ask an owner for access.')
      }
      feed.send({ kind: 'place', staff: actor.staffId, at } satisfies Message)
    },
    async close() {
      isClosed = true
      for (const stream of [...streams.values()]) end(stream, 'stopping')
      await placing
      if (isRunning) await feed.stop()
      isRunning = false
    },
    counts: () => ({ streams: streams.size, events, dropped }),
  }
}

function groupOf(permissions: ReadonlySet<Permission>): string {
  return [...permissions].sort().join(' ')
}

/** Returns the event for somebody with these permissions; undefined if nothing concerns them. */
function changesText(
  { changes, acts }: Pick<LiveNews, 'changes' | 'acts'>,
  permissions: ReadonlySet<Permission>,
  beside: { position?: string },
  id: string | undefined,
): string | undefined {
  const heard = changes.filter(({ kind }) => hearsOf(permissions, kind))
  const heardActs = acts.filter(({ kind }) => hearsOf(permissions, kind))
  if (heard.length === 0 && heardActs.length === 0) return undefined
  const withoutKind = heardActs.map(({ kind: _, ...act }: KindAct) => act)
  return eventText('changes', { changes: heard, acts: withoutKind, ...beside }, id)
}

function eventText<Name extends keyof LiveEvents>(event: Name, data: LiveEvents[Name], id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

function keyOf({ kind, id }: LivePlace): string {
  return `${kind} ${id}`
}

function placeOf(key: string): LivePlace {
  const kind = key.slice(0, key.indexOf(' '))
  if (!isLiveKind(kind)) throw new Error(`${kind} is no kind of change.`)
  return { kind, id: key.slice(kind.length + 1) }
}

/** Each colleague once, those who edit first. */
function peopleOf(here: readonly Present[], but: string): LivePerson[] {
  const people = new Map<string, LivePerson>()
  for (const { staffId, name, item, isEditing } of here) {
    if (staffId === but) continue
    const known = people.get(staffId)
    people.set(staffId, {
      staff_id: staffId,
      name,
      item: known?.item ?? item,
      is_editing: isEditing || (known?.is_editing ?? false),
    })
  }
  return [...people.values()].sort((a, b) => Number(b.is_editing) - Number(a.is_editing))
}
