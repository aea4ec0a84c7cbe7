import type { ReactNode } from 'react'

export interface DialogProps {
  opened: boolean
  onClose: () => void
  title: ReactNode
  /**
   * detail is 420 px wide, wide is 750 px, side is a panel of 480 px at the right edge. They fill the screen of a phone; a
   * question does not.
   */
  size?: 'detail' | 'wide' | 'side'
  children: ReactNode
  /** Buttons in the header, before Close. */
  actions?: ReactNode
  /** Buttons at the lower right, below a hairline. */
  footer?: ReactNode
  /** alertdialog for a question that must be answered. */
  role?: 'dialog' | 'alertdialog'
  /** false keeps it open while work is running. */
  closable?: boolean
  /** A question has a No button, so it needs no close button. */
  withCloseButton?: boolean
  /** Opens with the focus on the title, where what is read first is not a field. */
  focusesTitle?: boolean
}
