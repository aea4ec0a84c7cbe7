import { type RefObject, useEffect, useSyncExternalStore } from 'react'

interface Awaited {
  id: string
  /** Milliseconds. A list that opens later does not show the record. */
  until: number
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
 */
export function showRecord(id: string): void {
  setAwaited({ id, until: Date.now() + waitMs })
}

/**
 * Shows the record that `showRecord` names, as soon as the list has its card (`record` of a RecordCard).
 * @param rows changes when the rendered rows change
 */
export function useShownRecord(list: RefObject<HTMLElement | null>, rows: unknown): void {
  const wanted = useSyncExternalStore(subscribe, () => awaited)

  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows may contain the card
  useEffect(() => {
    if (!wanted) return
    let timer: number | undefined
    const attempt = () => {
      if (Date.now() > wanted.until) return setAwaited(undefined)
      const card = list.current?.querySelector<HTMLElement>(`[data-record="${CSS.escape(wanted.id)}"]`)
      if (!card) return
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
  }, [wanted, list, rows])
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
