import { type LivePerson, type LivePlace, liveBeatMs } from '@greenroom/contract/desk/live/live.schema'
import { hearsOf, isLiveKind } from '@greenroom/contract/desk/live/live-kinds'
import { AppError } from '../../../platform/app-error.ts'
import type { Actor } from '../../../platform/audit/actor.ts'
import type { ChangeFeed } from '../../../platform/live/change-feed.ts'
import { eventText, type Message, type Stream, type TabPlace } from './open-streams.service.ts'

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

/** How long what another process announced stays without its sign of life. */
const staleMs = 3 * liveBeatMs
/** A notification takes 8,000 bytes. */
const idsOfMessage = 100

/** What colleagues have open, on the streams of all processes. */
export function createLivePlaces({
  feed,
  streams,
  write,
  nameOf,
}: {
  feed: Pick<ChangeFeed, 'send'>
  /** The streams of this process. */
  streams: ReadonlyMap<string, Stream>
  write: (stream: Stream, text: string) => void
  /** Returns the name of a member of staff. */
  nameOf: (staffId: string) => Promise<string>
}) {
  const present = new Map<string, Present>()
  const changedPlaces = new Set<string>()
  /** Places in the order of their messages. */
  let placing = Promise.resolve()

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
    onMessage,
    tellPeople,

    /** Tells colleagues what a tab has open. */
    set(actor: Actor, at: TabPlace): void {
      if (actor.staffId === null || (at.place && !hearsOf(actor.permissions, at.place.kind))) {
        throw new AppError('FORBIDDEN', 'Your role does not allow this. Ask an owner for access.')
      }
      feed.send({ kind: 'place', staff: actor.staffId, at } satisfies Message)
    },

    /** Tells the other processes that these streams live, and forgets what theirs no longer say. */
    keepAlive(): void {
      const alive = [...streams.values()].filter(({ places }) => places.size > 0).map(({ id }) => id)
      for (let first = 0; first < alive.length; first += idsOfMessage) {
        feed.send({ kind: 'alive', streams: alive.slice(first, first + idsOfMessage) } satisfies Message)
      }
      for (const [key, one] of present) {
        if (streams.has(one.stream) || Date.now() - one.seenAt < staleMs) continue
        present.delete(key)
        changedPlaces.add(keyOf(one.place))
      }
    },

    /** Resolves when every place that was received is known. */
    settled: (): Promise<void> => placing,
  }
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
