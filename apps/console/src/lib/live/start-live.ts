import { setLivePlace } from '@greenroom/contract/desk/live/live.endpoints'
import type { LiveChange, LivePlace } from '@greenroom/contract/desk/live/live.schema'
import { type LiveKind, liveKindNames } from '@greenroom/contract/desk/live/live-kinds'
import type { QueryClient } from '@tanstack/react-query'
import { callEndpoint } from '../api/client.ts'
import { notePosition } from '../api/database-position.ts'
import { hasFailed } from '../api/failed-reads.ts'
import { tellRefusal } from '../api/refusals.ts'
import { ownTab } from '../api/writes.ts'
import { readSubject } from '../session.ts'
import type { LiveEvent } from './event-reader.ts'
import {
  forgetPeople,
  noteActs,
  notePeople,
  onPlaceChange,
  openPlaces,
  setLiveState,
  tellLists,
} from './live-bus.ts'
import * as liveList from './live-list.ts'
import { provideLivePart } from './live-part.ts'
import { countedKinds, countReads, outdatedBy, readsAnyRecord, reportedPosts } from './live-reads.ts'
import { holdStream } from './live-stream.ts'

/** What the tab that holds the stream tells the others. */
type Message = { kind: 'event'; event: LiveEvent } | { kind: 'state'; isLive: boolean } | { kind: 'who' }

/** Events are gathered for this long, so that a burst of them reads a list once. */
const gatherMs = 150
/** How long a hidden tab stays, in milliseconds: people look at another one for a moment. */
const hiddenMs = 20_000
/** How long without a stream before the screen says so. */
const patienceMs = 4_000
/** Interval of reading everything again while events don't arrive. */
const pollMs = 30_000
/** Attempts whose greeting a proxy has kept back, before the tab gives up waiting for events. */
const mostBuffered = 2
/** How long the focus rests on a record before colleagues hear of it, in milliseconds. */
const placeMs = 300
/** Counts are read again at most once in this time, in milliseconds. */
const countsMs = 5_000
/** Anything else that is not a list is read again at most once in this time, in milliseconds. */
const readsMs = 1_500
/** Another process of the server follows a change of role within 20 seconds. */
const otherProcessMs = 21_000
const everything: LiveChange[] = liveKindNames.map((kind) => ({ kind, ids: null }))

/**
 * Follows what changes on the server, for as long as the page is open. Of the visible tabs of an account, one holds the
 * stream and passes its events on, because a browser opens six connections to a host at most.
 * @param loadedAt when the shown data was read, in milliseconds
 */
