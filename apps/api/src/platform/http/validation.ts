import type { FieldError } from '@greenroom/contract/error'
import { schemaMessage } from '@greenroom/contract/schema-messages'
import * as z from 'zod/mini'
import { invalid } from '../app-error.ts'

export type Validator<S extends z.core.$ZodType = z.core.$ZodType> = (value: unknown) => z.output<S>

const compiledSchemas = new WeakMap<z.core.$ZodType, z.ZodMiniType>()

/**
 * Returns the compiled schema. Compiling all schemas takes as long as loading the program, so each is compiled at its
 * first use, once per process.
 */
export function compiled<S extends z.core.$ZodType>(schema: S): z.ZodMiniType<z.output<S>> {
  let result = compiledSchemas.get(schema)
  if (!result) {
    result = z.compile(schema) as unknown as z.ZodMiniType
    compiledSchemas.set(schema, result)
  }
  return result as z.ZodMiniType<z.output<S>>
}

/**
 * Makes a validator of a schema.
 * @param options.checksTexts false if the records in the value are validated one by one later
 * @returns a function that returns the parsed value, or throws VALIDATION with every refused field
 */
export function validator<S extends z.core.$ZodType>(schema: S, { checksTexts = true } = {}): Validator<S> {
  return (value) => {
    const result = compiled(schema).safeParse(value, { error: schemaMessage })
    if (!result.success) throw invalid(fieldErrors(result.error.issues))
    if (checksTexts) refuseUnstorableText(result.data)
    return result.data
  }
}

/** Returns one field error per path, in the schema's order. */
export function fieldErrors(issues: readonly z.core.$ZodIssue[]): FieldError[] {
  const errors: FieldError[] = []
  for (const issue of issues) {
    // Each unknown name is an error at that name.
    const names = issue.code === 'unrecognized_keys' ? issue.keys.map((name) => [name]) : [[]]
    for (const name of names) {
      const path = [...issue.path, ...name].map(String).join('.')
      if (!errors.some((error) => error.path === path)) errors.push({ path, message: issue.message })
    }
  }
  return errors
}

/**
 * Refuses NUL and unpaired surrogates, which PostgreSQL cannot store, so that clients never see its errors.
 * @throws AppError VALIDATION
 */
export function refuseUnstorableText(value: unknown): void {
  const path = pathOfUnstorable(value)
  if (path)
    throw invalid([{ path: path.join('.'), message: 'This text holds characters that cannot be stored' }])
}

/** Returns the path of such a text; undefined if there is none. */
function pathOfUnstorable(value: unknown): string[] | undefined {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? [] : undefined
  if (typeof value !== 'object' || value === null) return undefined
  const isList = Array.isArray(value)
  for (const name of Object.keys(value)) {
    if (!isList && pathOfUnstorable(name)) return []
    const path = pathOfUnstorable((value as Record<string, unknown>)[name])
    if (path) return [name, ...path]
  }
  return undefined
}
