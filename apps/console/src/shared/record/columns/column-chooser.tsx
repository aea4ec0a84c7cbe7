import { IconColumns3 } from '@tabler/icons-react'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { LightButton } from '../../../ui/light-button.tsx'
import { useLazyMenu } from '../../../ui/use-lazy-menu.tsx'
import classes from './column-chooser.module.css'
import type { ColumnTable } from './hidden-columns.ts'
import { useHiddenColumns } from './use-hidden-columns.ts'

const ColumnMenu = lazyPart('columns', () => import('./column-menu.tsx').then((part) => part.ColumnMenu))

interface ColumnChooserProps {
  table: ColumnTable
  /** The columns that can be hidden, with their headings. */
  columns: Readonly<Record<string, string>>
  className?: string | undefined
}

/** A button with a menu that shows and hides the columns of a table. */
export function ColumnChooser({ table, columns, className = '' }: ColumnChooserProps) {
  const { hidden, toggle } = useHiddenColumns(table, Object.keys(columns))
  const { buttonProps, menu } = useLazyMenu(ColumnMenu)
  const label = hidden.length > 0 ? `Columns, ${hidden.length} hidden` : 'Columns'
  return (
    <span className={`${classes.place} ${className}`}>
      <LightButton
        className={classes.button}
        aria-label={label}
        title={label}
        icon={<IconColumns3 size={16} stroke={1.5} aria-hidden="true" />}
        aria-haspopup="menu"
        {...buttonProps}
      />
      {menu((close) => (
        <ColumnMenu columns={columns} hidden={hidden} onToggle={toggle} onClose={close} />
      ))}
    </span>
  )
}
