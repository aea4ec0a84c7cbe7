import type { Lead } from '@greenroom/contract/people/advisory/advisory.schema'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { notify } from '../../../lib/notify.tsx'
import { pageCount } from '../../../ui/pager.tsx'
import { leadDialogMessages as messages } from './advisory-messages.ts'

/** The neighbours of the opened lead in its list. */
export interface LeadNeighbours {
  /** "3 of 23"; undefined for a lead that the list doesn't have. */
  place: string | undefined
  /** Undefined at the end of the list, and while a page loads. */
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

interface LeadNeighboursOptions {
  /** The opened lead; undefined while none is. */
  id: string | undefined
  rows: readonly Lead[] | undefined
  pager: { page: number; size: number; total: number; busy: boolean }
  /** @throws ApiError */
  readPage: (page: number) => Promise<readonly Lead[]>
  /** Shows another lead in the dialog. */
  move: (id: string, page: number) => void
}

/**
 * Walks through the rows of a list while one is open, from page to page. A lead that leaves the list, as it does when
 * its new status doesn't match the filter, keeps its place: the next one is the row that moved up to it.
 */
export function useLeadNeighbours({
  id,
  rows,
  pager,
  readPage,
  move,
}: LeadNeighboursOptions): LeadNeighbours {
  const place = rows?.findIndex((row) => row._id === id) ?? -1
  const [kept, setKept] = useState<{ id: string; place: number }>()
  if (id !== undefined && place !== -1 && (kept?.id !== id || kept.place !== place)) setKept({ id, place })
  const [isReading, setIsReading] = useState(false)
  const latestId = useRef(id)
  latestId.current = id

  const isGone = place === -1 && id !== undefined && kept?.id === id
  if (id === undefined || rows === undefined || (place === -1 && !isGone)) {
    return { place: undefined, onPrevious: undefined, onNext: undefined }
  }
  const current = isGone ? (kept?.place ?? 0) : place
  const first = (pager.page - 1) * pager.size

  const stepTo = (to: number): (() => void) | undefined => {
    const row = rows[to]
    if (row) return () => move(row._id, pager.page)
    const page = pager.page + (to < 0 ? -1 : 1)
    if (page < 1 || page > pageCount(pager.total, pager.size) || isReading || pager.busy) return undefined
    return async () => {
      setIsReading(true)
      try {
        const read = await readPage(page)
        const found = to < 0 ? read.at(-1) : read[0]
        // The dialog may have been closed in the meantime.
        if (found && latestId.current === id) move(found._id, page)
      } catch {
        notify.error(messages.neighbourFailed)
      } finally {
        setIsReading(false)
      }
    }
  }
  return {
    place: isGone ? messages.gone : messages.place(first + current + 1, pager.total),
    onPrevious: stepTo(current - 1),
    onNext: stepTo(isGone ? current : current + 1),
  }
}

/**
 * Focuses the row of the lead that was shown last, once the dialog has closed; on its own, the dialog returns the focus
 * to the row that opened it.
 * @returns what to call when the dialog shows another lead than the one that was opened
 */
export function useFocusOfLastLead(
  id: string | undefined,
  list: { ref: RefObject<HTMLElement | null>; focus: () => void },
): () => void {
  const last = useRef<string>(undefined)
  const hasMoved = useRef(false)
  const { ref, focus } = list
  useEffect(() => {
    if (id !== undefined) {
      last.current = id
      return
    }
    if (!hasMoved.current) return
    hasMoved.current = false
    let frame = 0
    const look = () => {
      if (document.querySelector('[role="dialog"]')) {
        frame = requestAnimationFrame(look)
        return
      }
      const button = ref.current?.querySelector<HTMLElement>(`[data-record="${last.current}"] button`)
      if (button) button.focus()
      else focus()
    }
    look()
    return () => cancelAnimationFrame(frame)
  }, [id, ref, focus])
  return useCallback(() => {
    hasMoved.current = true
  }, [])
}
