import { IconDots } from '@tabler/icons-react'
import { CardButton } from '../../../ui/card-parts.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useLazyMenu } from '../../../ui/use-lazy-menu.tsx'
import classes from './copy-actions.module.css'

const CopyMenu = lazyPart('copy-menu', () => import('./copy-menu.tsx').then((part) => part.CopyMenu))

interface CopyActionsProps {
  /** A past session has no other actions, so these are buttons where the card has room. */
  past: boolean
  onDuplicate: () => void
  onCopyToDates: () => void
  /** A button of the card that is in the menu where the card has no room for it: it has the class `folded`. */
  folded?: { label: string; onClick: () => void } | false | undefined
}

/** What makes copies of a session, on its card: in a menu, because the actions have one line (OQ-644). */
export function CopyActions({ past, onDuplicate, onCopyToDates, folded }: CopyActionsProps) {
  const { buttonProps, menu } = useLazyMenu(CopyMenu)
  return (
    <>
      {past && (
        <span className={classes.folded}>
          <CardButton onClick={onDuplicate}>Duplicate</CardButton>
          <CardButton onClick={onCopyToDates}>Repeat on dates</CardButton>
        </span>
      )}
      <span className={past ? classes.folding : classes.more}>
        <IconButton
          label="More actions"
          icon={<IconDots size={16} stroke={1.5} aria-hidden="true" />}
          aria-haspopup="menu"
          {...buttonProps}
        />
        {menu((close) => (
          <CopyMenu
            folded={folded || undefined}
            onDuplicate={onDuplicate}
            onCopyToDates={onCopyToDates}
            onClose={close}
          />
        ))}
      </span>
    </>
  )
}
