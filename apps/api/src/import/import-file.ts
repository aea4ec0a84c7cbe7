import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { parse } from 'csv-parse'
import type * as z from 'zod/mini'
import { csvRecords } from './csv-record.ts'

/** A record of a file with the line on which it begins, from 1, or why that line cannot be read. */
export type ImportLine = { line: number; record: unknown } | { line: number; problem: string }

/**
 * Reads the records of a file one at a time: CSV with a line of column names if the name ends with .csv, otherwise one
 * JSON object a line. Empty lines are skipped.
 * @throws Error if the file or its column names cannot be read
 */
export function readImportFile(file: string, schema: z.core.$ZodType): AsyncGenerator<ImportLine> {
  return /\.csv$/i.test(file) ? readCsv(file, schema) : readJsonLines(file)
}

async function* readJsonLines(file: string): AsyncGenerator<ImportLine> {
  const input = createReadStream(file, 'utf8')
  // Without a listener an unreadable file would end the program.
  const failed = new Promise<never>((_, reject) => input.once('error', reject))
  failed.catch(() => {})
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]()
  try {
    for (let line = 1; ; line++) {
      const { done, value } = await Promise.race([lines.next(), failed])
      if (done) break
      // Some programs begin a file with a byte order mark.
      const text = (line === 1 ? value.replace(/^\uFEFF/, '') : value).trim()
      if (text === '') continue
      try {
        yield { line, record: JSON.parse(text) }
      } catch {
        yield { line, problem: 'This line is not JSON' }
      }
    }
    if (input.errored) throw input.errored
  } finally {
    input.destroy()
  }
}

async function* readCsv(file: string, schema: z.core.$ZodType): AsyncGenerator<ImportLine> {
  const input = createReadStream(file)
  const parser = parse({ bom: true, info: true, skip_empty_lines: true, relax_column_count: true })
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
      } else yield { line: begins, record: toRecord(cells) }
    }
  } finally {
    input.destroy()
  }
}
