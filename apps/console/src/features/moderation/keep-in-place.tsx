import { Component, type ReactNode, type RefObject } from 'react'

/** The sticky bar at the top covers so many pixels of the window. */
export const topBar = 56

interface KeepInPlaceProps {
  /** What holds the cards, which carry data-report. */
  list: RefObject<HTMLElement | null>
  children: ReactNode
}

interface Anchor {
  element: Element
  /** Pixels from the top of the window. */
  top: number
}

/**
 * Keeps the card with the focus, or else the first one in sight, where it stands when cards above it come or go.
 * A class, because React tells of the moment before a change only in this way; the browser's own anchoring does nothing
 * at the top of a page and gives up when its anchor goes.
 */
export class KeepInPlace extends Component<KeepInPlaceProps> {
  override getSnapshotBeforeUpdate(): Anchor | null {
    const list = this.props.list.current
    if (!list) return null
    const cards = [...list.querySelectorAll('[data-report]')]
    const element =
      cards.find((card) => card.contains(document.activeElement)) ??
      cards.find((card) => card.getBoundingClientRect().bottom > topBar)
    return element ? { element, top: element.getBoundingClientRect().top } : null
  }

  override componentDidUpdate(_props: KeepInPlaceProps, _state: unknown, anchor: Anchor | null): void {
    if (!anchor?.element.isConnected) return
    const moved = anchor.element.getBoundingClientRect().top - anchor.top
    if (moved !== 0) window.scrollBy({ top: moved, behavior: 'instant' })
  }

  override render(): ReactNode {
    return this.props.children
  }
}
