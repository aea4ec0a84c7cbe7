import { type RefObject, useEffect, useRef } from 'react'

/** Undo as a toast offers it. */
export interface OfferedUndo {
  run: () => void
  /** How long it is offered, in milliseconds. */
  durationMs: number
}

export const isMac = /Mac|iP(hone|ad|od)/.test(navigator.platform)
const stepMs = 200

/** The toasts that offer Undo now. The key takes the last one's work back. */
const offered: (() => void)[] = []

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'z') return
  if (isMac ? !event.metaKey || event.ctrlKey : !event.ctrlKey || event.metaKey) return
  // A field takes back what was typed in it.
  const target = event.target instanceof HTMLElement ? event.target : null
  if (target?.closest('input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]'))
    return
  // Taken out at once: a second key comes before its toast is gone.
  const last = offered.pop()
  if (last === undefined) return
  event.preventDefault()
  last()
}

/**
 * Listens to ⌘Z or Ctrl Z outside fields while a toast offers Undo, and closes the toast when the time is over. The
 * time stops while the pointer or the focus is on it, and while nobody sees the tab.
 */
export function useUndo(
  body: RefObject<HTMLElement | null>,
  undo: OfferedUndo | undefined,
  onClose: () => void,
): void {
  const latest = useRef({ undo, onClose })
  latest.current = { undo, onClose }
  const run = undo?.run
  const durationMs = undo?.durationMs ?? 0
  useEffect(() => {
    if (run === undefined) return
    const take = () => {
      latest.current.onClose()
      latest.current.undo?.run()
    }
    if (offered.push(take) === 1) window.addEventListener('keydown', onKey)
    let left = durationMs
    const timer = window.setInterval(() => {
      const isHeld =
        document.hidden || body.current?.matches(':hover') || body.current?.contains(document.activeElement)
      if (!isHeld) left -= stepMs
      if (left <= 0) latest.current.onClose()
    }, stepMs)
    return () => {
      window.clearInterval(timer)
      const place = offered.indexOf(take)
      if (place !== -1) offered.splice(place, 1)
      if (offered.length === 0) window.removeEventListener('keydown', onKey)
    }
  }, [body, run, durationMs])
}
