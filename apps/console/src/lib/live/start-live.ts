import type { LiveChange } from '@greenroom/contract/desk/live/live.schema'
import { type LiveKind, liveKindNames } from '@greenroom/contract/desk/live/live-kinds'
import type { QueryClient } from '@tanstack/react-query'
import { notePosition } from '../api/database-position.ts'
import { hasFailed } from '../api/failed-reads.ts'
import { tellRefusal } from '../api/refusals.ts'
import { ownTab } from '../api/writes.ts'
import { readSubject } from '../session.ts'
import type { LiveEvent } from './event-reader.ts'
import { forgetPeople, noteActs, notePeople, setLiveState } from './live-bus.ts'
import * as liveList from './live-list.ts'
import { provideLivePart } from './live-part.ts'
import { livePlace } from './live-place.ts'
import { addIds, liveScreens } from './live-screens.ts'
import { shareStream } from './shared-stream.ts'

/** Events are gathered for this long, so that a burst of them reads a list once. */
const gatherMs = 150
/** How long without a stream before the screen says so. */
const patienceMs = 4_000
/** Interval of reading everything again while events don't arrive. */
const pollMs = 30_000
/** Attempts whose greeting a proxy has kept back, before the tab gives up waiting for events. */
const mostBuffered = 2
/** Another process of the server follows a change of role within 3 seconds. */
const otherProcessMs = 4_000
const everything: LiveChange[] = liveKindNames.map((kind) => ({ kind, ids: null }))

/**
 * Follows what changes on the server, for as long as the page is open.
 * @param loadedAt when the shown data was read, in milliseconds
 */
export function startLive(client: QueryClient, { loadedAt }: { loadedAt: number }): () => void {
  provideLivePart(liveList)
  let stream: string | undefined
  const screens = liveScreens(client)
  const place = livePlace(() => stream)
  let isLive = false
  let buffered = 0
  let lostTimer: number | undefined
  let pollTimer: number | undefined
  let quietSince = loadedAt

  /** Everything may have changed. */
  const catchUp = () => screens.tell(everything)
  const expectLive = () => {
    lostTimer ??= window.setTimeout(() => setLiveState('lost'), patienceMs)
  }
  const stopWaiting = () => {
    window.clearTimeout(lostTimer)
    lostTimer = undefined
    window.clearInterval(pollTimer)
    pollTimer = undefined
  }
  const loseStream = () => {
    isLive = false
    stream = undefined
    place.forget()
    forgetPeople()
  }

  const gathered: LiveEvent[] = []
  let gatherTimer: number | undefined
  const dispatch = () => {
    gatherTimer = undefined
    const { changes, own } = changesOf(gathered.splice(0))
    screens.tell(changes, own)
  }

  let roleTimer: number | undefined
  /** The session is read again; its screen then follows. */
  const readRole = () => {
    tellRefusal()
    window.clearTimeout(roleTimer)
    roleTimer = window.setTimeout(tellRefusal, otherProcessMs)
  }

  function onEvent(event: LiveEvent): void {
    quietSince = Date.now()
    if (event.event === 'hello') {
      stream = event.data.stream
      isLive = true
      buffered = 0
      stopWaiting()
      setLiveState('live')
      // What a screen shows as failed: the server can be reached again.
      void client.refetchQueries({ type: 'active', predicate: hasFailed })
      place.tell()
      if (!event.data.is_complete) catchUp()
    } else if (event.event === 'bye') {
      if (event.data.reason === 'role') readRole()
    } else if (event.event === 'people') notePeople(event.data.place, event.data.people)
    else {
      if (event.data.position !== undefined) notePosition(event.data.position)
      gathered.push(event)
      gatherTimer ??= window.setTimeout(dispatch, gatherMs)
    }
  }

  const stopSharing = shareStream(readSubject() ?? '', {
    // More than the server remembers makes it say that it doesn't know.
    since: () => `ago:${Math.min(999, Math.ceil((Date.now() - quietSince) / 1000) + 1)}`,
    onJoin: expectLive,
    onLeave: () => {
      stopWaiting()
      loseStream()
      setLiveState('off')
    },
    onEvent,
    onEnd: ({ wasLive, isBuffered }) => {
      if (isBuffered) buffered += 1
      if (!wasLive && isLive) return
      loseStream()
      if (buffered >= mostBuffered) {
        pollTimer ??= window.setInterval(catchUp, pollMs)
        setLiveState('polling')
      } else expectLive()
    },
    hello: () =>
      isLive && stream !== undefined
        ? { event: 'hello', id: undefined, data: { stream, is_complete: false } }
        : undefined,
  })

  return () => {
    for (const timer of [roleTimer, gatherTimer]) window.clearTimeout(timer)
    screens.stop()
    place.stop()
    stopSharing()
  }
}

/** Joins events into one change of each kind, and notes what colleagues did. `own`: kinds that this page has changed. */
function changesOf(events: readonly LiveEvent[]): { changes: LiveChange[]; own: Set<LiveKind> } {
  const idsOf = new Map<LiveKind, ReadonlySet<string> | null>()
  const own = new Set<LiveKind>()
  for (const event of events) {
    if (event.event === 'changes') noteActs(event.data.acts)
    const found = event.event === 'changes' ? event.data.changes : everything
    for (const { kind, ids, tab } of found) {
      if (tab === ownTab) own.add(kind)
      addIds(idsOf, kind, ids)
    }
  }
  return { changes: [...idsOf].map(([kind, ids]) => ({ kind, ids: ids && [...ids] })), own }
}
