import { useState } from 'react'
import type { DialogProps } from './dialog-props.ts'
import { lazyDialog } from './lazy-dialog.tsx'

const DialogWindow = lazyDialog('dialog', () =>
  import('./dialog-window.tsx').then((part) => part.DialogWindow),
)

/**
 * A dialog over the screen: it holds the focus, Escape and a click outside close it, and focus returns to its opener.
 * Its script is fetched when a dialog is first opened.
 */
export function Dialog(props: DialogProps) {
  // Once opened it stays mounted, so that it can fade out.
  const [wanted, setWanted] = useState(props.opened)
  if (props.opened && !wanted) setWanted(true)
  return wanted ? <DialogWindow {...props} /> : null
}

/** Fetches the dialog's script ahead, for instance when a pointer is over its opener. */
export const preloadDialog = DialogWindow.preload
