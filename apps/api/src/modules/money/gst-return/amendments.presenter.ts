import type { TableColumn, TableRow } from '../../../platform/table-file/table-column.ts'
import {
  type Amounts,
  documentCells,
  inPaise,
  noAmounts,
  type ReturnedDocument,
  readDocument,
  tableOf,
} from './gst-tables.ts'
import type { ReturnOf } from './portal-return.presenter.ts'
import { percent, type Sheet, taxes, text } from './portal-return-sheets.presenter.ts'

const day = (heading: string): TableColumn => ({ heading, kind: 'day' })

const columns: TableColumn[] = [
  text('Table'),
  text('Amounts'),
  text('Month of the original'),
  text('Original number'),
  day('Original date'),
  text('Revised number'),
  day('Revised date'),
  text('GSTIN of recipient'),
  text('Place of supply'),
  percent,
  ...taxes,
]

/** For each part of the file: its table in the form, and the one that amends it. */
const tables = {
  b2b: { own: '4', amending: '9A' },
  b2cl: { own: '5', amending: '9A' },
  exp: { own: '6A', amending: '9A' },
  b2cs: { own: '7', amending: '10' },
  cdnr: { own: '9B', amending: '9C' },
  cdnur: { own: '9B', amending: '9C' },
} as const

/**
 * Collects the corrections of a month whose originals lie in earlier months, and returns them as the rows of the tables
 * that amend what was filed: single documents with their revised amounts, sums of consumers (table 10) with what changes.
 * A document that moves between the two is taken out of one and added to the other.
 * @see CGST Rules, FORM GSTR-1, tables 9A, 9C and 10
 */
export function collectAmendments({ gstin }: Pick<ReturnOf, 'gstin'>) {
  const state = gstin.slice(0, 2)
  const withoutRate: string[] = []
  const rows: Sheet['rows'] = []

  function addRow(cells: TableRow): void {
    const original = readDocument(cells.slice(0, documentCells))
    const revised = readDocument(cells.slice(documentCells))
    const [before, after] = [inPaise(original), inPaise(revised)]
    if (before === null || after === null) return void withoutRate.push(revised.serial)
    const [from, to] = [tableOf(original, state), tableOf(revised, state)]
    const row = (table: string, kind: string, document: ReturnedDocument, amounts: Amounts) =>
      rows.push([
        ...[table, kind, original.document_date.slice(0, 7), original.serial, original.document_date],
        ...[revised.serial, revised.document_date, document.recipient_gstin, document.place_of_supply],
        ...[document.rate_percent, amounts.taxable, amounts.igst, amounts.cgst, amounts.sgst].map(String),
      ])
    if (from === 'b2cs') row(tables.b2cs.amending, 'change', original, negative(before))
    else if (to === 'b2cs') row(tables[from].amending, 'revised', original, noAmounts)
    if (to === 'b2cs') row(tables.b2cs.amending, 'change', revised, after)
    else if (from === 'b2cs') row(tables[to].own, 'added', revised, after)
    else row(tables[from].amending, 'revised', revised, after)
  }

  return {
    addRow,
    withoutRate,
    sheets: (): Sheet[] => [{ name: 'Amendments', columns, rows }],
  }
}

function negative({ total, taxable, cgst, sgst, igst }: Amounts): Amounts {
  return { total: -total, taxable: -taxable, cgst: -cgst, sgst: -sgst, igst: -igst }
}
