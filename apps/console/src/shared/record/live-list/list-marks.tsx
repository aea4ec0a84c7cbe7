import { IconArrowUp } from '@tabler/icons-react'
import { type RefObject, useEffect } from 'react'
import type { ListNews } from '../../../lib/live/use-live-rows.ts'
import classes from './live-news.module.css'

/** How long a changed row is tinted, in milliseconds. */
const tintMs = 2_000

export interface ListMarksProps {
  news: ListNews
  list: RefObject<HTMLElement | null>
  /** Called when the button has disappeared, and the focus with it. */
  onShown: () => void
}

/** The button with the number of new rows, and marks on rows that changed or left. */
export function ListMarks({ news, list, onShown }: ListMarksProps) {
  useRowMarks(list, news)
  if (!news.text) return null
  return (
    <button
      type="button"
      className={classes.button}
      onClick={() => {
        news.show()
        onShown()
        window.scrollTo({ top: 0 })
      }}
    >
      {news.waiting > 0 && <IconArrowUp size={14} stroke={2} aria-hidden="true" />}
      {news.text}
    </button>
  )
}

/** Marks rows by their data-record attribute. React leaves an attribute alone that it has not set. */
function useRowMarks(list: RefObject<HTMLElement | null>, { left, changed }: ListNews): void {
  useEffect(() => {
    const rows = [...left].flatMap((id) => rowOf(list, id))
    for (const row of rows) row.dataset.live = 'left'
    return () => {
      for (const row of rows) delete row.dataset.live
    }
  }, [list, left])
  useEffect(() => {
    for (const row of changed.flatMap((id) => rowOf(list, id))) {
      if (row.dataset.live === 'left') continue
      row.dataset.live = 'changed'
      window.setTimeout(() => {
        if (row.dataset.live === 'changed') delete row.dataset.live
      }, tintMs)
    }
  }, [list, changed])
}

function rowOf(list: RefObject<HTMLElement | null>, id: string): HTMLElement[] {
  const row = list.current?.querySelector<HTMLElement>(`[data-record="${CSS.escape(id)}"]`)
  return row ? [row] : []
}
