import { useState } from 'react'
import type { PickerRows, PickerSearch } from './picker-rows.ts'
import { RecordPicker } from './record-picker.tsx'

/** A record as an option of a filter. */
export interface Choice {
  value: string
  label: string
}

export interface ChoicePickerProps {
  value: string | undefined
  /** The chosen record, if its name is known. */
  current: Choice | null
  onChange: (id: string | undefined) => void
  className?: string | undefined
  /** Width of the list of options in pixels, for a field that is narrower than most names. */
  listWidth?: number
  /** Opens its options as soon as it has the focus, which it takes. */
  autoOpens?: boolean
}

const messages = {
  any: 'Any',
  clear: (field: string) => `Clear ${field}`,
  loading: 'Loading...',
  nothingFound: 'No matches',
  failed: 'The options could not be loaded.',
} as const

export function choicesOf<Row extends { _id: string }>(
  found: PickerRows<Row>,
  labelOf: (row: Row) => string,
): PickerRows<Choice> {
  return { ...found, rows: found.rows?.map((row) => ({ value: row._id, label: labelOf(row) })) }
}

/** A filter by one record, which is searched. */
export function ChoicePicker({
  label,
  search,
  found,
  value,
  current,
  onChange,
  className,
  listWidth,
  autoOpens = false,
}: ChoicePickerProps & { label: string; search: PickerSearch; found: PickerRows<Choice> }) {
  const [picked, setPicked] = useState(current)
  const chosen = picked?.value === value ? picked : current
  return (
    <RecordPicker
      {...(autoOpens ? { 'aria-label': label, 'data-autofocus': true } : { label })}
      {...(className !== undefined && { className })}
      placeholder={messages.any}
      messages={{
        list: label,
        loading: messages.loading,
        empty: messages.nothingFound,
        failed: messages.failed,
        clear: messages.clear(label),
      }}
      search={search}
      found={found}
      optionOf={({ value: id, label: name }) => ({ id, name })}
      chosen={chosen && value !== undefined ? { id: chosen.value, label: chosen.label } : null}
      onPick={(choice) => {
        setPicked(choice)
        onChange(choice.value)
      }}
      onClear={() => onChange(undefined)}
      onFocus={() => autoOpens && search.setOpen(true)}
      comboboxProps={{
        withinPortal: !autoOpens,
        ...(listWidth !== undefined && { width: listWidth, position: 'bottom-start' }),
      }}
    />
  )
}
