import '@mantine/core/styles/Menu.layer.css'
import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import classes from './column-chooser.module.css'

interface ColumnMenuProps {
  columns: Readonly<Record<string, string>>
  hidden: readonly string[]
  onToggle: (column: string) => void
  onClose: () => void
}

/** The open menu with the columns that can be hidden. It stays open, because several are chosen at once. */
export function ColumnMenu({ columns, hidden, onToggle, onClose }: ColumnMenuProps) {
  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-end"
      offset={4}
      shadow="md"
      width={200}
      loop
      transitionProps={{ duration: 0 }}
      clickOutsideEvents={['mousedown']}
      portalProps={{ target: 'main' }}
      returnFocus={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <span className={classes.anchor} aria-hidden="true" />
      </Menu.Target>
      <Menu.Dropdown className={classes.menu} aria-label="Columns">
        {Object.entries(columns).map(([column, label], place) => (
          <Menu.CheckboxItem
            key={column}
            checked={!hidden.includes(column)}
            data-autofocus={place === 0 || undefined}
            checkIcon={<IconCheck size={14} stroke={2} aria-hidden="true" />}
            className={classes.item}
            onChange={() => onToggle(column)}
          >
            {label}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
