import type { ReactNode } from 'react'

export interface DialogProps {
  opened: boolean
  onClose: () => void
  title: ReactNode
  /** detail is 420 px wide, wide is 750 px; on a phone both fill the screen, a question does not. */
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
