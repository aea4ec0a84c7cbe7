import { IconDots } from '@tabler/icons-react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useLazyMenu } from '../../../ui/use-lazy-menu.tsx'
import classes from './row-menu.module.css'
import type { RowAction } from './row-menu-items.tsx'

const RowMenuItems = lazyPart('row-menu', () =>
  import('./row-menu-items.tsx').then((part) => part.RowMenuItems),
)

interface RowMenuProps {
  /** Name of the record. */
  of: string
  actions: readonly RowAction[]
}

/** The actions of a row in a menu, where as words they would leave no room for its values (OQ-705). */
export function RowMenu({ of, actions }: RowMenuProps) {
  const { buttonProps, menu } = useLazyMenu(RowMenuItems)
  return (
    <span className={classes.place}>
      <IconButton
        label={`More actions of ${of}`}
        title="More actions"
        icon={<IconDots size={16} stroke={1.5} aria-hidden="true" />}
        aria-haspopup="menu"
        {...buttonProps}
      />
      {menu((close) => (
        <RowMenuItems of={of} actions={actions} onClose={close} />
      ))}
    </span>
  )
}
