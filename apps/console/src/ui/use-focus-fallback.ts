import { type FocusEvent, useLayoutEffect, useRef } from 'react'

/**
 * Moves the focus when the element that had it is removed by new content.
 * @param content changes when elements may be removed
 * @param takeFocus focuses what remains
 * @returns the onFocus handler of the element that contains the content
 */
export function useFocusFallback(content: unknown, takeFocus: () => void): (event: FocusEvent) => void {
  const focused = useRef<Element>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new content is what removes the focused element
  useLayoutEffect(() => {
    if (focused.current?.isConnected !== false || document.activeElement !== document.body) return
    focused.current = undefined
    takeFocus()
  }, [content, takeFocus])
  return ({ target }) => {
    focused.current = target
  }
}
