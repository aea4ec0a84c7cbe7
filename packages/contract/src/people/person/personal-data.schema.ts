import * as z from 'zod/mini'
import { PersonalEmail, PersonalPhone } from '../../access/personal.ts'
import { isRecordId } from '../../field.ts'

/** Records that lead to a person. */
const anchorKinds = ['person', 'user', 'order', 'registration', 'lead', 'creator', 'advisor'] as const
export type AnchorKind = (typeof anchorKinds)[number]

export const personalDataMessages = {
  preview: 'preview must be the value of the preview',
  previewChanged: 'What is known about this person has changed. Nothing was erased.',
  query: 'Enter a whole e-mail address, a phone number of at least 10 digits, or a user id',
  person: 'A person is named by a record, such as user.<id>',
  confirmation: "Type the person's name or e-mail address",
  wrongConfirmation: "This is neither the person's name nor their e-mail address",
} as const

const anchorPattern = new RegExp(`^(${anchorKinds.join('|')})\\.(.+)$`)

/** Returns the kind and the id of the record that names a person; null for any other text. */
export function readAnchor(text: string): { kind: AnchorKind; id: string } | null {
  const [, kind, id] = anchorPattern.exec(text) ?? []
  return id !== undefined && isRecordId(id) ? { kind: kind as AnchorKind, id: id.toLowerCase() } : null
}

/** Names a person by a record, so that no address of a page or a call contains their details. */
export const PersonAnchor = z
  .string({ error: personalDataMessages.person })
  .check(z.refine((text) => readAnchor(text) !== null, { error: personalDataMessages.person }))

/** What can be known about a person, and what erasing does with it. */
const personRecordKinds = [
  'account',
  'post',
  'comment',
  'reply',
  'reaction',
  'report',
  'note',
  'consent',
  'order',
  'order-note',
  'registration',
  'lead',
  'creator',
  'advisor',
  'sign-in-refusal',
] as const
export const PersonRecordKind = z.enum(personRecordKinds)
export type PersonRecordKind = z.output<typeof PersonRecordKind>

/** Someone whom a search found. */
export const FoundPerson = z.object({
  person: z.string(),
  name: z.string(),
  email: PersonalEmail,
  phone: PersonalPhone,
  /** Whether they have an account in the public product. */
  has_account: z.boolean(),
})
export type FoundPerson = z.output<typeof FoundPerson>

/** Why a person cannot be erased now. */
export const ErasureBlocker = z.object({
  kind: z.enum([
    'pending-order',
    'open-refund',
    'refund-request',
    'invoice-due',
    'upcoming-session',
    'upcoming-call',
    'author',
    'open-erasure',
  ]),
  message: z.string(),
  /** The order to look at. */
  order_id: z.nullable(z.string()),
})
export type ErasureBlocker = z.output<typeof ErasureBlocker>

/** What an erasure would do. */
export const PersonPreview = z.object({
  person: z.string(),
  /** At most 20 of each, the most frequent first. */
  names: z.array(z.string()),
  emails: z.array(PersonalEmail),
  phones: z.array(PersonalPhone),
  /** Rows that are deleted, or blanked. */
  goes: z.array(
    z.object({ kind: PersonRecordKind, count: z.int(), effect: z.enum(['deleted', 'blanked', 'unlinked']) }),
  ),
  files: z.int(),
  /** Exported files that may contain the person. They are deleted, whoever made them. */
  exports: z.int(),
  /** Tax documents by the last day on which they must be kept, the first day first. */
  stays: z.array(z.object({ count: z.int(), until: z.string() })),
  blockers: z.array(ErasureBlocker),
  /** Changes when anything above but the blockers does. An erasure takes it, so that it does what was shown. */
  preview: z.string(),
})
export type PersonPreview = z.output<typeof PersonPreview>

/**
 * A refused erasure never began: its requester lost the permission before the job ran, or
 * a record came that prevents it.
 */
const erasureStates = ['waiting', 'running', 'erased', 'refused'] as const

/** The parts of an erasure in their order. */
export const erasureSteps = [
  'community',
  'orders',
  'registrations',
  'leads',
  'contacts',
  'calls',
  'exports',
  'history',
  'files',
] as const
export type ErasureStep = (typeof erasureSteps)[number]

/** An erasure. It contains no personal data of who was erased. */
export const Erasure = z.object({
  _id: z.string(),
  state: z.enum(erasureStates),
  /** The step in progress. */
  step: z.nullable(z.enum(erasureSteps)),
  requested_by: z.string(),
  requested_at: z.string(),
  finished_at: z.nullable(z.string()),
  /** Changed rows by kind, so far. */
  counts: z.record(z.string(), z.int()),
  /** Until when tax documents are kept; null if there are none. */
  documents_until: z.nullable(z.string()),
  /** Why the last attempt failed, which is repeated, or why it was refused. */
  problem: z.nullable(z.string()),
})
export type Erasure = z.output<typeof Erasure>

/** Everything about a person: rows by kind, with plain names, and times in UTC. */
export const PersonExport = z.object({
  file_name: z.string(),
  content: z.record(z.string(), z.unknown()),
})
export type PersonExport = z.output<typeof PersonExport>

/** The name that orders and leads of erased people show. */
export const erasedName = { first: 'Erased', last: 'person' } as const
