import { decimalText, type TableColumn, type TableRow } from './table-column.ts'

/** Makes Excel read the file as UTF-8. */
export const byteOrderMark = '\uFEFF'

// A spreadsheet runs a cell that begins with one of these as a formula, also in their full-width forms. Behind
// apostrophes it gets one more, so that the import can take exactly one away.
const formulaStart = /^'*[=+\-@\t\r\n＝＋－＠]/
// A spreadsheet of a country with a decimal comma separates cells at semicolons, and some at tabs. Quotes within a line
// don't stop it there.
const laterFormula = /([;\t\r\n]"*)(?='*[=+\-@＝＋－＠])/g
const guardedLater = /([;\t\r\n]"*)'(?='*[=+\-@＝＋－＠])/g
const needsQuotes = /[",;\t\r\n]/

/**
 * Formats a cell of CSV (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe in front,
 * and so does such a part of it behind a semicolon, a tab or a line break.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
function csvCell(text: string): string {
  const harmless = (formulaStart.test(text) ? `'${text}` : text).replace(laterFormula, "$1'")
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Returns a text as it was before `csvCell` put apostrophes into it. */
export function withoutGuards(text: string): string {
  const begun = text.startsWith("'") && formulaStart.test(text) ? text.slice(1) : text
  return begun.replace(guardedLater, '$1')
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
