import { Component, type ReactNode, type RefObject } from 'react'

/** Height of the sticky top bar, in pixels. */
export const topBar = 56

interface KeepInPlaceProps {
  /** The container of the cards, which have a data-report attribute. */
  list: RefObject<HTMLElement | null>
  children: ReactNode
}

interface Anchor {
  element: Element
  /** Pixels from the top of the window. */
  top: number
}

/**
 * Keeps the scroll position of the focused card, or else of the first visible one, when cards above it are added or
 * removed. A class, because getSnapshotBeforeUpdate has no hook equivalent. The browser's scroll anchoring does nothing
 * at the top of a page and stops when its anchor is removed.
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
