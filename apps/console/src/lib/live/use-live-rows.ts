import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { HeldList } from './live-list.ts'
import { whenLive } from './live-part.ts'

/** What a list shows of changes by others. */
export interface ListNews {
  /** How many new rows wait. */
  waiting: number
  /** Says it; empty when only content has changed. */
  text: string
  /** Rows that the list no longer has. They stay until the person moves on. */
  left: ReadonlySet<string>
  /** Rows whose content has just changed. */
  changed: readonly string[]
  /** Shows the list as it is now. */
  show: () => void
}

interface LiveRowsOptions<Row> {
  /** Name of the endpoint, as in live-reads.ts. */
  list: string
  /** Undefined until they are loaded. */
  rows: readonly Row[] | undefined
  idOf: (row: Row) => string
  /** Identifies the request. Rows of another one are never held. */
  subject: string
  /** Max number of rows on the screen, if there may be more after them. */
  pageSize: number
  refetch: () => Promise<unknown>
  /** Whether the list is being read. What is on the screen is about to be replaced, so it is not held. */
  isReading: boolean
  /** The page that is shown, from 1: new rows are on the first. */
  page?: number
  onFirstPage?: () => void
}

/**
 * Keeps the rows of a list in their place while others change them: content changes in place, new rows wait, rows that
 * left stay. One's own writes, another filter or page, and `show` show the list as it is.
 */
export function useLiveRows<Row>({
  list,
  rows,
  idOf,
  subject,
  pageSize,
  refetch,
  isReading,
  page = 1,
  onFirstPage,
}: LiveRowsOptions<Row>): { rows: readonly Row[] | undefined; news: ListNews | undefined } {
  const [held, setHeld] = useState<HeldList<Row>>()
  /** Whether the rows were read after the last change that was heard. */
  const [isCurrent, setIsCurrent] = useState(true)
  const latest = useRef({ rows, subject, refetch, isReading })
  latest.current = { rows, subject, refetch, isReading }

  useEffect(() => whenLive((part) => part.followList(list, { part, latest, setHeld, setIsCurrent })), [list])

  const isHeld = held !== undefined && held.subject === subject && rows !== undefined
  const shown = useMemo(
    () =>
      isHeld ? held.part.holdRows(held.rows, rows, { idOf, isFull: rows.length >= pageSize }) : undefined,
    [isHeld, held, rows, idOf, pageSize],
  )

  // Nothing to hold: the list on the screen is the list of the server.
  const isSame = shown !== undefined && isCurrent && shown.waiting === 0 && shown.left.size === 0
  useEffect(() => {
    if (isSame) setHeld(undefined)
  }, [isSame])

  const before = useRef<{ subject: string; rows: readonly Row[] }>(undefined)
  const visible = shown?.rows ?? rows
  const part = isHeld ? held.part : undefined
  const changed = useMemo(() => {
    const last = before.current
    return last?.subject === subject && visible ? (part?.changedRows(last.rows, visible, idOf) ?? []) : []
  }, [part, visible, subject, idOf])
  useEffect(() => {
    before.current = visible && { subject, rows: visible }
  }, [visible, subject])

  const latestFirst = useRef(onFirstPage)
  latestFirst.current = onFirstPage
  const show = useCallback(() => {
    setHeld(undefined)
    if (page > 1) latestFirst.current?.()
  }, [page])
  const nouns = held?.nouns
  const waiting = shown?.waiting ?? 0
  const left = shown?.left
  const news = useMemo(
    () =>
      part && nouns && left
        ? { waiting, text: part.newsText(waiting, left.size, nouns), left, changed, show }
        : undefined,
    [part, nouns, waiting, left, changed, show],
  )
  return { rows: visible, news }
}
