import * as z from 'zod/mini'
import { onlyWith } from '../../access/member-permission.ts'
import type { Permission } from '../../access/permission.ts'
import { PersonalEmail, PersonalName, PersonalNote, PersonalPhone, personal } from '../../access/personal.ts'
import { isRecordId } from '../../field.ts'
import { leadStatuses } from '../../lead-status.ts'
import { TransactionSum } from '../../money/transaction/transaction-detail.schema.ts'
import { CurrencyCode, moneySum } from '../../money.ts'
import { eventTypes } from '../../sessions/event/event.schema.ts'
import { sessionTypes } from '../../sessions/registration/registration.schema.ts'
import { Consent } from './consent.schema.ts'
import { type AnchorKind, personalDataMessages, readAnchor } from './personal-data.schema.ts'

export const personMessages = {
  cursor: 'after must be the value of next',
  token: 'compared must be the value of the comparison',
  identifiers: 'Choose what the other person is found by',
} as const

/** Returns the record that names a person: `order.<id>`, or the bare id of an account; null for any other text. */
export function readPersonKey(text: string): { kind: AnchorKind; id: string } | null {
  return isRecordId(text) ? { kind: 'user', id: text.toLowerCase() } : readAnchor(text)
}

/** Names a person by a record, so that no address contains their details. */
export const PersonKey = z
  .string({ error: personalDataMessages.person })
  .check(z.refine((text) => readPersonKey(text) !== null, { error: personalDataMessages.person }))

/** What a timeline can be filtered by, with the permission that shows it; null: whoever may open the page. */
export const timelineKinds = {
  order: 'money.read',
  session: 'content.read',
  lead: 'advisory.read',
  membership: 'content.read',
  post: 'content.read',
  comment: 'content.read',
  report: 'moderation.read',
  note: null,
} as const satisfies Record<string, Permission | null>
export type TimelineKind = keyof typeof timelineKinds
export const timelineKindNames = Object.keys(timelineKinds) as [TimelineKind, ...TimelineKind[]]

/** What a page of a person consists of. Whoever has none of these permissions may not open it. */
export const personPermissions = ['money.read', 'content.read', 'advisory.read', 'moderation.read'] as const

/** A membership that a person holds or held. */
export const HeldMembership = z.object({
  _id: z.string(),
  name: z.string(),
  starts_at: z.string(),
  ends_at: z.nullable(z.string()),
  cancelled_at: z.nullable(z.string()),
})
export type HeldMembership = z.output<typeof HeldMembership>

/** An account in the public product. */
const PersonAccount = z.object({
  _id: z.string(),
  name: PersonalName,
  username: PersonalNote,
  designation: PersonalNote,
  description: PersonalNote,
  email: PersonalEmail,
  phone: PersonalPhone,
  profile_picture: z.nullable(z.string()),
  created_at: z.string(),
})

/** A person. Members that the caller's role does not include are absent. */
export const PersonPage = z.object({
  /** `person.<id>`, the same for every record that leads here. */
  person: z.string(),
  name: PersonalName,
  /** All spellings, the most frequent first, at most 20 of each. */
  names: z.array(PersonalName),
  emails: z.array(PersonalEmail),
  phones: z.array(PersonalPhone),
  /** The oldest first; empty for somebody without an account. */
  accounts: z.array(PersonAccount),
  /** Whether there was an account that is deleted. Orders name it still. */
  is_account_deleted: z.boolean(),
  /** When the account was created, or else the first record of the person; null for staff's own records. */
  since: z.nullable(z.string()),
  /** Whether the person gives sessions or takes advisory calls. */
  is_creator: z.boolean(),
  is_advisor: z.boolean(),
  /** That staff gave by hand. */
  labels: z.array(PersonalNote),
  memberships: z.optional(z.array(HeldMembership)),
  sums: onlyWith('money.read', z.optional(z.array(TransactionSum))),
  /** What counts now, per purpose and channel; one that is missing was not asked for. */
  consents: z.array(Consent),
  /** How many entries of each kind the timeline has, at most `mostCounted`. */
  counts: z.partialRecord(z.enum(timelineKindNames), z.int()),
  /** Open reports about the person, their posts and comments. */
  open_reports: z.optional(z.int()),
})
export type PersonPage = z.output<typeof PersonPage>

const reported = { entity_type: z.enum(['user', 'post', 'comment']), entity_id: z.string() }

/** Name of the member of staff; null for an address that is nobody's now, or who has never signed in. */
const StaffName = z.nullable(z.string())

