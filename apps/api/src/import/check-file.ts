import { schemaMessage } from '@greenroom/contract/schema-messages'
import type * as z from 'zod/mini'
import { compiled, fieldErrors } from '../platform/http/validation.ts'
import { readImportFile } from './import-file.ts'
import { textOf } from './send-records.ts'

/**
 * Validates every record of a file before any is sent.
 * @param report called with each bad line and why
 */
export async function checkImportFile(
  file: string,
  schema: z.ZodMiniObject,
  report: (line: number, message: string) => void,
): Promise<{ good: number; bad: number }> {
  let [good, bad] = [0, 0]
  for await (const one of readImportFile(file, schema)) {
    const problem = 'problem' in one ? one.problem : problemOf(one.record, schema)
    if (problem === null) good++
    else {
      bad++
      report(one.line, problem)
    }
  }
  return { good, bad }
}

function problemOf(record: unknown, schema: z.ZodMiniObject): string | null {
  const result = compiled(schema).safeParse(record, { error: schemaMessage })
  return result.success ? null : fieldErrors(result.error.issues).map(textOf).join('; ')
}
