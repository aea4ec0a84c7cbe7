import { type TransactionColumn, transactionColumns } from '@greenroom/contract/desk/export/export.schema'
import type { TableColumn } from '../../../platform/table-file/table-column.ts'

/** Presents a column of an export. The heading of a time names its zone, because a cell has none. */
export function presentColumn(name: TransactionColumn, timeZone: string): TableColumn {
  const heading = transactionColumns[name]
  switch (name) {
    case 'ordered_at':
    case 'completed_at':
    case 'refunded_at':
    case 'entity_start_time':
      return { heading: `${heading} (${timeZone})`, kind: 'moment' }
    case 'amount':
    case 'discount':
    case 'refunded':
    case 'tax':
      return { heading, kind: 'amount' }
    default:
      return { heading, kind: 'text' }
  }
}
