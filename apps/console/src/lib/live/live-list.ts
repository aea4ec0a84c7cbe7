import { onWrite } from '../api/writes.ts'
import { changedRows, holdRows } from './held-rows.ts'
import { type ListChange, onListChange } from './live-bus.ts'

export { changedRows, holdRows }

/** What a list needs of this script. */
export interface LivePart {
  followList: typeof followList
  holdRows: typeof holdRows
  changedRows: typeof changedRows
  newsText: typeof newsText
}

/** Rows that stay in their place while others change them. */
export interface HeldList<Row> {
  /** The request that they are from. */
  subject: string
  rows: readonly Row[]
  nouns: ListChange['nouns']
  part: LivePart
}

interface FollowedList<Row> {
  part: LivePart
  /** What the list shows now. Its rows are undefined until they are loaded. */
  latest: {
    readonly current: {
      rows: readonly Row[] | undefined
      subject: string
      refetch: () => Promise<unknown>
      isReading: boolean
    }
  }
  setHeld: (next: (before: HeldList<Row> | undefined) => HeldList<Row> | undefined) => void
  /** Notes whether the rows were read after the last change that was heard. */
  setIsCurrent: (isCurrent: boolean) => void
}

/** A list is read again at most once in this time, and less often when the server takes long. All in milliseconds. */
const shortestPauseMs = 1_000
const longestPauseMs = 15_000

/**
 * Reads a list again when others have changed it, and holds its rows meanwhile.
 * @param list name of the endpoint
 * @returns stops it
 */
export function followList<Row>(
  list: string,
  { part, latest, setHeld, setIsCurrent }: FollowedList<Row>,
): () => void {
  let timer: number | undefined
  let isReading = false
  let isDue = false
  let pause = shortestPauseMs
  let lastRead = 0
  const readSoon = () => {
    setIsCurrent(false)
    isDue = true
    if (timer !== undefined || isReading) return
    timer = window.setTimeout(
      async () => {
        timer = undefined
        isDue = false
        isReading = true
        lastRead = Date.now()
        // A failure shows when the person next asks for something.
        await latest.current.refetch().catch(() => undefined)
        isReading = false
        pause = Math.min(longestPauseMs, Math.max(shortestPauseMs, 10 * (Date.now() - lastRead)))
        if (isDue) readSoon()
        else setIsCurrent(true)
      },
      Math.max(0, lastRead + pause - Date.now()),
    )
  }
  const stop = onListChange(list, ({ nouns, isOwn }) => {
    const { rows, subject, isReading: isReadAnyway } = latest.current
    if (rows === undefined) return
    setHeld((before) => {
      if (isOwn) return undefined
      if (before?.subject === subject) return { ...before, nouns }
      // Such rows can be older than an own write, whose record would count as new.
      return isReadAnyway ? undefined : { subject, rows, nouns, part }
    })
    readSoon()
  })
  const stopWrites = onWrite(() => setHeld(() => undefined))
  return () => {
    stop()
    stopWrites()
    window.clearTimeout(timer)
  }
}

/** "3 new orders", "1 lead left this list", or nothing. */
export function newsText(waiting: number, left: number, nouns: ListChange['nouns']): string {
  if (waiting > 0) return `${waiting} new ${nouns[waiting === 1 ? 0 : 1]}`
  return left > 0 ? `${left} ${nouns[left === 1 ? 0 : 1]} left this list` : ''
}
