import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import classes from './filter-bar.module.css'

interface FilterBarProps {
  /** The field that a phone shows too. */
  search: ReactNode
  /** How many of the other filters are set. */
  set: number
  /** The other filters. */
  children: ReactNode
  /** A part of a row: the placeholders say what the fields are, and their labels are for a screen reader. */
  isInToolbar?: boolean
}

/**
 * The filters above a table. On a phone they are one row, so that the first record is in sight: the search, and a button
 * that opens the other filters below it.
 */
export function FilterBar({ search, set, children, isInToolbar }: FilterBarProps) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <div className={`${classes.bar} ${classes.folded}`} data-toolbar={isInToolbar || undefined}>
      {search}
      <Button
        variant="default"
        className={classes.toggle}
        leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.5} aria-hidden="true" />}
        rightSection={set > 0 ? <span className={classes.count}>{set}</span> : undefined}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        Filters
      </Button>
      <div id={id} className={classes.others} data-open={isOpen || undefined}>
        {children}
      </div>
    </div>
  )
}
