import type { ExportFormat, ReturnForm } from '@greenroom/contract/desk/export/export.schema'
import type { RowStatement } from '../../../platform/database/row-cursor.ts'
import type { TableColumn } from '../../../platform/table-file/table-column.ts'
import type { JournalOf } from '../../money/gst-return/journal.presenter.ts'
import type { ReturnContents, ReturnOf } from '../../money/gst-return/portal-return.presenter.ts'

/** What the rows of a statement become: one table, a table of history entries in words, the journal, or a return of a month. */
export type ExportWork =
  | { kind: 'table'; sheet: string; columns: TableColumn[]; statement: RowStatement }
  | { kind: 'history'; sheet: string; columns: TableColumn[]; timeZone: string; statement: RowStatement }
  | { kind: 'journal'; of: JournalOf; statement: RowStatement }
  | {
      kind: 'gst-return'
      form: ReturnForm
      /** `gatewayTax` is the input tax on the gateway's fees in paise. */
      of: ReturnOf & { gatewayTax: number }
      statement: RowStatement
    }

/** What the thread gets. */
export interface ThreadInput {
  work: ExportWork
  format: ExportFormat
  /** URL of the database. It contains a password: never log it. */
  databaseUrl: string
  /** Path of the file to write. */
  path: string
}

/** What the thread sends: its progress, then its end with what a file of GSTR-1 contains. */
export type ThreadMessage = { rows: number } | { done: true; contents: ReturnContents | undefined }
