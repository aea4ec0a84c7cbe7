import type { PickerRows } from '../../../shared/record/record-picker/picker-rows.ts'
import type { FilterNames, RecordFilterKey, TransactionFilters } from './transaction-search.ts'

/** A record as an option of a filter. */
export interface FilterChoice {
  value: string
  label: string
}

export function choicesOf<Row extends { _id: string }>(
  found: PickerRows<Row>,
  labelOf: (row: Row) => string,
): PickerRows<FilterChoice> {
  return { ...found, rows: found.rows?.map((row) => ({ value: row._id, label: labelOf(row) })) }
}

/** Returns the record that a filter is set to, or null if none is set. */
export function filterChoiceOf(
  key: RecordFilterKey,
  filters: TransactionFilters,
  names: FilterNames,
): FilterChoice | null {
  const value = filters[key]
  return value === undefined ? null : { value, label: names[key] ?? value }
}
