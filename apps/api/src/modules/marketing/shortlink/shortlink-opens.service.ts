import type { Logger } from 'pino'
import type { Database } from '../../../platform/database/database.ts'
import { addOpens } from './shortlink.repository.ts'

/** How long opens are collected before they are stored, in milliseconds. */
const collecting = 1_000

/**
 * Counts opened short links without storing who opened them (OQ-199). A redirect never waits for it: opens are collected
 * and stored together. A killed process loses those of the last second.
 */
export function createShortlinkOpens({ db, log }: { db: Database; log: Logger }) {
  let waiting = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let storing = Promise.resolve()

  function add(id: string, n = 1): void {
    waiting.set(id, (waiting.get(id) ?? 0) + n)
  }

  async function store(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (waiting.size === 0) return
    const opens = waiting
    waiting = new Map()
    try {
      await addOpens(db, opens)
    } catch (error) {
      log.warn({ err: error }, 'Opens of short links could not be stored and are kept for the next time')
      for (const [id, n] of opens) add(id, n)
    }
  }

  /** Stores what has been counted. */
  function flush(): Promise<void> {
    storing = storing.then(store)
    return storing
  }

  return {
    count(id: string): void {
      add(id)
      timer ??= setTimeout(() => void flush(), collecting)
    },
    flush,
  }
}
