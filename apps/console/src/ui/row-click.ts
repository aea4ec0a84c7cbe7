import type { MouseEvent } from 'react'

/**
 * Returns attributes of a table row or a line whose click opens its record. By keyboard, a control in it does.
 * @param onIntent called on hover: prefetch the dialog
 */
export function opensOnClick(onOpen: () => void, onIntent: () => void) {
  return {
    'data-opens': '',
    onPointerEnter: onIntent,
    onClick: (event: MouseEvent) => {
      if (isBesideControls(event)) onOpen()
    },
  }
}

/** Returns whether a click hit none of the controls and selected no text. */
function isBesideControls({ target, currentTarget }: MouseEvent): boolean {
  // Clicks in a list of choices arrive here too, although it is rendered elsewhere.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false
  return target.closest('button, a, label, input') === null && getSelection()?.isCollapsed !== false
}
