import * as z from 'zod/mini'
import { onlyWith } from '../../access/member-permission.ts'
import type { Permission } from '../../access/permission.ts'
import { PersonalEmail, PersonalName, PersonalNote, PersonalPhone } from '../../access/personal.ts'
import { consentChannels, consentMessages } from '../../consent.ts'
import { isBlank, reference } from '../../field.ts'
import { searchText } from '../../list.ts'
import { transactionTypes } from '../../money/transaction/transaction-kinds.ts'
import { CurrencyCode, moneySum } from '../../money.ts'

/** At most this many labels per person, and characters per label. */
export const mostLabels = 20
const longestLabel = 40

export const peopleListMessages = {
  label: `Enter a label of 1 to ${longestLabel} characters`,
  personal: "A label can't contain an e-mail address or a phone number",
  labels: `A person can have at most ${mostLabels} labels. Remove one first.`,
  sort: 'sort must be last_seen, first_seen, name or spent',
  cursor: 'after must be the value of next',
  spent: 'spent_from must be an amount in paise',
  account: 'account must be yes or no',
  attendance: 'attendance must be came or absent',
  session: 'session_id is required with attendance',
  entity: 'entity_id must be the id of what was bought',
  type: `entity_type must be ${transactionTypes.join(', ')}`,
  membership: 'membership_id must be the id of a membership',
  sessionId: 'session_id must be the id of a session',
  order: 'The first day must not be after the last',
} as const

/** What the list can be sorted by: the last seen first, the newest first, by name, who spent most first. */
const peopleSorts = ['last_seen', 'first_seen', 'name', 'spent'] as const
export type PeopleSort = (typeof peopleSorts)[number]

const day = (name: string) =>
  z.optional(
    z
      .string()
      .check(
        z.regex(
          /^[1-9]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
          `${name} must be a day such as 2026-11-20`,
        ),
      ),
  )

/** The filters of the list, which also choose what is exported. Each one narrows it further. */
const filters = {
  /** A part of a name, a whole e-mail address or its beginning, or what a phone ends with. */
  q: z.optional(searchText()),
  /** Who holds this membership now. */
  membership_id: z.optional(reference(peopleListMessages.membership)),
  /** Who paid for something of this type, and with an id for exactly this. */
  entity_type: z.optional(z.enum(transactionTypes, { error: peopleListMessages.type })),
  entity_id: z.optional(reference(peopleListMessages.entity)),
  /** Who has a seat of this session, and did or did not come to it. */
  session_id: z.optional(reference(peopleListMessages.sessionId)),
  attendance: z.optional(z.enum(['came', 'absent'], { error: peopleListMessages.attendance })),
  label: z.optional(searchText()),
  /** Where an order, a sign-up or a booking came from. */
  source: z.optional(searchText()),
  /** Who agreed to marketing by this channel, and has not withdrawn it. */
  consent: z.optional(z.enum(consentChannels, { error: consentMessages.channel })),
  account: z.optional(z.enum(['yes', 'no'], { error: peopleListMessages.account })),
  /** In paise, after refunds. */
  spent_from: z.optional(z.string().check(z.regex(/^\d{1,14}$/, peopleListMessages.spent))),
  seen_from: day('seen_from'),
  seen_to: day('seen_to'),
  /** The day of the first account or record. */
  since_from: day('since_from'),
  since_to: day('since_to'),
  sort: z._default(z.enum(peopleSorts, { error: peopleListMessages.sort }), 'last_seen'),
}

type Filters = { [name in keyof typeof filters]: z.output<(typeof filters)[name]> }

/** A rule between the filters: the first day is not after the last. */
function daysInOrder<Query extends Partial<Filters>>(
  from: 'seen_from' | 'since_from',
  to: 'seen_to' | 'since_to',
) {
  return z.refine<Query>(
    (query) => query[from] === undefined || query[to] === undefined || query[from] <= query[to],
    { error: peopleListMessages.order, path: [to] },
  )
}

/** A rule between the filters: whoever came, came to a session. */
function ofSession<Query extends Partial<Filters>>() {
  return z.refine<Query>(
    ({ attendance, session_id }) => attendance === undefined || session_id !== undefined,
    {
      error: peopleListMessages.session,
      path: ['session_id'],
    },
  )
}

/** A rule between the filters: what was bought has its type and its id. */
function ofType<Query extends Partial<Filters>>() {
  return z.refine<Query>(
    ({ entity_type, entity_id }) => entity_id === undefined || entity_type !== undefined,
    {
      error: peopleListMessages.type,
      path: ['entity_type'],
    },
  )
}

/** What is asked of the filters together. */
export const peopleRules = <Query extends Partial<Filters>>() =>
  [
    daysInOrder<Query>('seen_from', 'seen_to'),
    daysInOrder<Query>('since_from', 'since_to'),
    ofSession<Query>(),
    ofType<Query>(),
  ] as const

export const peopleFilters = filters
export const PeopleFilters = z.object(filters).check(...peopleRules())
export type PeopleFilters = z.output<typeof PeopleFilters>

/** The filters that tell more than a name, with what they need. */
export const filterPermissions = {
  membership_id: 'content.read',
  session_id: 'content.read',
  entity_type: 'money.read',
  entity_id: 'money.read',
  source: 'money.read',
  spent_from: 'money.read',
} as const satisfies Partial<Record<keyof Filters, Permission>>

/** Titles of what the filters name; null without such a filter, and for what does not exist. */
export const PeopleAbout = z.object({ session: z.nullable(z.string()), entity: z.nullable(z.string()) })
export type PeopleAbout = z.output<typeof PeopleAbout>

/** A label that staff gave. */
export const PersonLabel = PersonalNote

/** A person in the list. Members that the caller's role does not include are absent. */
export const ListedPerson = z.object({
  /** `person.<id>` of the one who stays of merged people. */
  person: z.string(),
  name: PersonalName,
  email: PersonalEmail,
  phone: PersonalPhone,
  has_account: z.boolean(),
  /** The oldest account, order, sign-up or booking, and the newest of these and of posts, comments and attendance. */
  first_seen: z.string(),
  last_seen: z.string(),
  /** Paid orders, also those that were refunded. */
  orders: onlyWith('money.read', z.optional(z.int())),
  /** What was paid without refunds; currencies without any are left out. */
  spent: onlyWith(
    'money.read',
    z.optional(z.array(z.object({ currency_code: CurrencyCode, amount: moneySum() }))),
  ),
  /** Held now. */
  memberships: z.optional(z.array(z.object({ _id: z.string(), name: z.string() }))),
  labels: z.array(PersonLabel),
})
export type ListedPerson = z.output<typeof ListedPerson>

/** A label from a request. */
export const GivenLabel = z.pipe(
  z.string({ error: peopleListMessages.label }).check(z.maxLength(200, peopleListMessages.label)),
  z.transform((text: string, context) => {
    const label = text.normalize('NFC').replace(/\s+/g, ' ').trim()
    const length = [...label].length
    if (isBlank(label) || length > longestLabel) {
      context.issues.push({ code: 'custom', input: text, message: peopleListMessages.label })
    }
    return label
  }),
)
