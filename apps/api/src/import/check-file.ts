import { givenAt } from '@greenroom/contract/sent-record'
import type * as z from 'zod/mini'
import { AppError } from '../platform/app-error.ts'
import { recordValidator } from '../platform/http/validation.ts'
import type { ImportLine } from './import-file.ts'
import { type RecordSchema, recordSchema, unknownFields } from './record-schema.ts'
import { type Refusal, refusalText } from './refusal.ts'

/** Max number of names that a line's problem lists. */
const mostNames = 100

/**
 * Returns a function that tells why a line cannot be stored, by the validator of the server.
 * @returns null for a good record
 */
export function lineChecker(schema: z.ZodMiniObject): (line: ImportLine) => string | null {
  const fields = recordSchema(schema)
  const validate = recordValidator(schema)
  return (line) => {
    const refusals =
      'record' in line ? [...line.refusals, ...refusalsOf(line.record, validate, fields)] : line.refusals
    // What a spreadsheet did to a cell says more than the field's own message.
    const first = refusals.filter(
      ({ path }, index) => path === '' || refusals.findIndex((one) => one.path === path) === index,
    )
    return first.length === 0 ? null : refusalText(first)
  }
}

function refusalsOf(
  record: unknown,
  validate: (record: unknown) => unknown,
  fields: RecordSchema,
): Refusal[] {
  // The server ignores them: a misspelt outside_document would bring the order a second invoice.
  const names = unknownFields(record, fields).slice(0, mostNames).join(', ')
  const unknown = names === '' ? [] : [{ path: '', message: `These names are not fields: ${names}` }]
  try {
    validate(record)
    return unknown
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { message, errors = [{ path: '', message }] } = error
    return [...unknown, ...errors.map((one) => ({ ...one, value: givenAt(record, one.path) }))]
  }
}
