import type {
  DocumentExport,
  GstReturnExport,
  JournalExport,
} from '@greenroom/contract/desk/export/export.schema'
import type * as z from 'zod/mini'
import { AppError } from '../../../platform/app-error.ts'
import type { Call } from '../../../platform/call.ts'
import { newId } from '../../../platform/database/record-id.ts'
import type { TableColumn } from '../../../platform/table-file/table-column.ts'
import type { Settings } from '../../../settings.ts'
import { findPeriod, insertReturnExport } from './gst-period.repository.ts'
import {
  amendmentStatement,
  countDocuments,
  countRows,
  listWithoutRate,
  registerStatement,
  returnStatement,
  sumGatewayTax,
} from './gst-return.repository.ts'
import { rateMissingError } from './gst-return.service.ts'
import { journalStatement } from './journal.repository.ts'
import { readLedgers } from './journal-ledgers.ts'
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
  { heading: 'Rupees for $1', kind: 'number' },
  text('Rate of'),
  amount('Taxable value in rupees'),
  amount('CGST in rupees'),
  amount('SGST in rupees'),
  amount('IGST in rupees'),
  amount('Total in rupees'),
]

export type GstExports = ReturnType<typeof createGstExports>

/** What exports write of a month: its registers, and its GSTR-1. */
export function createGstExports({
  COMPANY_GSTIN: gstin,
  GSTR1_FILE_VERSION: version,
  COMPANY_NAME: company,
  JOURNAL_LEDGERS,
}: Pick<Settings, 'COMPANY_GSTIN' | 'COMPANY_NAME' | 'GSTR1_FILE_VERSION' | 'JOURNAL_LEDGERS'>) {
  const names = readLedgers(JOURNAL_LEDGERS)
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
     * Prepares the export of a month as GSTR-1, or of another of its returns.
     * @throws AppError WRONG_STATE if documents have no rate: they would be missing in the return; for GSTR-1A of a month
     * that isn't filed
     */
    async prepareReturn(call: Call, { month, form = 'gstr1' }: z.output<typeof GstReturnExport>) {
      if ((await listWithoutRate(call.db, month, 1)).length > 0) throw rateMissingError()
      if (form === 'gstr1a' && !(await findPeriod(call.db, month))?.filed_at) {
        throw new AppError(
          'WRONG_STATE',
          'GSTR-1A has what came after a filed GSTR-1. This month is not filed.',
        )
      }
      const statement =
        form === 'amendments'
          ? amendmentStatement(month)
          : returnStatement(month, form === 'gstr1a' ? 'later' : 'all')
      return {
        fileName: `${form}-${gstin}-${month}`,
        rowsTotal: await countRows(call.db, statement),
        work: {
          kind: 'gst-return' as const,
          form,
          of: {
            month,
            gstin,
            version,
            gatewayTax: form === 'gstr3b' ? await sumGatewayTax(call.db, month) : 0,
          },
          statement,
        },
      }
    },

    /**
     * Prepares the export of the journal of a month (OQ-834).
     * @throws AppError WRONG_STATE if documents have no rate: their sums in rupees are unknown
     */
    async prepareJournal(call: Call, { month }: z.output<typeof JournalExport>) {
      if ((await listWithoutRate(call.db, month, 1)).length > 0) throw rateMissingError()
      const statement = journalStatement(month)
      return {
        fileName: `journal-${month}`,
        rowsTotal: await countRows(call.db, statement),
        work: { kind: 'journal' as const, of: { names, company }, statement },
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
