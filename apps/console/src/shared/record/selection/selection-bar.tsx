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
  /** Called after the selection was cleared here: the button that had the focus is gone. */
  onCleared: () => void
  /** Why some records can't be selected. */
  note?: ReactNode
  /** What can be done with the selected records. */
  children: ReactNode
}

/** Above a list: selects all of it, and offers what can be done with the records that are selected. */
export function SelectionBar({ label, selection, isHidden, onCleared, note, children }: SelectionBarProps) {
  return (
    <section className={classes.bar} aria-label={label} hidden={isHidden}>
      <SelectAll selection={selection} />
      {selection.selected.length > 0 && (
        <>
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
      {note !== undefined && <p className="gr-small gr-faint">{note}</p>}
    </section>
  )
}
