import * as z from 'zod/mini'

/**
 * What of a person a member of a request or response holds. A `note` is a text in which somebody may have written an
 * e-mail address or a phone number: a name, a description, a campaign, a note of staff.
 */
export type PersonalKind = 'email' | 'phone' | 'address' | 'link' | 'tax-id' | 'note'

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
/** A link that is made for one person, such as that to join a meeting. */
export const PersonalLink = personal('link', z.string())
export const PersonalTaxId = personal('tax-id', z.string())
export const PersonalName = personal('note', z.string())
export const PersonalNote = personal('note', z.string())

/** UTM parameters and the click ids of advertisers. What else a form sent along may be an answer of the person. */
const originParameter =
  /^(utm_\w{1,40}|source|medium|campaign|term|content|referrer|gclid|gbraid|wbraid|fbclid|msclkid)$/i

/** Tells what a parameter of an origin may hold, by its name. */
function originKind(name: string): PersonalKind {
  return originParameter.test(name) ? 'note' : 'address'
}

/** Records of texts whose names tell what each value holds. The names are masked as notes. */
export const personalRecords = z.registry<{ kindOf: (name: string) => PersonalKind }>()

/** Where a person came from, as another system sent it: parameters by name. */
export const PersonalOrigin = z.record(z.string(), z.string())
personalRecords.add(PersonalOrigin, { kindOf: originKind })

/** Records of which nothing is masked: what the provider wrote itself, and what is sent to be published. */
export const ownRecords = z.registry<{ isOwn: (record: Record<string, unknown>) => boolean }>()

/** Marks a schema of records, some of which are the provider's own. */
export function maskedUnless<S extends z.ZodMiniObject>(
  isOwn: (record: Record<string, unknown>) => boolean,
  schema: S,
): S {
  ownRecords.add(schema, { isOwn })
  return schema
}

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

/** Marks a schema of records that the public product shows as they are. */
export const published = <S extends z.ZodMiniObject>(schema: S): S => maskedUnless(() => true, schema)

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
    case 'link':
    case 'tax-id':
      return hidden
    case 'note':
      return text
        .replace(writtenEmail, (_, letter, at, domain) => letter + hidden + at + domain)
        .replace(writtenPhone, (phone) => mask('phone', phone))
  }
}

// In a link the @ is encoded. The lengths are bounded, because a text without an @ would take quadratic time.
const writtenEmail = /([^\s@<>,;:])[^\s@<>,;:]{0,63}(@|%40)([^\s@<>,;]{1,255})/gi
const writtenPhone = /\+?\d(?:(?:[\s()./\u2010-\u2015-]|%20){0,3}\d){8,}/g

/** Tells whether a text was masked. */
export function isMasked(text: string): boolean {
  return text.includes(hidden)
}
