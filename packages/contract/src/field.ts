import * as z from 'zod/mini'
import { isWebAddress } from './web-address.ts'

/** Counts characters as a person does: by code points, so an emoji is one. The database counts the same way. */
export function characterCount(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** Returns the title of a copy, cut to the max length of a title. */
export function copiedTitle(title: string, max: number): string {
  const ending = ' (copy)'
  const kept = [...title].slice(0, max - ending.length)
  return `${kept.join('').trimEnd()}${ending}`
}

/** Max length of a text that has no limit of its own. */
const longestText = 20_000

function atMost(limit: number, message: string) {
  return z.refine<string>((text) => characterCount(text) <= limit, { error: message })
}

/** Anything that a person can see: no white space, no control character, and none that fonts draw as nothing. */
const visible =
  /[^\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{13430}-\u{1343f}\u{16fe4}\u{1d159}]/u

/** Tells whether nobody could see a text: it is empty, or has only white space and invisible characters (OQ-567). */
export const isBlank = (text: string): boolean => !visible.test(text)

/**
 * A text with at least one visible character. It is stored as typed, without characters that turn its direction (OQ-567).
 * @param required message for a missing or blank value
 * @param limit max length, with the message for more
 */
export function requiredText(required: string, limit?: { max: number; message: string }) {
  return z.string({ error: required }).check(
    z.refine((text) => !isBlank(text), { error: required, abort: true }),
    atMost(limit?.max ?? longestText, limit?.message ?? `Should not exceed ${longestText} characters`),
  )
}

/** Marks that change the direction of the text around them: with them a name can look like another one. */
export const directionMarks = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g

/** Of these, the ones that turn other characters around, up to the end of the line: texts are stored without them (OQ-567). */
export const directionTurns = /[\u202a-\u202e\u2066-\u2069]/g

/** Tells whether a text is in one line and shows as it is: no control characters, no marks of direction. */
export function isPlainLine(text: string): boolean {
  return !/\p{Cc}/u.test(text) && text.search(directionMarks) < 0
}

/** A text that may be empty. */
export function optionalText(max = longestText) {
  return z.string().check(atMost(max, `Should not exceed ${max} characters`))
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a text has the form of a record's id. */
export const isRecordId = (text: string): boolean => uuid.test(text)

/** A reference to a record: an opaque text for clients. A UUID in capitals is the same id (OQ-140). */
export function reference(required: string) {
  return z.string({ error: required }).check(
    z.minLength(1, required),
    z.refine((id) => !isBlank(id), { error: required }),
    z.maxLength(100, required),
    z.overwrite((id) => (uuid.test(id) ? id.toLowerCase() : id)),
  )
}

/** An id in a URL or in a list of ids. */
export const Id = reference('An id is required')

/**
 * The specification's e-mail pattern (LIM-10): text, @, dotted domain, no white space. Each character has one place in
 * it, so that an overlong text takes linear time (OQ-565).
 */
export const emailPattern = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/

/** An e-mail address, by the specification's pattern. */
export function email(message = 'Invalid email format') {
  return z.string({ error: message }).check(
    z.refine((text) => text.length <= 254, { error: message, abort: true }),
    z.regex(emailPattern, message),
  )
}

/** Letters and digits only (LIM-11). */
export const lettersAndDigits = /^[A-Za-z0-9]+$/

// A host with at least two labels, so that a word, an e-mail address or "javascript:1" does not match.
const addressWithoutScheme = /^(?:[\p{L}\p{M}\p{N}_-]+\.)+[\p{L}\p{M}\p{N}-]+(?::\d{1,5})?(?=[/?#]|$)/u

/**
 * Adds the scheme to a web address that was typed without one: "www.example.org/x" becomes
 * "https://www.example.org/x".
 * @returns any other text unchanged; check it with `isWebAddress`
 */
export function completedWebAddress(text: string): string {
  const bare = text.trim()
  return addressWithoutScheme.test(bare) ? `https://${bare}` : text
}

/**
 * A web address.
 * @param required message for an empty one
 * @param options.completes whether to add https:// to an address without a scheme
 */
export function webAddress(required: string, { completes = false } = {}) {
  return z.string({ error: required }).check(
    z.refine((text) => !isBlank(text), { error: required, abort: true }),
    z.overwrite((text) => (completes ? completedWebAddress(text) : text)),
    z.refine(isWebAddress, { error: 'Enter a link that starts with http:// or https://', abort: true }),
    z.maxLength(2000, 'Should not exceed 2000 characters'),
  )
}

const booleanWords: Record<string, boolean> = { true: true, '1': true, false: false, '0': false }

/** A boolean as text, in queries and in multipart: "true" or "false"; "1" and "0" are accepted as well (OQ-022). */
export function booleanText() {
  return z.codec(
    z.string().check(z.refine((text) => text in booleanWords, { error: 'Enter true or false' })),
    z.boolean(),
    { decode: (text) => booleanWords[text] ?? false, encode: (value) => String(value) },
  )
}

/**
 * A field of a multipart form that only some records have. A client that sends the whole form sends an empty text when there is no value.
 */
export function orNone<T extends z.core.$ZodType<unknown, string>>(part: T) {
  return z.codec(z.string(), z.nullable(part), {
    decode: (text) => (text === '' ? null : (text as z.input<T>)),
    encode: (value) => (value as string | null) ?? '',
  })
}

/**
 * A JSON-valued part of a multipart form: JSON text in the request, the decoded value in code (API-04).
 * @param schema what the value must be
 * @param message for text that is missing or not JSON
 */
export function jsonText<T extends z.core.$ZodType>(schema: T, message = 'Enter JSON text') {
  return z.codec(z.string({ error: message }), schema, {
    decode: (text, context) => {
      try {
        return JSON.parse(text) as z.input<T>
      } catch {
        context.issues.push({ code: 'custom', input: text, message })
        return z.NEVER
      }
    },
    encode: (value) => JSON.stringify(value),
  })
}
