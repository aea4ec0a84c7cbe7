import { Menu } from '@mantine/core'
import { OpenMenu } from '../../../ui/menu.tsx'

interface CopyMenuProps {
  onDuplicate: () => void
  onCopyToDates: () => void
  onClose: () => void
}

/** The open menu of a card. */
export function CopyMenu({ onDuplicate, onCopyToDates, onClose }: CopyMenuProps) {
  return (
    <OpenMenu label="More actions" position="bottom-end" width={180} onClose={onClose}>
      <Menu.Item data-autofocus onClick={onDuplicate}>
        Duplicate
      </Menu.Item>
      <Menu.Item onClick={onCopyToDates}>Repeat on dates</Menu.Item>
    </OpenMenu>
  )
}
