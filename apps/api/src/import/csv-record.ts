import type * as z from 'zod/mini'
import { withoutGuards } from '../platform/table-file/csv-text.ts'
import { ImportRefused } from './import-refused.ts'
import { type RecordSchema, recordSchema } from './record-schema.ts'
import type { Refusal } from './refusal.ts'

/** The column and the JSON member in which a file of refused rows says why. It is ignored when that file is imported. */
export const problemColumn = 'import_problem'

interface Column {
  path: readonly string[]
  schema: RecordSchema
}

/**
 * Returns a function that makes a record from the cells of a line. A column's name is the path of a field, such as
 * `user.email`. An empty cell is a field that is left out. Numbers, true and false are read where the schema wants them;
 * the values of a list are separated by semicolons. A column without a name has to be empty.
 * @throws ImportRefused naming the columns that no field has, or that are there twice
 */
export function csvRecords(
  schema: z.core.$ZodType,
  header: readonly string[],
): (cells: readonly string[]) => { record: Record<string, unknown>; refusals: Refusal[] } {
  const fields = fieldsOf(recordSchema(schema))
  const names = header.map(plainCell)
  const columns = names.map((name) => fields.get(columnKey(name)))
  const unknown = names.filter((name, index) => name !== '' && !isProblemColumn(name) && !columns[index])
  if (unknown.length > 0) throw new ImportRefused(`These columns are not fields: ${unknown.join(', ')}`)
  const repeated = names.filter((_, index) => {
    const column = columns[index]
    return column !== undefined && columns.indexOf(column) !== index
  })
  if (repeated.length > 0) throw new ImportRefused(`These columns are there twice: ${repeated.join(', ')}`)
  return (cells) => {
    const record: Record<string, unknown> = {}
    const refusals: Refusal[] = []
    for (const [index, name] of names.entries()) {
      const cell = plainCell(cells[index] ?? '')
      const column = columns[index]
      if (cell === '') continue
      if (name === '') {
        refusals.push({ path: '', message: `Column ${index + 1} has a value and no name`, value: cell })
      }
      if (!column) continue
      const message = problemOf(cell, column)
      if (message) refusals.push({ path: column.path.join('.'), message, value: cell })
      put(record, column.path, cellValue(cell, column.schema))
    }
    return { record, refusals }
  }
}

export function isProblemColumn(name: string): boolean {
  return columnKey(plainCell(name)) === problemColumn
}

/** Returns how many names are columns of a record. */
export function knownColumns(schema: z.core.$ZodType, names: readonly string[]): number {
  const fields = fieldsOf(recordSchema(schema))
  return names.filter((name) => fields.has(columnKey(plainCell(name)))).length
}

/** Returns the fields that a cell can hold by their name. An object is no cell; its fields have columns of their own. */
function fieldsOf(schema: RecordSchema, path: readonly string[] = []): Map<string, Column> {
  if (!schema.properties) return new Map([[columnKey(path.join('.')), { path, schema }]])
  return new Map(
    Object.entries(schema.properties).flatMap(([name, field]) => [...fieldsOf(field, [...path, name])]),
  )
}

/** Returns a column's name without what people change in a spreadsheet: capitals, and spaces for underscores. */
function columnKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/ *\. */g, '.')
    .replace(/ +/g, '_')
}

/** Characters that nobody sees at the ends of a cell: copies from web pages and contact lists bring them along. */
const invisibleEnd = /[\s\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/

/** Returns what a cell says: without white space around it, with usual spaces, and without the apostrophes of our exports. */
function plainCell(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && invisibleEnd.test(text[start] ?? '')) start++
  while (start < end && invisibleEnd.test(text[end - 1] ?? '')) end--
  const cell = text.slice(start, end).replace(/[\u00a0\u2007\u202f]/g, ' ')
  // What databases write for nothing.
  if (cell === '\\N') return ''
  return withoutGuards(cell)
}

export function isBlankCell(text: string): boolean {
  return plainCell(text) === ''
}

const shortened =
  "A spreadsheet shortened this number, and its digits can't be restored. Format the column as text and export it again"
const decimal = 'A spreadsheet made a decimal number of this. Format the column as text and export it again'

const failed = 'This is an error of the spreadsheet. Correct the cell and export it again'

/** Returns what a spreadsheet did to a cell: it takes an id or a phone of digits alone for a number. */
function problemOf(cell: string, { path, schema }: Column): string | null {
  if (/^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|ERROR!)$/.test(cell)) return failed
  const isNumber = typeOf(schema) === 'integer'
  if (!isNumber && !/(?:^|_)(?:id|phone|reference|document)$/.test(path.at(-1) ?? '')) return null
  if (/^[+-]?\d(?:[.,]\d+)?E[+-]\d{1,3}$/i.test(cell)) return shortened
  return !isNumber && /^[+-]?\d+[.,]0+$/.test(cell) ? decimal : null
}

const booleanWords: Readonly<Record<string, boolean>> = {
  ...{ true: true, yes: true, y: true, t: true, 1: true },
  ...{ false: false, no: false, n: false, f: false, 0: false },
}

function typeOf(schema: RecordSchema): string | undefined {
  return schema.type ?? schema.anyOf?.find((one) => one.type !== 'null')?.type
}

/**
 * Returns the value of a cell. Anything but the digits of a whole number stays text, so that the field's own message
 * refuses it: JavaScript would also read 0x10, 0b11 and 1e3, which nobody means as an amount.
 */
function cellValue(cell: string, schema: RecordSchema): unknown {
  const type = typeOf(schema)
  if (type === 'integer') return /^\d{1,20}$/.test(cell) ? Number(cell) : cell
  if (type === 'boolean') {
    const word = cell.toLowerCase()
    return Object.hasOwn(booleanWords, word) ? booleanWords[word] : cell
  }
  if (type === 'array') {
    return cell.split(';').map((one) => cellValue(one.trim(), schema.items ?? { type: 'string' }))
  }
  return cell
}

function put(record: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    record[name] = value
    return
  }
  record[name] ??= {}
  put(record[name] as Record<string, unknown>, rest, value)
}
