import { useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Notes where the focus is, before a part whose script may come late.
 * @returns whether the focus is still there, or nowhere: a late part must not take it from what somebody types in
 */
export function noteFocus(): () => boolean {
  const before = document.activeElement
  return () => document.activeElement === before || document.activeElement === document.body
}

/** Calls a function once what is beside it in a PartBoundary is shown. */
export function Shown({ onShown }: { onShown: () => void }): null {
  const latest = useRef(onShown)
  latest.current = onShown
  useLayoutEffect(() => latest.current(), [])
  return null
}

/** In place of a menu whose script is late: gives the menu up once the person goes on elsewhere, or on Escape. */
export function Awaited({ onLeave }: { onLeave: () => void }): null {
  const latest = useRef(onLeave)
  latest.current = onLeave
  useEffect(() => {
    const opener = document.activeElement
    const leave = (event: Event) => {
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape'
      const isElsewhere = event.type !== 'keydown' && !opener?.contains(event.target as Node)
      if (isEscape || isElsewhere) latest.current()
    }
    const events = ['focusin', 'pointerdown', 'keydown']
    for (const name of events) document.addEventListener(name, leave)
    return () => {
      for (const name of events) document.removeEventListener(name, leave)
    }
  }, [])
  return null
}
