import type { PeopleFilters } from '@greenroom/contract/people/people-list/people-list.schema'

const sorts = ['last_seen', 'first_seen', 'name', 'spent'] as const
const types = ['masterclass', 'membership', 'events', 'custom'] as const
const answers = ['yes', 'no'] as const
const channels = ['email', 'whatsapp', 'phone'] as const
const attendances = ['came', 'absent'] as const

/** Search parameters of the list of people. */
export interface PeopleSearch {
  q?: string | undefined
  membership?: string | undefined
  /** What was bought. */
  type?: (typeof types)[number] | undefined
  /** Exactly this was bought; a link sets it, with its type. */
  entity?: string | undefined
  /** Set by links of sessions. */
  session?: string | undefined
  attendance?: (typeof attendances)[number] | undefined
  label?: string | undefined
  source?: string | undefined
  account?: (typeof answers)[number] | undefined
  /** Agreed to marketing by this channel. */
  consent?: (typeof channels)[number] | undefined
  /** At least so many rupees. */
  spent?: string | undefined
  /** Days, YYYY-MM-DD: last seen, and first seen. */
  from?: string | undefined
  to?: string | undefined
  since?: string | undefined
  until?: string | undefined
  sort?: (typeof sorts)[number] | undefined
}

type Words = 'type' | 'attendance' | 'account' | 'consent' | 'sort'

/** Returns the search parameters without invalid ones. A span that ends before it begins has no end. */
export function peopleSearchOf({
  type,
  attendance,
  account,
  consent,
  sort,
  spent,
  ...rest
}: Omit<PeopleSearch, Words> & { [word in Words]?: string | undefined }): PeopleSearch {
  const knownType = types.find((one) => one === type)
  const isInverted = (from?: string, to?: string) => from !== undefined && to !== undefined && from > to
  return {
    ...rest,
    type: knownType,
    entity: knownType && rest.entity,
    attendance: rest.session === undefined ? undefined : attendances.find((one) => one === attendance),
    account: answers.find((one) => one === account),
    consent: channels.find((one) => one === consent),
    sort: sorts.find((one) => one === sort),
    spent: spent !== undefined && /^\d{1,11}(\.\d{1,2})?$/.test(spent) ? spent : undefined,
    ...(isInverted(rest.from, rest.to) && { to: undefined }),
    ...(isInverted(rest.since, rest.until) && { until: undefined }),
  }
}

/** Every filter, unset. */
export const noFilters = {
  q: undefined,
  membership: undefined,
  type: undefined,
  entity: undefined,
  session: undefined,
  attendance: undefined,
  label: undefined,
  source: undefined,
  account: undefined,
  consent: undefined,
  spent: undefined,
  from: undefined,
  to: undefined,
  since: undefined,
  until: undefined,
} satisfies PeopleSearch

export function isFiltered(search: PeopleSearch): boolean {
  return (Object.keys(noFilters) as (keyof typeof noFilters)[]).some((name) => search[name] !== undefined)
}

/** Returns the filters of the list and of its export. */
export function peopleFiltersOf(search: PeopleSearch): Partial<PeopleFilters> {
  const filters: Partial<Record<keyof PeopleFilters, string | undefined>> = {
    q: search.q,
    membership_id: search.membership,
    entity_type: search.type,
    entity_id: search.entity,
    session_id: search.session,
    attendance: search.attendance,
    label: search.label,
    source: search.source,
    account: search.account,
    consent: search.consent,
    spent_from: search.spent === undefined ? undefined : String(Math.round(Number(search.spent) * 100)),
    seen_from: search.from,
    seen_to: search.to,
    since_from: search.since,
    since_to: search.until,
    sort: search.sort,
  }
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
}
