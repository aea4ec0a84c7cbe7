import type * as z from 'zod/mini'
import { ImportRefused } from './import-refused.ts'
import { type RecordSchema, recordSchema } from './record-schema.ts'

/**
 * Returns a function that makes a record from the cells of a CSV line. A column's name is the path of a field, such as
 * `user.email`. An empty cell is a field that is left out. Numbers, true and false are read where the schema wants them;
 * the values of a list are separated by semicolons.
 * @throws ImportRefused naming the columns that no field has, or that are there twice
 */
export function csvRecords(
  schema: z.core.$ZodType,
  columns: readonly string[],
): (cells: readonly string[]) => Record<string, unknown> {
  const root = recordSchema(schema)
  const fields = columns.map((column) => ({
    path: column.split('.'),
    schema: fieldOf(root, column.split('.')),
  }))
  const unknown = columns.filter((_, index) => !fields[index]?.schema)
  if (unknown.length > 0) throw new ImportRefused(`These columns are not fields: ${unknown.join(', ')}`)
  const repeated = columns.filter((column, index) => columns.indexOf(column) !== index)
  if (repeated.length > 0) throw new ImportRefused(`These columns are there twice: ${repeated.join(', ')}`)
  return (cells) => {
    const record: Record<string, unknown> = {}
    for (const [index, { path, schema }] of fields.entries()) {
      const cell = cells[index]?.trim() ?? ''
      if (cell !== '' && schema) put(record, path, cellValue(cell, schema))
    }
    return record
  }
}

function fieldOf(schema: RecordSchema, path: readonly string[]): RecordSchema | undefined {
  let found: RecordSchema | undefined = schema
  for (const name of path) {
    const { properties = {} }: RecordSchema = found ?? {}
    found = Object.hasOwn(properties, name) ? properties[name] : undefined
  }
  // A cell cannot be an object; its fields have columns of their own.
  return found?.properties ? undefined : found
}

/**
 * Returns what a cell says. Anything but the digits of a whole number stays text, so that the field's own message refuses
 * it: JavaScript would also read 0x10, 0b11 and 1e3, which nobody means as an amount.
 */
function cellValue(cell: string, schema: RecordSchema): unknown {
  const type = schema.type ?? schema.anyOf?.find((one) => one.type !== 'null')?.type ?? typeof schema.const
  if (type === 'integer') return /^\d{1,20}$/.test(cell) ? Number(cell) : cell
  if (type === 'boolean') return cell === 'true' ? true : cell === 'false' ? false : cell
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
