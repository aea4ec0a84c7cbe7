import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import type * as z from 'zod/mini'
import { csvRecords, isBlankCell, knownColumns, problemColumn } from './csv-record.ts'
import { textOfFile } from './file-text.ts'
import { ImportRefused } from './import-refused.ts'
import type { Refusal } from './refusal.ts'

/** A record of a file, or without one, why its line cannot be read. A record may have cells that cannot be read as well. */
export interface ImportLine {
  /** The line on which it begins, from 1. */
  line: number
  /** As the file has it: the cells of a table, or a line of JSON. */
  source: readonly string[] | string
  record?: unknown
  refusals: Refusal[]
}

/** How a table is written. */
export interface ImportTable {
  separator: string
  header: readonly string[]
}

/**
 * Reads the records of a file one at a time: a table with a line of column names, or one JSON object a line. Empty lines
 * are skipped.
 * @param onTable called before the first record of a table
 * @throws Error if the file cannot be read, ImportRefused for wrong column names
 */
export async function* readImportFile(
  file: string,
  schema: z.core.$ZodType,
  onTable?: (table: ImportTable) => void,
): AsyncGenerator<ImportLine> {
  const chunks = textOfFile(file)
  try {
    const head = await headOf(chunks)
    const text = allOf(head, chunks)
    yield* isTable(file, head) ? readTable(text, head, schema, onTable) : readJsonLines(text)
  } finally {
    await chunks.return(undefined)
  }
}

function isTable(file: string, head: string): boolean {
  if (/\.(?:csv|tsv|tab)$/i.test(file)) return true
  const begins = head.trimStart()
  if (begins.startsWith('['))
    throw new ImportRefused('This file is a JSON list. Write one object a line instead.')
  return /\.txt$/i.test(file) && !begins.startsWith('{')
}

function unreadable(message: string): { refusals: Refusal[] } {
  return { refusals: [{ path: '', message }] }
}

/** Max characters of a record: the server takes no larger request. */
const longestRecord = 8_000_000
const unclosed =
  'A cell of this line begins with a quote that is not closed where it ends. Close it, or remove it'
const notUtf8 = 'This line is not UTF-8. Save the file as UTF-8.'

/** Reads up to the end of the first line that says something. */
async function headOf(chunks: AsyncGenerator<string>): Promise<string> {
  let head = ''
  while (head.length <= longestRecord && !/[\r\n]/.test(head.slice(Math.max(head.search(/[^\s,;|]/), 0)))) {
    const { value, done } = await chunks.next()
    if (done) break
    head += value
  }
  return head
}

async function* allOf(head: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield head
  yield* rest
}

async function* readJsonLines(text: AsyncIterable<string>): AsyncGenerator<ImportLine> {
  let line = 0
  for await (const content of linesOf(text)) {
    line++
    const source = content.trim()
    if (source === '') continue
    if (isDamaged(source)) {
      yield { line, source, ...unreadable(notUtf8) }
      continue
    }
    try {
      yield { line, source, record: withoutProblem(JSON.parse(source)), refusals: [] }
    } catch {
      yield { line, source, ...unreadable('This line is not JSON') }
    }
  }
}

/** Returns a record without the reason that an earlier import refused it. */
function withoutProblem(record: unknown): unknown {
  if (typeof record === 'object' && record !== null && !Array.isArray(record)) {
    delete (record as Record<string, unknown>)[problemColumn]
  }
  return record
}

/** Splits a text at line feeds only: JSON may contain the other line separators of Unicode, at which readline splits. */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let begun = ''
  for await (const chunk of text) {
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

/** Tells whether a cell kept its opening quote, and so holds the lines up to another quote of the file. */
function isUnclosed(text: string): boolean {
  return text.startsWith('"') && /[\r\n]/.test(text)
}

/** Tells whether bytes could not be decoded, such as those of a file in another encoding. */
function isDamaged(text: string): boolean {
  return text.includes('\uFFFD')
}

/** What spreadsheets put between cells, by language and format; the comma is the usual one. */
export const separatorNames: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'vertical bars',
}

/** Returns the separator by which most names of the first line are fields. */
function separatorOf(head: string, schema: z.core.$ZodType): string {
  const first = head.split(/[\r\n]/).find((line) => !isBlankCell(line) && !/^[\s,;|]*$/.test(line)) ?? ''
  const declared = /^sep=([,;\t|])$/i.exec(first)?.[1]
  if (declared) return declared
  const count = (separator: string) =>
    knownColumns(
      schema,
      first.split(separator).map((name) => name.replaceAll('"', '')),
    )
  return Object.keys(separatorNames).reduce((best, one) => (count(one) > count(best) ? one : best))
}

async function* readTable(
  text: AsyncIterable<string>,
  head: string,
  schema: z.core.$ZodType,
  onTable: ((table: ImportTable) => void) | undefined,
): AsyncGenerator<ImportLine> {
  const separator = separatorOf(head, schema)
  let last = ''
  async function* watched() {
    for await (const chunk of text) {
      last = chunk.at(-1) ?? last
      yield chunk
    }
  }
  const input = Readable.from(watched())
  const parser = parse({
    delimiter: separator,
    // Several programs may have written into one file.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // Inches and nicknames have quotes, and a bad row must not stop the others.
    relax_quotes: true,
    // A quote that is never closed would make the rest of the file one cell.
    max_record_size: longestRecord,
  })
  input.on('error', (error) => parser.destroy(error))
  let read: ReturnType<typeof csvRecords> | undefined
  let columns = 0
  let line = 1
  /** The newest record, which is the last of the file if nothing follows. */
  let held: (ImportLine & { source: readonly string[] }) | undefined
  try {
    for await (const cells of input.pipe(parser) as AsyncIterable<string[]>) {
      const begins = line
      // A quoted cell may hold line breaks, so a record ends on a later line than it begins.
      line += cells.reduce((count, cell) => count + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 1)
      if (cells.every(isBlankCell)) continue
      if (!read) {
        if (/^sep=$/i.test(cells[0] ?? '') && cells.slice(1).every(isBlankCell)) continue
        read = csvRecords(schema, cells)
        columns = cells.length
        onTable?.({ separator, header: cells })
        continue
      }
      if (held) yield held
      const place = { line: begins, source: cells }
      const size = cells.findLastIndex((cell) => !isBlankCell(cell)) + 1
      if (size > columns)
        held = { ...place, ...unreadable(`This line has ${size} cells instead of ${columns}`) }
      else if (cells.some(isUnclosed)) held = { ...place, ...unreadable(unclosed) }
      else if (cells.some(isDamaged)) held = { ...place, ...unreadable(notUtf8) }
      else held = { ...place, ...read(cells) }
    }
    if (!held) return
    const size = held.source.length
    const isCut = size < columns && last !== '\n' && last !== '\r'
    const cut = `The file ends within this line: it has ${size} cells instead of ${columns}`
    yield isCut ? { line: held.line, source: held.source, ...unreadable(cut) } : held
  } catch (error) {
    if (error instanceof CsvError) throw new ImportRefused(`This is no CSV. ${error.message}`)
    throw error
  } finally {
    input.destroy()
  }
}
