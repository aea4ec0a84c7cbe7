import { Menu } from '@mantine/core'
import { menuCheck, OpenMenu } from '../../../ui/menu.tsx'

interface ColumnMenuProps {
  columns: Readonly<Record<string, string>>
  hidden: readonly string[]
  onToggle: (column: string) => void
  onClose: () => void
}

/** The open menu with the columns that can be hidden. It stays open, because several are chosen at once. */
export function ColumnMenu({ columns, hidden, onToggle, onClose }: ColumnMenuProps) {
  return (
    <OpenMenu label="Columns" position="bottom-end" width={200} onClose={onClose}>
      {Object.entries(columns).map(([column, label], place) => (
        <Menu.CheckboxItem
          key={column}
          checked={!hidden.includes(column)}
          data-autofocus={place === 0 || undefined}
          checkIcon={menuCheck}
          onChange={() => onToggle(column)}
        >
          {label}
        </Menu.CheckboxItem>
      ))}
    </OpenMenu>
  )
}
