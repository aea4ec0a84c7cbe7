import { createHash } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { type RowStatement, readRows } from '../../../platform/database/row-cursor.ts'
import { byteOrderMark, csvHeader, csvRows } from '../../../platform/table-file/csv-text.ts'
import type { TableColumn, TableRow } from '../../../platform/table-file/table-column.ts'
import { createTextFile } from '../../../platform/table-file/text-file.ts'
import { createXlsxFile } from '../../../platform/table-file/xlsx-file.ts'
import { collectAmendments } from '../../money/gst-return/amendments.presenter.ts'
import {
  journalColumns,
  journalRows,
  readVoucher,
  tallyFile,
  tallyVoucher,
} from '../../money/gst-return/journal.presenter.ts'
import {
  collectReturn,
  type ReturnContents,
  returnText,
} from '../../money/gst-return/portal-return.presenter.ts'
import { type Sheet, sheetsOfReturn } from '../../money/gst-return/portal-return-sheets.presenter.ts'
import { collectSummary } from '../../money/gst-return/summary-return.presenter.ts'
import { presentEntry } from '../history/history.presenter.ts'
import { historyCells } from '../history/history-export.presenter.ts'
import type { ExportWork, ThreadInput, ThreadMessage } from './export-work.ts'

// Runs in a thread of its own, so that requests do not wait while rows become text.

type Table = Extract<ExportWork, { kind: 'table' | 'history' | 'journal' }>
type Journal = Extract<ExportWork, { kind: 'journal' }>
type Return = Extract<ExportWork, { kind: 'gst-return' }>

function tell(message: ThreadMessage): void {
  parentPort?.postMessage(message)
}

async function* countedRows(url: string, statement: RowStatement): AsyncGenerator<TableRow[]> {
  let rows = 0
  for await (const batch of readRows(url, statement)) {
    yield batch
    rows += batch.length
    tell({ rows })
  }
}

/** Reads the rows of a table. Entries of the history become words here, and vouchers their entries. */
async function* tableRows(work: Table, url: string): AsyncGenerator<readonly TableRow[]> {
  for await (const rows of countedRows(url, work.statement)) {
    if (work.kind === 'table') yield rows
    else if (work.kind === 'journal')
      yield rows.flatMap((row) => journalRows(readVoucher(row), work.of.names))
    else yield rows.map(([entry]) => historyCells(presentEntry(JSON.parse(entry ?? '')), work.timeZone))
  }
}

/** @returns the columns of a table, and the name of its sheet */
function headOf(work: Table): { columns: TableColumn[]; sheet: string } {
  return work.kind === 'journal' ? { columns: journalColumns, sheet: 'Journal' } : work
}

async function writeTally(work: Journal, { databaseUrl, path }: ThreadInput): Promise<void> {
  const { start, end } = tallyFile(work.of.company)
  const file = createTextFile(path)
  try {
    await file.write(start)
    for await (const rows of countedRows(databaseUrl, work.statement)) {
      await file.write(rows.map((row) => tallyVoucher(readVoucher(row), work.of.names)).join(''))
    }
    await file.write(end)
    await file.end()
  } finally {
    file.destroy()
  }
}

async function writeCsv(work: Table, { databaseUrl, path }: ThreadInput): Promise<void> {
  const { columns } = headOf(work)
  const file = createTextFile(path)
  try {
    await file.write(byteOrderMark + csvHeader(columns))
    for await (const rows of tableRows(work, databaseUrl)) await file.write(csvRows(columns, rows))
    await file.end()
  } finally {
    file.destroy()
  }
}

async function writeXlsx(work: Table, input: ThreadInput): Promise<void> {
  const file = createXlsxFile(input.path)
  try {
    const { sheet, columns } = headOf(work)
    await file.sheet(sheet, columns)
    for await (const rows of tableRows(work, input.databaseUrl)) await file.rows(rows)
    await file.end()
  } finally {
    file.destroy()
  }
}

/** Writes a return of a month. @returns what a file of GSTR-1 contains; undefined for the other returns */
async function writeReturn(
  { form, of, statement }: Return,
  input: ThreadInput,
): Promise<ReturnContents | undefined> {
  if (form === 'gstr1') return writeFirstReturn(of, statement, input)
  const collected =
    form === 'gstr3b' ? collectSummary(of) : form === 'amendments' ? collectAmendments(of) : collectReturn(of)
  for await (const rows of countedRows(input.databaseUrl, statement)) rows.forEach(collected.addRow)
  refuseWithoutRate(collected)
  await writeSheets(
    input.path,
    'sheets' in collected ? collected.sheets() : sheetsOfReturn(collected.result()),
  )
  return undefined
}

function refuseWithoutRate({ withoutRate }: { withoutRate: string[] }): void {
  if (withoutRate.length > 0) throw new Error('Documents without a rate joined the month.')
}

async function writeSheets(path: string, sheets: readonly Sheet[]): Promise<void> {
  const file = createXlsxFile(path)
  try {
    for (const { name, columns, rows } of sheets) {
      await file.sheet(name, columns)
      await file.rows(rows)
    }
    await file.end()
  } finally {
    file.destroy()
  }
}

async function writeFirstReturn(
  of: Return['of'],
  statement: RowStatement,
  input: ThreadInput,
): Promise<ReturnContents> {
  const collected = collectReturn(of)
  const digest = createHash('sha256')
  for await (const rows of countedRows(input.databaseUrl, statement)) {
    for (const row of rows) {
      collected.addRow(row)
      digest.update(`${JSON.stringify(row)}\n`)
    }
  }
  refuseWithoutRate(collected)
  const result = collected.result()
  const contents = { ...collected.contents(), digest: digest.digest('hex') }
  if (input.format === 'json') {
    const file = createTextFile(input.path)
    try {
      await file.write(returnText(result))
      await file.end()
    } finally {
      file.destroy()
    }
    return contents
  }
  await writeSheets(input.path, sheetsOfReturn(result))
  return contents
}

const input = workerData as ThreadInput
const { work } = input
const contents = work.kind === 'gst-return' ? await writeReturn(work, input) : undefined
if (work.kind === 'journal' && input.format === 'xml') await writeTally(work, input)
else if (work.kind !== 'gst-return') await (input.format === 'csv' ? writeCsv : writeXlsx)(work, input)
tell({ done: true, contents })
