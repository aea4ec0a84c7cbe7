import { appendFileSync, existsSync } from 'node:fs'
import { extname } from 'node:path'
import { byteOrderMark } from '../platform/table-file/csv-text.ts'
import { isProblemColumn, problemColumn } from './csv-record.ts'
import type { ImportLine, ImportTable } from './import-file.ts'
import { ImportRefused } from './import-refused.ts'

/** A file that gets the refused rows of another one as they are, each with the reason, so that it can be imported. */
export interface RefusedRows {
  add(source: ImportLine['source'], reason: string): void
}

/**
 * Opens the file of refused rows. It is made with the first row.
 * @param options.isGoingOn whether an earlier run has written to it
 * @throws ImportRefused if it exists, or its name has another format than that of the imported file
 */
export function openRefusedRows(
  place: string,
  { file, table, isGoingOn }: { file: string; table: () => ImportTable | undefined; isGoingOn: boolean },
): RefusedRows {
  if (extname(place).toLowerCase() !== extname(file).toLowerCase()) {
    throw new ImportRefused(
      `Give the file of refused rows a name that ends with ${extname(file)}, as that of the file.`,
    )
  }
  if (existsSync(place) && !isGoingOn) {
    throw new ImportRefused(`${place} exists already. Name another file for the refused rows.`)
  }
  return {
    add(source, reason) {
      if (typeof source === 'string') return appendFileSync(place, `${jsonLine(source, reason)}\n`)
      const { separator = ',', header = [] } = table() ?? {}
      const earlier = header.findIndex(isProblemColumn)
      // The first column, because a row may have too many cells or too few.
      const lineOf = (first: string, cells: readonly string[]) =>
        `${[first, ...cells.filter((_, index) => index !== earlier)]
          .map((cell) => quoted(cell, separator))
          .join(separator)}\r\n`
      if (!existsSync(place)) appendFileSync(place, byteOrderMark + lineOf(problemColumn, header))
      appendFileSync(place, lineOf(reason, source))
    },
  }
}

function quoted(cell: string, separator: string): string {
  return cell.includes(separator) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** Adds the reason to a JSON object; another line stays as it is. */
function jsonLine(source: string, reason: string): string {
  try {
    const record: unknown = JSON.parse(source)
    if (typeof record !== 'object' || record === null || Array.isArray(record)) return source
    const member = `${JSON.stringify(problemColumn)}:${JSON.stringify(reason)}`
    // Parsing would change long numbers, so the text of the row stays.
    return source.replace(/^\s*\{\s*(\}?)/, (_, end) => `{${member}${end || ','}`)
  } catch {
    return source
  }
}
