import { IconDots } from '@tabler/icons-react'
import { CardButton } from '../../../ui/card-parts.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useLazyMenu } from '../../../ui/use-lazy-menu.tsx'
import classes from './copy-actions.module.css'

const CopyMenu = lazyPart('copy-menu', () => import('./copy-menu.tsx').then((part) => part.CopyMenu))

interface CopyActionsProps {
  /** A past session has no other actions, so these are buttons. */
  past: boolean
  onDuplicate: () => void
  onCopyToDates: () => void
}

/** What makes copies of a session, on its card: in a menu, because the actions have one line (OQ-644). */
export function CopyActions({ past, onDuplicate, onCopyToDates }: CopyActionsProps) {
  const { buttonProps, menu } = useLazyMenu(CopyMenu)
  if (past) {
    return (
      <>
        <CardButton onClick={onDuplicate}>Duplicate</CardButton>
        <CardButton onClick={onCopyToDates}>Repeat on dates</CardButton>
      </>
    )
  }
  return (
    <span className={classes.more}>
      <IconButton
        label="More actions"
        icon={<IconDots size={16} stroke={1.5} aria-hidden="true" />}
        aria-haspopup="menu"
        {...buttonProps}
      />
      {menu((close) => (
        <CopyMenu onDuplicate={onDuplicate} onCopyToDates={onCopyToDates} onClose={close} />
      ))}
    </span>
  )
}
