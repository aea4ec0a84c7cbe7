import type { Choice } from '../../../shared/record/record-picker/choice-picker.tsx'
import type { FilterNames, RecordFilterKey, TransactionFilters } from './transaction-search.ts'

/** Returns the record that a filter is set to, or null if none is set. */
export function filterChoiceOf(
  key: RecordFilterKey,
  filters: TransactionFilters,
  names: FilterNames,
): Choice | null {
  const value = filters[key]
  return value === undefined ? null : { value, label: names[key] ?? value }
}
