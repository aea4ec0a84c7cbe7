import type { Column } from '../../../ui/record-table.tsx'
import { SelectAll, SelectOne } from './select-boxes.tsx'
import { selectionMessages as messages } from './selection-messages.ts'
import type { Selection } from './use-selection.ts'

/** What a table with a column of checkboxes needs. */
export interface SelectContext {
  selection: Selection
}

/**
 * The first column of a table whose records can be selected.
 * @param keyOf the record's id in the selection
 * @param nameOf says which record: "Select GR/26-27/0001"
 */
export function selectColumn<T>(
  keyOf: (record: T) => string,
  nameOf: (record: T) => string,
): Column<T, SelectContext> {
  return {
    key: 'select',
    heading: messages.heading,
    // On a phone the head is hidden with its checkbox, and still names the column.
    head: ({ selection }) => (
      <>
        <SelectAll selection={selection} label="" />
        <span className="gr-unseen">{messages.heading}</span>
      </>
    ),
    width: 44,
    lines: ['20px'],
    cell: (record, { selection }) => (
      <SelectOne selection={selection} id={keyOf(record)} name={nameOf(record)} />
    ),
  }
}
