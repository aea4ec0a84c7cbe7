import type { DocumentExport, GstReturnExport } from '@greenroom/contract/desk/export/export.schema'
import type * as z from 'zod/mini'
import type { Call } from '../../../platform/call.ts'
import { newId } from '../../../platform/database/record-id.ts'
import type { TableColumn } from '../../../platform/table-file/table-column.ts'
import type { Settings } from '../../../settings.ts'
import { insertReturnExport } from './gst-period.repository.ts'
import {
  countDocuments,
  listWithoutRate,
  registerStatement,
  returnStatement,
} from './gst-return.repository.ts'
import { rateMissingError } from './gst-return.service.ts'
import type { ReturnContents } from './portal-return.presenter.ts'

const text = (heading: string): TableColumn => ({ heading, kind: 'text' })
const day = (heading: string): TableColumn => ({ heading, kind: 'day' })
const amount = (heading: string): TableColumn => ({ heading, kind: 'amount' })

/** The columns of the registers, in the order of their statement. */
const registerColumns: TableColumn[] = [
  text('Number'),
  day('Date'),
  text('Document'),
  text('Order'),
  text('Original invoice'),
  day('Original date'),
  text('Recipient'),
  text('GSTIN'),
  text('Supply'),
  text('Place of supply'),
  text('SAC'),
  { heading: 'Rate', kind: 'number' },
  text('Currency'),
  amount('Taxable value'),
  amount('CGST'),
  amount('SGST'),
  amount('IGST'),
  amount('Total'),
  text('State missing'),
]

export type GstExports = ReturnType<typeof createGstExports>

/** What exports write of a month: its registers, and its GSTR-1. */
export function createGstExports({ COMPANY_GSTIN: gstin }: Pick<Settings, 'COMPANY_GSTIN'>) {
  return {
    /** Prepares the export of the registers of a month. */
    async prepareRegister(call: Call, { month, document_kind }: z.output<typeof DocumentExport>) {
      const kind = document_kind ?? null
      const names = { invoice: 'invoices', 'credit-note': 'credit-notes', 'debit-note': 'debit-notes' }
      return {
        fileName: `${kind === null ? 'documents' : names[kind]}-${month}`,
        rowsTotal: await countDocuments(call.db, month, kind),
        work: {
          kind: 'table' as const,
          sheet:
            kind === null
              ? 'Documents'
              : { invoice: 'Invoices', 'credit-note': 'Credit notes', 'debit-note': 'Debit notes' }[kind],
          columns: registerColumns,
          statement: registerStatement(month, kind),
        },
      }
    },

    /**
     * Prepares the export of a month as GSTR-1.
     * @throws AppError WRONG_STATE if documents have no rate: they would be missing in the return
     */
    async prepareReturn(call: Call, { month }: z.output<typeof GstReturnExport>) {
      const [withoutRate, rowsTotal] = await Promise.all([
        listWithoutRate(call.db, month, 1),
        countDocuments(call.db, month, null),
      ])
      if (withoutRate.length > 0) throw rateMissingError()
      return {
        fileName: `gstr1-${gstin}-${month}`,
        rowsTotal,
        work: { kind: 'gst-return' as const, of: { month, gstin }, statement: returnStatement(month) },
      }
    },

    /** Keeps what a finished file of GSTR-1 contains. The caller has a transaction. @param by e-mail address */
    async keepReturn(
      call: Call,
      {
        month,
        format,
        by,
        contents,
      }: { month: string; format: string; by: string; contents: ReturnContents },
    ): Promise<void> {
      await insertReturnExport(call.db, {
        id: newId(),
        month,
        format,
        exported_at: call.now,
        exported_by: by,
        ...contents,
      })
    },
  }
}