/** An entry of a person's timeline, which leads to its record. */
export const PersonTimelineItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('order'),
    _id: z.string(),
    at: z.string(),
    reference_order_id: z.string(),
    entity_type: z.string(),
    title: z.string(),
    status: z.string(),
    amount: moneySum(),
    refunded_amount: moneySum(),
    currency_code: CurrencyCode,
    /** Of an order of a session; null while nobody says who attended. */
    attended_minutes: z.nullable(z.int()),
    attended_at: z.nullable(z.string()),
  }),
  z.object({
    kind: z.literal('registration'),
    _id: z.string(),
    at: z.string(),
    session_type: z.enum(sessionTypes),
    event_type: z.nullable(z.enum(eventTypes)),
    session_id: z.string(),
    /** Null if the session is gone. */
    title: z.nullable(z.string()),
    starts_at: z.nullable(z.string()),
    given_back_at: z.nullable(z.string()),
    attended_minutes: z.nullable(z.int()),
    attended_at: z.nullable(z.string()),
  }),
  z.object({
    kind: z.literal('lead'),
    _id: z.string(),
    at: z.string(),
    reference_record_id: z.string(),
    service: z.string(),
    advisor: z.nullable(PersonalName),
    status: z.enum(leadStatuses),
    start_time: z.string(),
  }),
  z.object({ kind: z.literal('membership'), ...HeldMembership.shape, at: z.string() }),
  z.object({
    kind: z.literal('post'),
    _id: z.string(),
    at: z.string(),
    /** The beginning. */
    message: PersonalNote,
    is_visible: z.boolean(),
    like_count: z.int(),
    comment_count: z.int(),
  }),
  z.object({
    kind: z.literal('comment'),
    _id: z.string(),
    at: z.string(),
    post_id: z.string(),
    message: PersonalNote,
  }),
  z.object({
    kind: z.literal('report'),
    _id: z.string(),
    at: z.string(),
    ...reported,
    /** Whether the person made it; otherwise it is about them, or what they wrote. */
    is_by_person: z.boolean(),
    reason: z.string(),
    /** Null while it waits. */
    dismissed_at: z.nullable(z.string()),
    /** Who made it, or whom it is about; null if they are gone. */
    other: z.nullable(z.object({ person: z.string(), name: PersonalName })),
  }),
  z.object({
    kind: z.literal('note'),
    _id: z.string(),
    at: z.string(),
    /** E-mail address of the member of staff. */
    by: z.string(),
    by_name: StaffName,
    text: PersonalNote,
  }),
  z.object({ kind: z.literal('joined'), _id: z.string(), at: z.string() }),
  z.object({
    kind: z.literal('moved'),
    _id: z.string(),
    at: z.string(),
    /** Whether somebody was merged into this person, or split off, or this person off somebody. */
    move: z.enum(['merged', 'split-off', 'split-from']),
    by: z.string(),
    by_name: StaffName,
    /** The other person. */
    person: z.string(),
    name: PersonalName,
    email: PersonalEmail,
    phone: PersonalPhone,
    /** Until then it can be undone; null once it was, or if it never could. */
    undoable_until: z.nullable(z.string()),
    undone_at: z.nullable(z.string()),
  }),
])
export type PersonTimelineItem = z.output<typeof PersonTimelineItem>

/** Somebody who may be the same person. */
export const SamePerson = z.object({
  person: z.string(),
  name: PersonalName,
  email: PersonalEmail,
  phone: PersonalPhone,
  has_account: z.boolean(),
  /** What both records share. */
  shares: z.enum(['email', 'phone']),
})
export type SamePerson = z.output<typeof SamePerson>

/** For how long a merge or a split can be undone. */
export const undoDays = 30

/** One of two people who are compared. */
export const ComparedPerson = z.object({
  person: z.string(),
  has_account: z.boolean(),
  name: PersonalName,
  /** All spellings, the most frequent first, at most 20 of each. */
  emails: z.array(PersonalEmail),
  phones: z.array(PersonalPhone),
  since: z.nullable(z.string()),
  /** How many entries of each kind the timeline has, at most `mostCounted`. */
  counts: z.partialRecord(z.enum(timelineKindNames), z.int()),
})
export type ComparedPerson = z.output<typeof ComparedPerson>

export const PersonComparison = z.object({
  kept: ComparedPerson,
  other: ComparedPerson,
  /** Why they cannot be merged; null if they can. */
  problem: z.nullable(z.string()),
  /** Changes when either record does. The merge takes it, so that it does what was shown. */
  compared: z.string(),
})
export type PersonComparison = z.output<typeof PersonComparison>

/** What a merge or a split did. */
export const PersonMove = z.object({
  /** The person who stays, or who was split off. */
  person: z.string(),
  /** Undoes it; null if there was nothing to do. */
  move: z.nullable(z.string()),
})
export type PersonMove = z.output<typeof PersonMove>

const identifierKinds = ['account', 'email', 'phone'] as const

/** By what a person is found. */
export const PersonIdentifier = z.object({
  kind: z.enum(identifierKinds),
  /** The id of an account; an e-mail address or a phone in normal form. */
  value: PersonalNote,
  /** That came with it. */
  names: z.array(PersonalName),
  /** The account whose own it is; null for what came with orders and other records. */
  account_id: z.nullable(z.string()),
  /** False for what many people share, or what was used to buy for somebody else: it finds the person in a search only. */
  is_own: z.boolean(),
  since: z.string(),
})
export type PersonIdentifier = z.output<typeof PersonIdentifier>

/** Names what a split takes. */
export const ChosenIdentifier = z.object({
  kind: z.enum(identifierKinds, { error: personMessages.identifiers }),
  value: personal(
    'note',
    z.string({ error: personMessages.identifiers }).check(z.maxLength(254, personMessages.identifiers)),
  ),
})
