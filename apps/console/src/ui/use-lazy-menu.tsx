import { type ReactNode, useRef, useState } from 'react'
import { PartBoundary } from './part-boundary.tsx'
import { Awaited } from './shown.ts'

/**
 * A button whose menu is a lazy part, fetched on first use.
 * @returns props of the button, and a function that renders the menu beside it, in a positioned element
 */
export function useLazyMenu(part: { preload: () => Promise<unknown> }) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const preload = () => void part.preload().catch(() => {})
  const close = () => {
    setIsOpen(false)
    button.current?.focus()
  }
  return {
    button,
    buttonProps: {
      ref: button,
      'aria-expanded': isOpen,
      onPointerEnter: preload,
      onFocus: preload,
      // The menu closes on mouse down outside itself; the click would open it again.
      onMouseDown: (event: { stopPropagation: () => void }) => isOpen && event.stopPropagation(),
      onClick: () => (isOpen ? close() : setIsOpen(true)),
    },
    menu: (render: (close: () => void) => ReactNode) =>
      isOpen && (
        <PartBoundary fallback={<Awaited onLeave={() => setIsOpen(false)} />}>{render(close)}</PartBoundary>
      ),
  }
}
