import { decimalText, type TableColumn, type TableRow } from './table-column.ts'

/** Makes Excel read the file as UTF-8. */
export const byteOrderMark = '\uFEFF'

// A spreadsheet runs a cell that begins with one of these as a formula, also in their full-width forms. Behind
// apostrophes it gets one more, so that the import can take exactly one away.
const formulaStart = /^'*[=+\-@\t\r\n＝＋－＠]/
const needsQuotes = /[",\r\n]/

/**
 * Formats a cell of CSV (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe in front.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
function csvCell(text: string): string {
  const harmless = formulaStart.test(text) ? `'${text}` : text
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Tells whether a cell has the apostrophe that `csvCell` puts in front. */
export function isGuarded(text: string): boolean {
  return text.startsWith("'") && formulaStart.test(text)
}

export function csvHeader(columns: readonly TableColumn[]): string {
  return `${columns.map(({ heading }) => csvCell(heading)).join(',')}\r\n`
}

export function csvRows(columns: readonly TableColumn[], rows: readonly TableRow[]): string {
  let text = ''
  for (const row of rows) {
    for (let at = 0; at < columns.length; at++) {
      if (at > 0) text += ','
      const cell = row[at]
      if (cell === null || cell === undefined) continue
      const kind = columns[at]?.kind
      text += kind === 'text' ? csvCell(cell) : kind === 'amount' ? decimalText(cell) : cell
    }
    text += '\r\n'
  }
  return text
}
