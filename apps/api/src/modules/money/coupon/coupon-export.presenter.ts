import type { TableColumn } from '../../../platform/table-file/table-column.ts'

/** The columns of an export, in the order of its statement. The heading of a time names its zone. */
export function exportColumns({
  timeZone,
  withSums,
}: {
  timeZone: string
  withSums: boolean
}): TableColumn[] {
  return [
    { heading: 'Code', kind: 'text' },
    { heading: 'State', kind: 'text' },
    { heading: 'Discount (INR)', kind: 'amount' },
    { heading: 'Discount (USD)', kind: 'amount' },
    { heading: 'Discount (%)', kind: 'number' },
    { heading: 'Redeemed', kind: 'integer' },
    { heading: 'Limit in total', kind: 'integer' },
    { heading: 'Limit per person', kind: 'integer' },
    ...(withSums
      ? [
          { heading: 'Taken off (INR)', kind: 'amount' as const },
          { heading: 'Taken off (USD)', kind: 'amount' as const },
        ]
      : []),
    { heading: 'Masterclasses', kind: 'integer' },
    { heading: 'Memberships', kind: 'integer' },
    { heading: `Valid till (${timeZone})`, kind: 'moment' },
    { heading: `Created at (${timeZone})`, kind: 'moment' },
    { heading: `Changed at (${timeZone})`, kind: 'moment' },
  ]
}
