import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Tells a write that ends whether its form or question is still shown. Otherwise a toast has to tell of a failure, and a
 * success must not move the person, who has gone on (OQ-609).
 * @param opened whether the dialog is open
 */
export function useIsShown(opened = true): RefObject<boolean> {
  const isShown = useRef(opened)
  useLayoutEffect(() => {
    isShown.current = opened
    return () => {
      isShown.current = false
    }
  }, [opened])
  return isShown
}
