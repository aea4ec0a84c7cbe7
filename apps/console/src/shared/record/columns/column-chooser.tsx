import { IconColumns3 } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { PartBoundary } from '../../../ui/part-boundary.tsx'
import { Awaited } from '../../../ui/shown.ts'
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
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const preload = () => void ColumnMenu.preload().catch(() => {})
  const close = () => {
    setIsOpen(false)
    button.current?.focus()
  }
  return (
    <span className={`${classes.place} ${className}`}>
      <IconButton
        ref={button}
        label={hidden.length > 0 ? `Columns, ${hidden.length} hidden` : 'Columns'}
        icon={<IconColumns3 size={16} stroke={1.5} aria-hidden="true" />}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={preload}
        onFocus={preload}
        // The menu closes on mouse down outside itself; the click would open it again.
        onMouseDown={(event) => isOpen && event.stopPropagation()}
        onClick={() => (isOpen ? close() : setIsOpen(true))}
      />
      {isOpen && (
        <PartBoundary fallback={<Awaited onLeave={() => setIsOpen(false)} />}>
          <ColumnMenu columns={columns} hidden={hidden} onToggle={toggle} onClose={close} />
        </PartBoundary>
      )}
    </span>
  )
}
