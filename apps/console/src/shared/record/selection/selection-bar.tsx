import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { SelectAll } from './select-boxes.tsx'
import classes from './selection-bar.module.css'
import { selectionMessages as messages } from './selection-messages.ts'
import type { Selection } from './use-selection.ts'

interface SelectionBarProps {
  /** The accessible name: "Selected coupons". */
  label: string
  selection: Selection
  /** The list is empty. Its room is kept, so that nothing moves when records arrive. */
  isHidden: boolean
  /** The list is a table, whose head has the checkbox for all; what can be done covers the rest of its head. */
  hasHead?: boolean
  /** Called after the selection was cleared here: the button that had the focus is gone. */
  onCleared: () => void
  /** Why some records can't be selected. */
  note?: ReactNode
  /** What can be done with the selected records. */
  children: ReactNode
}

/** Above a list: selects all of it, and offers what can be done with the records that are selected. */
export function SelectionBar({
  label,
  selection,
  isHidden,
  hasHead,
  onCleared,
  note,
  children,
}: SelectionBarProps) {
  const count = selection.selected.length
  return (
    <section
      className={`${classes.bar} ${hasHead ? classes.head : ''}`}
      aria-label={label}
      hidden={isHidden}
      data-none={count === 0 || undefined}
    >
      <div className={classes.all}>
        <SelectAll selection={selection} {...(hasHead && { label: messages.selectAll })} />
      </div>
      {count > 0 && (
        <>
          {hasHead && <span className={classes.count}>{messages.selected(count)}</span>}
          {children}
          <Button
            size="sm"
            variant="subtle"
            onClick={() => {
              selection.clear()
              onCleared()
            }}
          >
            {messages.clear}
          </Button>
        </>
      )}
      {note !== undefined && <p className={classes.note}>{note}</p>}
    </section>
  )
}
