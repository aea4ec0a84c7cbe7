import { Checkbox } from '@mantine/core'
import { selectionMessages as messages } from './selection-messages.ts'
import type { Selection } from './use-selection.ts'

interface SelectAllProps {
  selection: Selection
  disabled?: boolean
  /** By default how many are selected; empty in the head of a table. */
  label?: string
}

/** The checkbox that selects all records of a list, or none, and says how many are selected. */
export function SelectAll({ selection, disabled = false, label }: SelectAllProps) {
  const { selected, count, toggleAll } = selection
  const counted = selected.length === 0 ? messages.selectAll : messages.selected(selected.length)
  return (
    <Checkbox
      disabled={disabled || count === 0}
      aria-label={messages.selectAll}
      title={label === '' ? messages.selectAll : undefined}
      label={label ?? counted}
      checked={count > 0 && selected.length >= count}
      indeterminate={selected.length > 0 && selected.length < count}
      onChange={toggleAll}
    />
  )
}

interface SelectOneProps {
  selection: Selection
  id: string
  /** Says which record: "Select GR/26-27/0001". */
  name: string
  disabled?: boolean
  className?: string | undefined
}

/** The checkbox that selects one record of a list. */
export function SelectOne({ selection, id, name, disabled = false, className }: SelectOneProps) {
  return (
    <Checkbox
      disabled={disabled}
      className={className}
      aria-label={messages.select(name)}
      checked={selection.has(id)}
      onChange={() => selection.toggle(id)}
    />
  )
}
