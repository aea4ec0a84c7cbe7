import type { ComponentProps } from 'react'
import { FilterChips } from '../../../ui/filter-chips.tsx'
import classes from './one-record.module.css'
import type { RecordList } from './record-list.tsx'

const messages = {
  label: 'Filter',
  name: 'Shown',
  value: 'the one you searched for',
  none: 'The record you searched for is not here any more. Another tab may have it.',
  all: 'Show all',
} as const

/** The chip of a list that shows only the record that the search found. */
export function OneRecordChip({ onAll }: { onAll: () => void }) {
  return (
    <FilterChips
      className={classes.chip}
      label={messages.label}
      chips={[{ key: 'id', name: messages.name, value: messages.value, onRemove: onAll }]}
    />
  )
}

/** What a RecordList says of such a filter when the record has left the list. */
export function oneRecordFilter(onAll: () => void): ComponentProps<typeof RecordList>['filter'] {
  return { help: messages.none, clear: messages.all, onClear: onAll }
}
