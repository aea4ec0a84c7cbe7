import * as z from 'zod/mini'

/** What of a person a member of a request or response holds. `note` is a text in which staff may have written the others. */
export type PersonalKind = 'email' | 'phone' | 'address' | 'note'

/**
 * The schemas that hold personal data. Without the permission `personal.read` the server masks them in responses and
 * refuses them in queries: a search would tell what the mask hides.
 */
export const personalKinds = z.registry<{ kind: PersonalKind }>()

/** Marks a schema as personal data. */
export function personal<S extends z.ZodMiniType>(kind: PersonalKind, schema: S): S {
  personalKinds.add(schema, { kind })
  return schema
}

export const PersonalEmail = personal('email', z.string())
export const PersonalPhone = personal('phone', z.string())
export const PersonalAddress = personal('address', z.string())
export const PersonalNote = personal('note', z.string())

/**
 * The schemas of changed members: `name` says which member of a record changed, `before` and `after` hold its values. The
 * server masks these by the kind of the named member.
 */
export const personalChanges = z.registry<{ kinds: Readonly<Record<string, PersonalKind>> }>()

/** Marks a schema of changed members, with the kinds of the personal ones by their names. */
export function personalChange<S extends z.ZodMiniObject>(
  kinds: Readonly<Record<string, PersonalKind>>,
  schema: S,
): S {
  personalChanges.add(schema, { kinds })
  return schema
}

const hidden = '•••'

/**
 * Masks a text: an e-mail address keeps its first letter and its domain, a phone number its last four digits. Two people
 * can be told apart by them, and nobody can be reached.
 */
export function mask(kind: PersonalKind, text: string): string {
  if (text === '') return text
  switch (kind) {
    case 'email':
      return text.replace(/^([^@]?)[^@]*/, `$1${hidden}`)
    case 'phone':
      return hidden + text.replace(/\D/g, '').slice(-4)
    case 'address':
      return hidden
    case 'note':
      return text
        .replace(/(?<![^\s@<>,;:])[^\s@<>,;:]+@[^\s@<>,;]+/g, (email) => mask('email', email))
        .replace(/\+?\d(?:[\s().-]{0,2}\d){8,}/g, (phone) => mask('phone', phone))
  }
}

/** Tells whether a text was masked. */
export function isMasked(text: string): boolean {
  return text.includes(hidden)
}
