import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react'

interface Awaited {
  id: string
  /** Milliseconds. A list that opens later does not show the record. */
  until: number
  /** The list loads more until it has the record. */
  isSought: boolean
}

/** The rows that a list shows, and whether there are more. */
interface Shown {
  rows: readonly unknown[] | undefined
  hasMore?: boolean
  isLoadingMore?: boolean
  hasLoadMoreFailed?: boolean
  loadMore?: () => Promise<unknown>
}

let awaited: Awaited | undefined
const listeners = new Set<() => void>()

const waitMs = 10_000
const tintMs = 2_000
/** How often a card waits for a dialog that is fading out. */
const dialogMs = 100

/**
 * Brings a saved record into view in the list that renders its card next: scrolled to, focused and tinted for two
 * seconds. Call it after the save, before or after the navigation to the list.
 * @param isSought the record may be on any page
 */
export function showRecord(id: string, isSought = false): void {
  setAwaited({ id, until: Date.now() + waitMs, isSought })
}

/**
 * Shows the record that `showRecord` names, as soon as the list has its card, line or row (`data-record`).
 */
export function useShownRecord(list: RefObject<HTMLElement | null>, shown: Shown): void {
  const wanted = useSyncExternalStore(subscribe, () => awaited)

  const { rows } = shown
  const canLoad = rows && shown.hasMore && !shown.isLoadingMore && !shown.hasLoadMoreFailed
  const more = useRef<Shown['loadMore']>(undefined)
  more.current = canLoad ? shown.loadMore : undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows may contain the card
  useEffect(() => {
    if (!wanted) return
    let timer: number | undefined
    const attempt = () => {
      if (Date.now() > wanted.until) return setAwaited(undefined)
      const card = list.current?.querySelector<HTMLElement>(`[data-record="${CSS.escape(wanted.id)}"]`)
      if (!card) return wanted.isSought && void more.current?.()
      // A closing dialog returns the focus to its opener, and covers the card until it has faded out.
      if (document.querySelector('[aria-modal="true"], dialog[open]'))
        timer = window.setTimeout(attempt, dialogMs)
      else {
        setAwaited(undefined)
        present(card)
      }
    }
    attempt()
    return () => window.clearTimeout(timer)
  }, [wanted, list, rows, canLoad])
}

function present(card: HTMLElement): void {
  card.tabIndex = -1
  card.dataset.shown = ''
  window.setTimeout(() => delete card.dataset.shown, tintMs)
  card.scrollIntoView({ block: 'nearest' })
  card.focus({ preventScroll: true })
}

function setAwaited(next: Awaited | undefined): void {
  awaited = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
