import type { LiveAct, LivePerson, LivePlace } from '@greenroom/contract/desk/live/live.schema'
import { useEffect, useSyncExternalStore } from 'react'
import { lastActs } from './last-acts.ts'

/** A change to a list: the records that changed, null for too many to name, and what its rows are called. */
export interface ListChange {
  ids: readonly string[] | null
  /** Whether this page has made it, at least in part: then the list is shown as it is. */
  isOwn: boolean
  /** "order", "orders". */
  nouns: readonly [one: string, many: string]
}

/** Whether this tab hears of changes. `polling`: a proxy keeps the events back, so the tab reads again now and then. */
type LiveState = 'off' | 'live' | 'lost' | 'polling'

/** What a tab has open. */
interface OpenPlace {
  place: LivePlace
  item: string | null
  isEditing: boolean
}

/** The actions of colleagues that a screen may still show. */
const mostActs = 200

const lists = new Map<string, Set<(change: ListChange) => void>>()
const listeners = new Set<() => void>()
const people = new Map<string, readonly LivePerson[]>()
const nobody: readonly LivePerson[] = []
let state: LiveState = 'off'
let opened: OpenPlace[] = []
let onPlace: (() => void) | undefined

function tell(): void {
  for (const listener of [...listeners]) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Calls a listener when records of a list have changed on the server.
 * @param endpoint the list's endpoint by name
 * @returns stops it
 */
export function onListChange(endpoint: string, listener: (change: ListChange) => void): () => void {
  const all = lists.get(endpoint) ?? new Set()
  lists.set(endpoint, all.add(listener))
  return () => all.delete(listener)
}

/** Tells the lists of an endpoint that are on the screen. */
export function tellLists(endpoint: string, change: ListChange): void {
  for (const listener of [...(lists.get(endpoint) ?? [])]) listener(change)
}

export function setLiveState(next: LiveState): void {
  if (state === next) return
  state = next
  tell()
}

export function useLiveState(): LiveState {
  return useSyncExternalStore(subscribe, () => state)
}

/** Remembers what colleagues did, for the records that a screen still shows. */
export function noteActs(news: readonly LiveAct[]): void {
  for (const act of news) {
    for (const id of act.ids) {
      lastActs.delete(id)
      lastActs.set(id, act)
    }
  }
  for (const id of lastActs.keys()) {
    if (lastActs.size <= mostActs) break
    lastActs.delete(id)
  }
  if (news.length > 0) tell()
}

/** Returns what a colleague did last with a record, and follows it. */
export function useLastAct(id: string | null): LiveAct | undefined {
  return useSyncExternalStore(subscribe, () => (id === null ? undefined : lastActs.get(id)))
}

export function notePeople(place: LivePlace, here: readonly LivePerson[]): void {
  people.set(keyOf(place), here)
  tell()
}

/** Forgets who is where: the stream has ended. */
export function forgetPeople(): void {
  people.clear()
  tell()
}

/** What this tab has open, the latest last. */
export function openPlaces(): readonly OpenPlace[] {
  return opened
}

/** Follows what this tab has open. */
export function onPlaceChange(listener: () => void): void {
  onPlace = listener
}

/**
 * Tells colleagues that a record or a queue is open here, while the component is shown.
 * @param kind undefined while nothing is open
 * @returns the colleagues who have it open too
 */
export function usePlace(
  kind: LivePlace['kind'] | undefined,
  id: string,
  { item = null, isEditing = false }: { item?: string | null; isEditing?: boolean } = {},
): readonly LivePerson[] {
  useEffect(() => {
    if (kind === undefined) return
    const own: OpenPlace = { place: { kind, id }, item, isEditing }
    opened = [...opened, own]
    onPlace?.()
    return () => {
      opened = opened.filter((one) => one !== own)
      onPlace?.()
    }
  }, [kind, id, item, isEditing])
  return usePeopleAt(kind, id)
}

/** Returns the colleagues who have a place open that this tab has open too. */
export function usePeopleAt(kind: LivePlace['kind'] | undefined, id: string): readonly LivePerson[] {
  const key = kind === undefined ? '' : keyOf({ kind, id })
  return useSyncExternalStore(subscribe, () => people.get(key) ?? nobody)
}

function keyOf({ kind, id }: LivePlace): string {
  return `${kind} ${id}`
}
