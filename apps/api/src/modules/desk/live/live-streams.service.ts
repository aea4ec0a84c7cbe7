import type { Permission } from '@greenroom/contract/access/permission'
import { liveBeatMs } from '@greenroom/contract/desk/live/live.schema'
import { hearsOf } from '@greenroom/contract/desk/live/live-kinds'
import { AppError } from '../../../platform/app-error.ts'
import type { Actor } from '../../../platform/audit/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { ChangeFeed, KindAct, LiveNews } from '../../../platform/live/change-feed.ts'
import { createLivePlaces } from './live-places.service.ts'
import {
  createOpenStreams,
  eventText,
  type Message,
  newStream,
  type StreamAccess,
  type StreamOutput,
  type TabPlace,
} from './open-streams.service.ts'

interface LiveStreamsOptions {
  feed: ChangeFeed
  clock: Clock
  /** Max open streams; 0 refuses all. */
  most: number
  /** Whether reads go to a replica, which may lack a change that is announced. */
  hasReplica: boolean
  /** Drops remembered roles, because a role has changed. */
  forgetSessions(): void
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

/** Max open streams of a person: browsers share one among their tabs. */
const mostStreamsOfPerson = 12
/** How long changes are still read after the last stream, so that one that opens then learns what it missed. */
const idleMs = 600_000
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
  forgetSessions,
  nameOf,
}: LiveStreamsOptions): LiveStreams {
  const open = createOpenStreams(feed)
  const { streams, write } = open
  const places = createLivePlaces({ feed, streams, write, nameOf })
  let isClosed = false
  let isRunning = false
  let lastBeat = Date.now()
  let emptySince = Date.now()

  function run(): void {
    if (isRunning) return
    isRunning = true
    feed.start({ onNews: tellNews, onLoss: tellLoss, onMessage: places.onMessage, onTick })
    feed.send({ kind: 'who' } satisfies Message)
  }

  function tellNews(news: LiveNews): void {
    open.writeToAll(({ permissions }) =>
      changesText(news, permissions, logPositionOf(news.logPosition), news.position),
    )
    if (news.changes.some(({ kind }) => kind === 'staff')) {
      forgetSessions()
      open.checkAll()
    }
  }

  function tellLoss(position: string, logPosition: number): void {
    open.writeToAll(() => eventText('catch-up', logPositionOf(logPosition), position))
    open.checkAll()
  }

  const logPositionOf = (position: number) => (hasReplica ? { position: String(position) } : {})

  function onTick(): void {
    const now = clock.now()
    for (const stream of streams.values()) if (stream.endsAt <= now) open.check(stream)
    places.tellPeople()
    if (streams.size > 0) emptySince = Date.now()
    else if (Date.now() - emptySince > idleMs) {
      isRunning = false
      void feed.stop()
      return
    }
    if (Date.now() - lastBeat < liveBeatMs) return
    lastBeat = Date.now()
    for (const stream of streams.values()) if (!stream.held) stream.output.write(':\n\n')
    places.keepAlive()
  }

  return {
    async open(actor, output, { since, check }) {
      if (isClosed || most === 0) throw new AppError('UNAVAILABLE', liveMessages.off, { retryAfter: 5 })
      const { staffId } = actor
      if (staffId === null) throw new AppError('FORBIDDEN', 'API keys have no open screens.')
      const { permissions, endsAt } = await check()
      const own = [...streams.values()].filter((stream) => stream.staffId === staffId).length
      if (streams.size >= most || own >= mostStreamsOfPerson) {
        throw new AppError('TOO_MANY_REQUESTS', liveMessages.tooMany, { retryAfter: 30 })
      }
      const stream = newStream(staffId, { permissions, endsAt }, output, check)
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
      return () => open.leave(stream)
    },
    setPlace: places.set,
    async close() {
      isClosed = true
      for (const stream of [...streams.values()]) open.end(stream, 'stopping')
      await places.settled()
      if (isRunning) await feed.stop()
      isRunning = false
    },
    counts: open.counts,
  }
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
