import * as z from 'zod/mini'
import { CurrencyCode } from '../../money.ts'
import { type HistorySection, historySectionNames, historySections } from './record-types.ts'

/**
 * What the history lists: changes, sign-ins, what was refused, and who saw whose contacts in full. Without a kind it lists
 * the first three.
 */
export const historyKinds = ['changes', 'sign-ins', 'refused', 'looks'] as const
export type HistoryKind = (typeof historyKinds)[number]

export const historyMessages = {
  kind: `kind must be ${historyKinds.join(', ')}`,
  section: `section must be one of ${historySectionNames.join(', ')}`,
  day: 'Enter a day such as 2026-11-20',
  order: 'The first day must not be after the last',
  person: 'person must have at most 254 characters',
  record: 'A record needs its type and its id',
  cursor: 'after must be a value that the list returned as next',
} as const

/** One entry of the history. `before` and `after` have only the members that differ. */
export const HistoryEntry = z.object({
  _id: z.string(),
  at: z.string(),
  kind: z.enum(['change', 'sign-in', 'refused', 'look']),
  /** The account, "system" for the program itself, "API key NAME" for a key; null if nobody is known. */
  actor_email: z.nullable(z.string()),
  /** Present name of the account; null for a refused sign-in, whose address is only claimed. */
  actor_name: z.nullable(z.string()),
  action: z.string(),
  entity_type: z.string(),
  entity_id: z.nullable(z.string()),
  entity_label: z.nullable(z.string()),
  /** Where an event takes place: ONLINE or OFFLINE; null for other records and for one that is gone. */
  event_type: z.nullable(z.string()),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  /** Currency of the entry's order. */
  currency_code: z.nullable(CurrencyCode),
  /** Names of other records that the members refer to, by id. */
  names: z.record(z.string(), z.string()),
  address: z.nullable(z.string()),
  request_id: z.nullable(z.string()),
  /** The services that were sandboxes: "sign-in, payments". */
  sandbox: z.nullable(z.string()),
  /** The session in which it was done: _id of the entry's session in the lists of sessions (OQ-692). */
  session_id: z.nullable(z.string()),
})
export type HistoryEntry = z.output<typeof HistoryEntry>

const day = z
  .string()
  .check(z.regex(/^[1-9]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, historyMessages.day))

/** The filters of the history. */
export const historyFilters = {
  kind: z.optional(z.enum(historyKinds, { error: historyMessages.kind })),
  /** E-mail address of the person, "system", or "API key NAME". */
  person: z.optional(z.string().check(z.maxLength(254, historyMessages.person))),
  section: z.optional(z.enum(historySectionNames, { error: historyMessages.section })),
  /** The type of a record, together with its id. */
  entity_type: z.optional(z.string().check(z.maxLength(40, historyMessages.record))),
  entity_id: z.optional(z.string().check(z.maxLength(100, historyMessages.record))),
  /** The first business day, and the last one. */
  from: z.optional(day),
  to: z.optional(day),
} as const

interface Filters {
  entity_type?: string | undefined
  entity_id?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** A rule between the filters: the first day is not after the last. */
export function daysInOrder<Query extends Filters>() {
  return z.refine<Query>(({ from, to }) => from === undefined || to === undefined || from <= to, {
    error: historyMessages.order,
    path: ['to'],
  })
}

/** A rule between the filters: a record has its type and its id. */
export function wholeRecord<Query extends Filters>() {
  return z.refine<Query>(
    ({ entity_type, entity_id }) => (entity_type === undefined) === (entity_id === undefined),
    { error: historyMessages.record, path: ['entity_id'] },
  )
}

export const HistoryFilters = z.object(historyFilters).check(daysInOrder(), wholeRecord())
export type HistoryFilters = z.output<typeof HistoryFilters>

/** Returns the types of records of a section. */
export function typesOfSection(section: HistorySection): readonly string[] {
  return historySections[section].types
}
