import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { topBar } from './keep-in-place.tsx'

/** Space between the top bar or the window's lower edge and the card with the focus, in pixels. */
const air = 20

/**
 * Leads the focus from card to card. One that is to have it may have yet to come: the first one of a screen that loads,
 * or the one that moves up after an action.
 * @param list the name of the list that is shown
 * @param ids the cards in their order; undefined until they are there
 * @param isSettled nothing is on its way that could still add a card
 */
export function useQueueFocus(
  panel: RefObject<HTMLElement | null>,
  list: string,
  ids: readonly string[] | undefined,
  isSettled: boolean,
) {
  /** The place that is to have the focus; the screen opens with the first one. */
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

  /** Leads the focus to a place, by default of the list that is shown, and else of one that is about to be. */
  const focusPlace = useCallback(
    (place: number, inList: string = list) => {
      wanted.current = { place, list: inList, isFirst: false }
      setAsked((count) => count + 1)
    },
    [list],
  )

  /**
   * The same for an answer to the question. Who answers before the question stands has its focus set to a button that is
   * about to go, and then to nothing: so once the question is gone, the focus is looked after.
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks at the cards that these have drawn
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
      // The focus waits here for a card.
      panel.current?.focus({ preventScroll: true })
    }
    if (card || (isHere && isSettled)) wanted.current = undefined
  }, [panel, list, ids, isSettled, asked, cardAt])

  // While fetches go on the list keeps its height, so that a shorter page does not pull the scroll position up.
  useEffect(() => {
    if (isSettled && panel.current) panel.current.style.minHeight = ''
  }, [isSettled, panel])
  const holdHeight = useCallback(() => {
    if (panel.current) panel.current.style.minHeight = `${panel.current.offsetHeight}px`
  }, [panel])

  /** The place of the card that holds the element; undefined outside of the cards. */
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

/** The person has gone on to something else, which must not lose the focus. */
function isElsewhere(panel: HTMLElement | null, isFirst: boolean): boolean {
  const active = document.activeElement
  if (!active || active === document.body || panel?.contains(active)) return false
  // A question that closes still holds the focus for a moment.
  if (active.closest('[role="alertdialog"]')) return false
  // The link that opened the screen may be left; what is typed or ticked may not.
  return !(
    isFirst &&
    active.closest('a, main') &&
    !active.closest('input, textarea, select, [role="dialog"]')
  )
}

/** Shows a card whole or, when it is higher than the window, from its beginning. */
export function bringIntoView(card: HTMLElement): void {
  const { top, bottom } = card.getBoundingClientRect()
  const above = top - topBar - air
  const below = bottom + air - window.innerHeight
  const distance = above < 0 ? above : below > 0 ? Math.min(below, above) : 0
  if (distance !== 0) window.scrollBy({ top: distance, behavior: 'instant' })
}
