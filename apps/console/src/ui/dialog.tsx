import { useState } from 'react'
import type { DialogProps } from './dialog-props.ts'
import { lazyDialog } from './lazy-dialog.tsx'
import type { LazyPart } from './lazy-part.ts'

const DialogWindow = lazyDialog(
  'dialog',
  () => import('./dialog-window.tsx').then((part) => part.DialogWindow),
  { keeps: true },
)

/**
 * A modal dialog: it traps focus, closes on Escape and on an outside click, and returns focus to its opener. Its script
 * is loaded when a dialog is first opened.
 */
export function Dialog(props: DialogProps) {
  // Once opened it stays mounted, so that it can fade out.
  const [wanted, setWanted] = useState(props.opened)
  if (props.opened && !wanted) setWanted(true)
  return wanted ? <DialogWindow {...props} /> : null
}

/** Prefetches the scripts of dialogs, for example on hover over the opener. */
export function prefetchDialogs(...parts: Pick<LazyPart<object>, 'preload'>[]): void {
  // If the prefetch fails, opening the dialog retries it.
  for (const { preload } of [DialogWindow, ...parts]) preload().catch(() => undefined)
}
