import { Menu } from '@mantine/core'
import { OpenMenu } from '../../../ui/menu.tsx'

/** Whether the cards hide their buttons that the menu has too. They are equally wide, so they do so all at once. */
function areFolded(): boolean {
  const button = document.querySelector('[data-folded]')
  return button !== null && getComputedStyle(button).display === 'none'
}

interface CopyMenuProps {
  folded: { label: string; onClick: () => void } | undefined
  onDuplicate: () => void
  onCopyToDates: () => void
  onClose: () => void
}

/** The open menu of a card. */
export function CopyMenu({ folded, onDuplicate, onCopyToDates, onClose }: CopyMenuProps) {
  return (
    <OpenMenu label="More actions" position="bottom-end" width={180} onClose={onClose}>
      <Menu.Item data-autofocus onClick={onDuplicate}>
        Duplicate
      </Menu.Item>
      <Menu.Item onClick={onCopyToDates}>Repeat on dates</Menu.Item>
      {folded && areFolded() && <Menu.Item onClick={folded.onClick}>{folded.label}</Menu.Item>}
    </OpenMenu>
  )
}
