import * as z from 'zod/mini'
import { onlyWith } from '../../access/member-permission.ts'
import type { Permission } from '../../access/permission.ts'
import { PersonalEmail, PersonalNote, PersonalPhone } from '../../access/personal.ts'
import { CurrencyCode, moneySum } from '../../money.ts'

/** The kinds of records that the search finds, in the order of their groups. */
export const searchKinds = [
  'order',
  'person',
  'lead',
  'document',
  'refund-request',
  'difference',
  'masterclass',
  'webinar',
  'event',
  'coupon',
  'shortlink',
  'creator',
  'advisor',
  'post',
  'news',
  'banner',
  'payment-page',
  'membership',
  'advisory-service',
] as const
export const SearchKind = z.enum(searchKinds)
export type SearchKind = z.output<typeof SearchKind>

/** What a role needs to find a kind of record: the permissions of the screen that it opens. */
export const searchPermissions: Record<SearchKind, readonly Permission[]> = {
  order: ['money.read'],
  // The screens of people.
  person: ['content.read'],
  lead: ['advisory.read'],
  document: ['money.read'],
  'refund-request': ['money.read'],
  difference: ['money.read'],
  masterclass: ['content.read'],
  webinar: ['content.read'],
  event: ['content.read'],
  coupon: ['content.read'],
  shortlink: ['content.read'],
  creator: ['content.read'],
  advisor: ['advisory.read'],
  post: ['content.read'],
  news: ['content.read'],
  banner: ['content.read'],
  'payment-page': ['content.read'],
  membership: ['content.read'],
  'advisory-service': ['advisory.read'],
}

/** The shortest text that is searched for. */
export const shortestSearch = 2
export const longestSearch = 200
/** How many records of a kind are returned. */
export const mostHits = 5

export const searchMessages = {
  short: 'Enter at least 2 characters',
  long: 'Search for at most 200 characters',
} as const

/** How a record matches: as a whole, with its beginning, or somewhere. */
export const searchRanks = ['whole', 'start', 'part'] as const

/** A found record. What a kind does not have is null. */
export const SearchHit = z.object({
  _id: z.string(),
  /** The name of a person or a record. */
  title: PersonalNote,
  /** What was bought, the host of a session, the author of a post, the target of a link. */
  detail: z.nullable(PersonalNote),
  /** The order's reference, the lead's CRM id, the number of a document. */
  code: z.nullable(z.string()),
  email: z.nullable(PersonalEmail),
  phone: z.nullable(PersonalPhone),
  /** When it begins, ends or was made. */
  at: z.nullable(z.string()),
  /** In minor units. */
  amount: onlyWith('money.read', z.nullable(moneySum())),
  currency_code: z.nullable(CurrencyCode),
  /** The status of an order or a lead, or the tab of its list. */
  status: z.nullable(z.string()),
  rank: z.enum(searchRanks),
})
export type SearchHit = z.output<typeof SearchHit>

export const SearchResult = z.object({
  /** Kinds with hits: those that match as a whole first. */
  groups: z.array(z.object({ kind: SearchKind, hits: z.array(SearchHit), has_more: z.boolean() })),
  /** Kinds that could not be searched in time. */
  failed: z.array(SearchKind),
})
export type SearchResult = z.output<typeof SearchResult>
