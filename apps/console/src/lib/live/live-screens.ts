import type { LiveChange } from '@greenroom/contract/desk/live/live.schema'
import type { LiveKind } from '@greenroom/contract/desk/live/live-kinds'
import type { QueryClient } from '@tanstack/react-query'
import { tellLists } from './live-bus.ts'
import { countedKinds, countReads, outdatedBy, readsAnyRecord, reportedPosts } from './live-reads.ts'

/** Counts are read again at most once in this time, in milliseconds. */
const countsMs = 5_000
/** Anything else that is not a list is read again at most once in this time, in milliseconds. */
const readsMs = 1_500

/** Reads again what changes outdate on the screens. */
export function liveScreens(client: QueryClient) {
  /** Names of endpoints, with the ids of the records that changed, null for all. */
  const outdated = new Map<string, ReadonlySet<string> | null>()
  // A stream of changes must not abort one read with the next.
  const reads = spaced(readsMs, () => {
    for (const [name, ids] of outdated) {
      void client.invalidateQueries({
        queryKey: [name],
        // A record's id is in its key; figures have none.
        predicate: ({ queryKey: [, params] }) => readsAnyRecord.has(name) || concerns(params, ids),
      })
    }
    outdated.clear()
  })
  const counts = spaced(countsMs, () => {
    for (const name of countReads) void client.invalidateQueries({ queryKey: [name] })
  })
  return {
    /** @param own the kinds that this page has changed itself, at least in part */
    tell(changes: readonly LiveChange[], own: ReadonlySet<LiveKind> = new Set()): void {
      const told = new Set<string>()
      const ownLists = new Set([...own].flatMap((kind) => outdatedBy[kind].lists))
      for (const { kind, ids } of changes) {
        const { lists, reads: names = [], nouns } = outdatedBy[kind]
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
        for (const name of names) addIds(outdated, name, ids)
      }
      if (outdated.size > 0) reads.soon()
      if (changes.some(({ kind }) => countedKinds.has(kind))) counts.soon()
    },
    stop(): void {
      reads.stop()
      counts.stop()
    },
  }
}

/** Adds ids to the known ids of a key. Null means all ids. */
export function addIds<K>(
  known: Map<K, ReadonlySet<string> | null>,
  key: K,
  ids: readonly string[] | null,
): void {
  const before = known.get(key)
  known.set(key, ids === null || before === null ? null : new Set([...(before ?? []), ...ids]))
}

/** Runs work when it is wanted, at most once in a time. */
function spaced(ms: number, work: () => void) {
  let timer: number | undefined
  let ranAt = 0
  const run = () => {
    timer = undefined
    ranAt = Date.now()
    work()
  }
  return {
    soon: () => {
      timer ??= window.setTimeout(run, Math.max(0, ranAt + ms - Date.now()))
    },
    stop: () => window.clearTimeout(timer),
  }
}

/** Tells whether the parameters of a read name one of the records. */
function concerns(params: unknown, ids: ReadonlySet<string> | null): boolean {
  if (ids === null || params === null || typeof params !== 'object') return true
  return Object.values(params).some((value) => ids.has(String(value)))
}
