import type * as z from 'zod/mini'
import { AppError } from '../platform/app-error.ts'
import { recordValidator } from '../platform/http/validation.ts'
import { readImportFile } from './import-file.ts'
import { type RecordSchema, recordSchema, unknownFields } from './record-schema.ts'
import { textOf } from './send-records.ts'

/** Max number of names that a line's problem lists. */
const mostNames = 100

/**
 * Validates every record of a file before any is sent.
 * @param report called with each bad line and why
 */
export async function checkImportFile(
  file: string,
  schema: z.ZodMiniObject,
  report: (line: number, message: string) => void,
): Promise<{ good: number; bad: number }> {
  const fields = recordSchema(schema)
  let [good, bad] = [0, 0]
  for await (const one of readImportFile(file, schema)) {
    const problem = 'problem' in one ? one.problem : problemOf(one.record, schema, fields)
    if (problem === null) good++
    else {
      bad++
      report(one.line, problem)
    }
  }
  return { good, bad }
}

function problemOf(record: unknown, schema: z.ZodMiniObject, fields: RecordSchema): string | null {
  const errors = refusalsOf(record, schema)
  // The server ignores them: a misspelt outside_document would bring the order a second invoice.
  const unknown = unknownFields(record, fields).slice(0, mostNames)
  if (unknown.length > 0) errors.unshift(`These names are not fields: ${unknown.join(', ')}`)
  return errors.length === 0 ? null : errors.join('; ')
}

/** Returns why the server would refuse a record: it has the same validator. */
function refusalsOf(record: unknown, schema: z.ZodMiniObject): string[] {
  try {
    recordValidator(schema)(record)
    return []
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return (error.errors ?? [{ path: '', message: error.message }]).map(textOf)
  }
}
