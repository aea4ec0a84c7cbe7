import type * as z from 'zod/mini'
import { isBlank } from './field.ts'

/**
 * Returns a record without the optional fields that hold nothing: `null`, or a text without a visible character. Most
 * programs write one of them for what they don't have, in nested objects and lists as well. Required fields stay, so
 * that their own messages refuse them.
 */
export function withoutEmpty(schema: z.core.$ZodType, value: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'optional' || def.type === 'default') return withoutEmpty(def.innerType, value)
  if (def.type === 'array' && Array.isArray(value)) return value.map((one) => withoutEmpty(def.element, one))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  // Its names are the sender's, and each may be left out.
  if (def.type === 'record')
    return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null))
  if (def.type !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const field = Object.hasOwn(def.shape, name) ? def.shape[name] : undefined
      if (!field) return [[name, member]]
      return field._zod.optin === 'optional' && isEmpty(member) ? [] : [[name, withoutEmpty(field, member)]]
    }),
  )
}

function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === 'string' && isBlank(value))
}

/** More than an id or an address has, so that a message stays short. */
const longestValue = 100

/**
 * Returns what a record has at a path such as `user.email`, as a text for people.
 * @returns undefined if it has nothing there, or an object or a list
 */
export function givenAt(record: unknown, path: string): string | undefined {
  let value = record
  for (const name of path === '' ? [] : path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  if (value === undefined || (typeof value === 'object' && value !== null)) return undefined
  const characters = [...String(value).slice(0, 2 * longestValue + 1)]
  const cut =
    characters.length > longestValue ? `${characters.slice(0, longestValue - 1).join('')}…` : String(value)
  return cut.toWellFormed()
}
