import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { topBar } from './keep-in-place.tsx'

/** Space around the focused card, to the top bar and the lower edge of the window, in pixels. */
const air = 20

/**
 * Moves the focus between cards. It can wait for a card that is not rendered yet: the first one of a loading screen, or
 * the one that moves up after an action.
 * @param list identifies the displayed list
 * @param ids the cards in order; undefined until they are loaded
 * @param isSettled no pending fetch or action can still add a card
 */
export function useQueueFocus(
  panel: RefObject<HTMLElement | null>,
  list: string,
  ids: readonly string[] | undefined,
  isSettled: boolean,
) {
  /** The card to focus; initially the first one. */
  const wanted = useRef<{ place: number; list: string; isFirst: boolean } | undefined>({
    place: 0,
    list,
    isFirst: true,
  })
  const [asked, setAsked] = useState(0)

  const cardAt = useCallback(
    (place: number) => [...(panel.current?.querySelectorAll<HTMLElement>('[data-report]') ?? [])][place],
    [panel],
  )

  /** Focuses the card at an index, in the displayed list or in one that will be displayed. */
  const focusPlace = useCallback(
    (place: number, inList: string = list) => {
      wanted.current = { place, list: inList, isFirst: false }
      setAsked((count) => count + 1)
    },
    [list],
  )

  /**
   * Focuses a card after the question. If it is answered before its dialog has opened, the dialog focuses a button that
   * is about to be removed, and focus is lost. So restore the focus once the dialog has closed.
   */
  const focusPlaceAfterQuestion = useCallback(
    (place: number) => {
      focusPlace(place)
      const look = () => {
        if (document.querySelector('[role="alertdialog"]')) requestAnimationFrame(look)
        else if (document.activeElement === document.body) focusPlace(place)
      }
      requestAnimationFrame(look)
    },
    [focusPlace],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each render of new cards
  useLayoutEffect(() => {
    const want = wanted.current
    if (want === undefined) return
    if (isElsewhere(panel.current, want.isFirst)) {
      wanted.current = undefined
      return
    }
    const isHere = want.list === list && ids !== undefined
    const wantedCard = isHere ? cardAt(want.place) : undefined
    const card = wantedCard ?? (isHere && isSettled ? cardAt(ids.length - 1) : undefined)
    if (card) {
      card.focus({ preventScroll: true })
      if (!want.isFirst) bringIntoView(card)
    } else if (!want.isFirst && !panel.current?.contains(document.activeElement)) {
      // Wait for a card to focus.
      panel.current?.focus({ preventScroll: true })
    }
    if (card || (isHere && isSettled)) wanted.current = undefined
  }, [panel, list, ids, isSettled, asked, cardAt])

  // Keep the height of the list during fetches, so that a shorter page does not change the scroll position.
  useEffect(() => {
    if (isSettled && panel.current) panel.current.style.minHeight = ''
  }, [isSettled, panel])
  const holdHeight = useCallback(() => {
    if (panel.current) panel.current.style.minHeight = `${panel.current.offsetHeight}px`
  }, [panel])

  /** Returns the index of the card that contains the element; undefined outside the cards. */
  const placeOf = useCallback(
    (element: Element | null) => {
      const id = element?.closest('[data-report]')?.getAttribute('data-report') ?? ''
      const place = ids?.indexOf(id) ?? -1
      return place === -1 ? undefined : place
    },
    [ids],
  )
  return { focusPlace, focusPlaceAfterQuestion, holdHeight, placeOf }
}

/** Returns whether the person has moved the focus elsewhere, where it must stay. */
function isElsewhere(panel: HTMLElement | null, isFirst: boolean): boolean {
  const active = document.activeElement
  if (!active || active === document.body || panel?.contains(active)) return false
  // A closing dialog still has the focus for a moment.
  if (active.closest('[role="alertdialog"]')) return false
  // Focus may leave the link that opened the screen and its heading, but not an input or a checkbox.
  return !(
    isFirst &&
    active.closest('a, main, h1') &&
    !active.closest('input, textarea, select, [role="dialog"]')
  )
}

/** Scrolls a card fully into view, or its top if it is taller than the window. */
export function bringIntoView(card: HTMLElement): void {
  const { top, bottom } = card.getBoundingClientRect()
  const above = top - topBar - air
  const below = bottom + air - window.innerHeight
  const distance = above < 0 ? above : below > 0 ? Math.min(below, above) : 0
  if (distance !== 0) window.scrollBy({ top: distance, behavior: 'instant' })
}
