import { type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from './lazy-part.ts'

export interface DialogProps {
  opened: boolean
  onClose: () => void
  title: ReactNode
  /** detail is 420 px wide, wide is 750 px and fills a phone. */
  size?: 'detail' | 'wide'
  children: ReactNode
  /** Buttons at the lower right, under a hairline. */
  footer?: ReactNode
  /** alertdialog for a question that must be answered. */
  role?: 'dialog' | 'alertdialog'
  /** false keeps it open while work goes on. */
  closable?: boolean
  /** A question has its No; a cross beside it would be a third answer. */
  withCloseButton?: boolean
}

const DialogWindow = lazyPart('dialog', () => import('./dialog-window.tsx').then((part) => part.DialogWindow))

/**
 * A dialog over the screen: it holds the focus, Escape and a click outside close it, and focus returns to its opener.
 * Its script is fetched when a dialog is first opened.
 */
export function Dialog(props: DialogProps) {
  // Once opened it stays mounted, so that it can fade out.
  const [wanted, setWanted] = useState(props.opened)
  if (props.opened && !wanted) setWanted(true)
  return wanted ? (
    <Suspense fallback={null}>
      <DialogWindow {...props} />
    </Suspense>
  ) : null
}

/** Fetches the dialog's script ahead, for instance when a pointer is over its opener. */
export const preloadDialog = DialogWindow.preload
