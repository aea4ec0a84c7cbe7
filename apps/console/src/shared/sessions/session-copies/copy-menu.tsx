import { Menu } from '@mantine/core'
import { OpenMenu } from '../../../ui/menu.tsx'

/** Whether cards have no room for all actions, as in copy-actions.module.css. */
const isNarrow = () =>
  matchMedia('(max-width: 560px), (901px <= width <= 1400px), (1800px <= width <= 2000px)').matches

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
      {folded && isNarrow() && <Menu.Item onClick={folded.onClick}>{folded.label}</Menu.Item>}
    </OpenMenu>
  )
}