export function startLive(client: QueryClient, { loadedAt }: { loadedAt: number }): () => void {
  provideLivePart(liveList)
  const account = readSubject() ?? ''
  const channel = new BroadcastChannel(`live ${account}`)
  const tab = crypto.randomUUID()
  let stream: string | undefined
  let isLive = false
  let buffered = 0
  let lostTimer: number | undefined
  let pollTimer: number | undefined
  let leave: (() => void) | undefined
  let quietSince = loadedAt

  const gathered: LiveEvent[] = []
  let gatherTimer: number | undefined

  function setLive(next: boolean): void {
    isLive = next
    if (next) {
      buffered = 0
      window.clearTimeout(lostTimer)
      lostTimer = undefined
      window.clearInterval(pollTimer)
      pollTimer = undefined
      setLiveState('live')
      // What a screen shows as failed: the server can be reached again.
      void client.refetchQueries({ type: 'active', predicate: hasFailed })
      return
    }
    stream = undefined
    toldPlace = undefined
    forgetPeople()
    if (buffered >= mostBuffered) {
      pollTimer ??= window.setInterval(catchUp, pollMs)
      setLiveState('polling')
    } else expectLive()
  }

  function expectLive(): void {
    lostTimer ??= window.setTimeout(() => setLiveState('lost'), patienceMs)
  }

  function onEvent(event: LiveEvent): void {
    quietSince = Date.now()
    if (event.event === 'hello') {
      stream = event.data.stream
      setLive(true)
      tellPlace()
      if (!event.data.is_complete) catchUp()
      return
    }
    if (event.event === 'bye') {
      if (event.data.reason === 'role') readRole()
      return
    }
    if (event.event === 'people') {
      notePeople(event.data.place, event.data.people)
      return
    }
    if (event.data.position !== undefined) notePosition(event.data.position)
    gathered.push(event)
    gatherTimer ??= window.setTimeout(dispatch, gatherMs)
  }

  let roleTimer: number | undefined
  /** The session is read again; its screen then follows. */
  function readRole(): void {
    tellRefusal()
    window.clearTimeout(roleTimer)
    roleTimer = window.setTimeout(tellRefusal, otherProcessMs)
  }

  function dispatch(): void {
    gatherTimer = undefined
    const events = gathered.splice(0)
    const changes = new Map<LiveKind, Set<string> | null>()
    const own = new Set<LiveKind>()
    for (const event of events) {
      if (event.event === 'changes') noteActs(event.data.acts)
      const found = event.event === 'changes' ? event.data.changes : everything
      for (const { kind, ids, tab } of found) {
        if (tab === ownTab) own.add(kind)
        const known = changes.get(kind)
        changes.set(kind, ids === null || known === null ? null : new Set([...(known ?? []), ...ids]))
      }
    }
    tellScreens(
      [...changes].map(([kind, ids]) => ({ kind, ids: ids && [...ids] })),
      own,
    )
  }

  /** Everything may have changed. */
  function catchUp(): void {
    tellScreens(everything)
  }

  function tellScreens(changes: readonly LiveChange[], own: ReadonlySet<LiveKind> = new Set()): void {
    const told = new Set<string>()
    const ownLists = new Set([...own].flatMap((kind) => outdatedBy[kind].lists))
    for (const { kind, ids } of changes) {
      const { lists, reads = [], nouns } = outdatedBy[kind]
      for (const name of lists) {
        if (told.has(name) && ids === null) continue
        told.add(name)
        tellLists(name, { ids, nouns, isOwn: ownLists.has(name) })
        if (name === reportedPosts) continue
        void client.invalidateQueries({
          queryKey: [name],
          refetchType: 'none',
          // A list on the screen follows on its own, but not before its first rows are there.
          predicate: (query) => !query.isActive() || query.state.data === undefined,
        })
      }
      for (const name of reads) {
        const known = outdated.get(name)
        outdated.set(name, ids === null || known === null ? null : new Set([...(known ?? []), ...ids]))
      }
    }
    if (outdated.size > 0) readSoon()
    if (changes.some(({ kind }) => countedKinds.has(kind))) countSoon()
  }

  /** Names of endpoints, with the ids of the records that changed, null for all. */
  const outdated = new Map<string, ReadonlySet<string> | null>()
  let readTimer: number | undefined
  let readAt = 0
  /** A stream of changes must not abort one read with the next. */
  function readSoon(): void {
    readTimer ??= window.setTimeout(
      () => {
        readTimer = undefined
        readAt = Date.now()
        for (const [name, ids] of outdated) {
          void client.invalidateQueries({
            queryKey: [name],
            // A record's id is in its key; figures have none.
            predicate: ({ queryKey: [, params] }) => readsAnyRecord.has(name) || concerns(params, ids),
          })
        }
        outdated.clear()
      },
      Math.max(0, readAt + readsMs - Date.now()),
    )
  }

  let countTimer: number | undefined
  let countedAt = 0
  function countSoon(): void {
    countTimer ??= window.setTimeout(
      () => {
        countTimer = undefined
        countedAt = Date.now()
        for (const name of countReads) void client.invalidateQueries({ queryKey: [name] })
      },
      Math.max(0, countedAt + countsMs - Date.now()),
    )
  }

  let placeTimer: number | undefined
  let toldPlace: string | undefined
  function tellPlace(): void {
    window.clearTimeout(placeTimer)
    placeTimer = window.setTimeout(() => {
      if (stream === undefined) return
      // The latest: a dialog covers its list. The screen and a form on it may have the same record open.
      const place = openPlaces().at(-1)
      const same = openPlaces().filter((one) => isSamePlace(one.place, place?.place))
      const body = {
        stream,
        tab,
        place: place?.place ?? null,
        item: place?.item ?? null,
        is_editing: same.some(({ isEditing }) => isEditing),
      }
      const text = JSON.stringify(body)
      // Nothing was open before, and nothing is now.
      if (text === toldPlace || (place === undefined && toldPlace === undefined)) return
      toldPlace = text
      void callEndpoint(setLivePlace, { body, isBackground: true }).catch(() => {
        toldPlace = undefined
      })
    }, placeMs)
  }
  onPlaceChange(tellPlace)

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (leave === undefined) return
    if (data.kind === 'event') onEvent(data.event)
    else if (data.kind === 'who') {
      if (isHolder && isLive && stream !== undefined) {
        channel.postMessage({ kind: 'event', event: helloOf(stream) } satisfies Message)
      }
    } else if (!data.isLive) setLive(false)
  }
  let isHolder = false

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
          // More than the server remembers makes it say that it doesn't know.
          since: () => `ago:${Math.min(999, Math.ceil((Date.now() - quietSince) / 1000) + 1)}`,
          onEvent: (event) => {
            onEvent(event)
            channel.postMessage({ kind: 'event', event } satisfies Message)
          },
          onEnd: ({ wasLive, isBuffered }) => {
            if (wasLive) channel.postMessage({ kind: 'state', isLive: false } satisfies Message)
            if (isBuffered) buffered += 1
            if (wasLive || !isLive) setLive(false)
          },
        })
        gone.signal.addEventListener('abort', () => resolve(), { once: true })
      })
    leave = () => {
      leave = undefined
      isHolder = false
      gone.abort()
      end?.()
      window.clearTimeout(lostTimer)
      lostTimer = undefined
      window.clearInterval(pollTimer)
      pollTimer = undefined
      isLive = false
      stream = undefined
      toldPlace = undefined
      forgetPeople()
      setLiveState('off')
    }
    expectLive()
    const locks: LockManager | undefined = navigator.locks
    if (locks === undefined) {
      void hold()
      return
    }
    void locks.request(`live ${account}`, { signal: gone.signal }, hold).catch(() => undefined)
    // Another tab may hold the stream already.
    channel.postMessage({ kind: 'who' } satisfies Message)
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
    window.clearTimeout(roleTimer)
    window.clearTimeout(gatherTimer)
    window.clearTimeout(countTimer)
    window.clearTimeout(readTimer)
    window.clearTimeout(placeTimer)
    leave?.()
    channel.close()
  }
}

function isSamePlace(one: LivePlace, other: LivePlace | undefined): boolean {
  return one.kind === other?.kind && one.id === other.id
}

/** For a tab that joins: what happened before is not known there. */
function helloOf(stream: string): LiveEvent {
  return { event: 'hello', id: undefined, data: { stream, is_complete: false } }
}

/** Tells whether the parameters of a read name one of the records. */
function concerns(params: unknown, ids: ReadonlySet<string> | null): boolean {
  if (ids === null || params === null || typeof params !== 'object') return true
  return Object.values(params).some((value) => ids.has(String(value)))
}
