import { type RefObject, useEffect, useState } from 'react'
import { usePlace } from '../../../lib/live/live-bus.ts'

/** Tells colleagues in the same queue which card has the focus. It is a component so that the cards don't rerender. */
export function QueuePlace({ queue, panel }: { queue: string; panel: RefObject<HTMLElement | null> }) {
  const [item, setItem] = useState<string | null>(null)
  useEffect(() => {
    const element = panel.current
    const listen = ({ target }: FocusEvent) => {
      const card = target instanceof Element ? target.closest<HTMLElement>('[data-report]') : null
      setItem(card?.dataset.report ?? null)
    }
    element?.addEventListener('focusin', listen)
    return () => element?.removeEventListener('focusin', listen)
  }, [panel])
  usePlace('report', queue, { item })
  return null
}
