import type { FieldError } from '@greenroom/contract/error'
import { directionTurns, isBlank } from '@greenroom/contract/field'
import { schemaMessage } from '@greenroom/contract/schema-messages'
import { withoutEmpty } from '@greenroom/contract/sent-record'
import * as z from 'zod/mini'
import { invalid } from '../app-error.ts'

type Validator<S extends z.core.$ZodType = z.core.$ZodType> = (value: unknown) => z.output<S>

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
 * @returns a function that returns the parsed value, or throws VALIDATION with the refused fields
 */
export function validator<S extends z.core.$ZodType>(schema: S, { checksTexts = true } = {}): Validator<S> {
  return (value) => {
    if (checksTexts) refuseLongLists(value)
    const result = compiled(schema).safeParse(value, { error: schemaMessage })
    if (!result.success) throw invalid(fieldErrors(result.error.issues))
    if (!checksTexts) return result.data
    refuseUnstorableText(result.data)
    return visibleTexts(result.data) as z.output<S>
  }
}

/** Makes a validator of the records that other systems send, in which an empty optional field is left out (OQ-739). */
export function recordValidator<S extends z.ZodMiniObject>(schema: S): Validator<S> {
  const validate = validator(schema)
  return (value) => validate(withoutEmpty(schema, value))
}

/** More than any list of a request has, except a batch's records, which are validated one by one. */
const mostEntries = 1_000

/**
 * Refuses long lists and objects before their entries are validated: an issue for each of some million entries would
 * take the memory and the time of all other calls.
 * @throws AppError VALIDATION
 */
function refuseLongLists(value: unknown): void {
  // Not recursive, because JSON may be nested more deeply than the stack.
  const open: { value: unknown; path: string }[] = [{ value, path: '' }]
  for (let one = open.pop(); one; one = open.pop()) {
    if (typeof one.value !== 'object' || one.value === null) continue
    const size = Array.isArray(one.value) ? one.value.length : Object.keys(one.value).length
    if (size > mostEntries) {
      throw invalid([{ path: one.path, message: `Should not have more than ${mostEntries} entries` }])
    }
    for (const [name, entry] of Object.entries(one.value)) {
      if (typeof entry === 'object')
        open.push({ value: entry, path: one.path ? `${one.path}.${name}` : name })
    }
  }
}

/** More than a form shows, so that a bad record's response is not much larger than the record. */
const mostErrors = 100

/** Returns one field error per path, in the schema's order: the first hundred. */
function fieldErrors(issues: readonly z.core.$ZodIssue[]): FieldError[] {
  const messages = new Map<string, string>()
  for (const issue of issues) {
    // Each unknown name is an error at that name.
    const names = issue.code === 'unrecognized_keys' ? issue.keys.map((name) => [name]) : [[]]
    for (const name of names) {
      if (messages.size === mostErrors) break
      const path = [...issue.path, ...name].map(String).join('.')
      if (!messages.has(path)) messages.set(path, issue.message)
    }
    if (messages.size === mostErrors) break
  }
  return [...messages].map(([path, message]) => ({ path, message }))
}

/**
 * Refuses NUL and unpaired surrogates, which PostgreSQL cannot store, so that clients never see its errors.
 * @throws AppError VALIDATION
 */
export function refuseUnstorableText(value: unknown): void {
  const path = pathOfUnstorable(value)
  if (path)
    throw invalid([{ path: path.join('.'), message: "This text holds characters that can't be stored" }])
}

/**
 * Returns a value as it may be stored: texts of which nobody would see anything become empty, and characters that turn
 * the direction of the text behind them are removed (OQ-567). The schema has refused the first where a text is required.
 * @throws AppError VALIDATION if two names of an object are equal then (OQ-590)
 */
export function visibleTexts(value: unknown): unknown {
  if (typeof value === 'string') return visibleText(value)
  if (Array.isArray(value)) return value.map(visibleTexts)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Date) return value
  const members = new Map<string, unknown>()
  for (const [name, member] of Object.entries(value)) {
    const shown = visibleText(name)
    if (members.has(shown)) throw invalid([{ path: shown, message: sameNames }])
    members.set(shown, visibleTexts(member))
  }
  return Object.fromEntries(members)
}

const sameNames = 'Two of these names differ only in invisible characters'

function visibleText(text: string): string {
  // White space alone is stored as typed.
  if (/\P{White_Space}/u.test(text) && isBlank(text)) return ''
  return text.replace(directionTurns, '')
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
