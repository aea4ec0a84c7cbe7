import { Menu } from '@mantine/core'
import { OpenMenu } from '../../../ui/menu.tsx'

export interface RowAction {
  label: string
  onClick: () => void
  /** It takes something away. */
  isDanger?: boolean
}

interface RowMenuItemsProps {
  of: string
  actions: readonly RowAction[]
  onClose: () => void
}

/** The open menu of a row. */
export function RowMenuItems({ of, actions, onClose }: RowMenuItemsProps) {
  return (
    <OpenMenu label={`More actions of ${of}`} position="bottom-end" width={180} onClose={onClose}>
      {actions.map(({ label, onClick, isDanger }, place) => (
        <Menu.Item
          key={label}
          {...(place === 0 && { 'data-autofocus': true })}
          {...(isDanger && { className: 'gr-danger' })}
          onClick={onClick}
        >
          {label}
        </Menu.Item>
      ))}
    </OpenMenu>
  )
}
