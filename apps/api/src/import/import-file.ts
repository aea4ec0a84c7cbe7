import { createReadStream } from 'node:fs'
import { CsvError, parse } from 'csv-parse'
import type * as z from 'zod/mini'
import { csvRecords } from './csv-record.ts'
import { ImportRefused } from './import-refused.ts'

/** A record of a file with the line on which it begins, from 1, or why that line cannot be read. */
type ImportLine = { line: number; record: unknown } | { line: number; problem: string }

/**
 * Reads the records of a file one at a time: CSV with a line of column names if the name ends with .csv, otherwise one
 * JSON object a line. Empty lines are skipped.
 * @throws Error if the file cannot be read, ImportRefused for wrong column names
 */
export function readImportFile(file: string, schema: z.core.$ZodType): AsyncGenerator<ImportLine> {
  return /\.csv$/i.test(file) ? readCsv(file, schema) : readJsonLines(file)
}

/** Max characters of a record: the server takes no larger request. */
const longestRecord = 8_000_000
const notUtf8 = 'This line is not UTF-8. Save the file as UTF-8.'

async function* readJsonLines(file: string): AsyncGenerator<ImportLine> {
  let line = 0
  for await (const content of linesOf(file)) {
    line++
    // Some programs begin a file with a byte order mark.
    const text = (line === 1 ? content.replace(/^\uFEFF/, '') : content).trim()
    if (text === '') continue
    if (isDamaged(text)) {
      yield { line, problem: notUtf8 }
      continue
    }
    try {
      yield { line, record: JSON.parse(text) }
    } catch {
      yield { line, problem: 'This line is not JSON' }
    }
  }
}

/** Splits a file at line feeds only: JSON may contain the other line separators of Unicode, at which readline splits. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let begun = ''
  for await (const chunk of createReadStream(file, 'utf8') as AsyncIterable<string>) {
    const [first = '', ...rest] = chunk.split('\n')
    begun += first
    if (begun.length > longestRecord) throw new ImportRefused('A line of this file is longer than 8 MB.')
    for (const next of rest) {
      yield begun
      begun = next
    }
  }
  if (begun !== '') yield begun
}

/** Tells whether bytes could not be decoded, such as those of a file in another encoding. */
function isDamaged(text: string): boolean {
  return text.includes('\uFFFD')
}

async function* readCsv(file: string, schema: z.core.$ZodType): AsyncGenerator<ImportLine> {
  const input = createReadStream(file)
  const parser = parse({
    bom: true,
    info: true,
    skip_empty_lines: true,
    relax_column_count: true,
    // A quote that is never closed would make the rest of the file one cell.
    max_record_size: longestRecord,
  })
  input.on('error', (error) => parser.destroy(error))
  let columns: string[] | undefined
  let toRecord: ((cells: readonly string[]) => Record<string, unknown>) | undefined
  let line = 1
  try {
    for await (const { record: cells, info } of input.pipe(parser) as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>) {
      const begins = line
      // A quoted cell may hold line breaks, so a record ends on a later line than it begins.
      line = info.lines + 1
      if (!columns || !toRecord) {
        columns = cells.map((name) => name.trim())
        toRecord = csvRecords(schema, columns)
      } else if (cells.length !== columns.length) {
        const problem = `This line has ${cells.length} cells instead of ${columns.length}`
        yield { line: begins, problem }
      } else if (cells.some(isDamaged)) yield { line: begins, problem: notUtf8 }
      else yield { line: begins, record: toRecord(cells) }
    }
  } catch (error) {
    if (error instanceof CsvError) throw new ImportRefused(`This is no CSV. ${error.message}`)
    throw error
  } finally {
    input.destroy()
  }
}
