import type {
  NextSession,
  OldestWaiting,
  OverviewWaiting,
} from '@greenroom/contract/desk/overview/overview.schema'
import type { CurrencyCode } from '@greenroom/contract/money'
import type { LinkProps } from '@tanstack/react-router'
import { paths } from '../../../lib/paths.ts'
import type { waitingMessages } from './overview-messages.ts'

export type WaitingName = Exclude<keyof typeof waitingMessages, 'title' | 'empty' | 'emptyHelp' | 'oldest'>

interface WaitingRow {
  name: WaitingName
  count: number
  /** ISO 8601; undefined where no age is known. */
  oldest: string | undefined
  link: LinkProps
}

/** Returns what waits, without what does not: each with a link to the list that has exactly these rows. */
export function waitingRows(waiting: OverviewWaiting, oldest: OldestWaiting): WaitingRow[] {
  const { drafts_beginning: drafts } = waiting
  const rows: [WaitingName, number | undefined, LinkProps, since?: string | null][] = [
    ['refund_requests', waiting.refund_requests, { to: paths.refundRequests }, oldest.refund_requests],
    ['reported_users', waiting.reported_users, { to: paths.userModeration }, oldest.reported_users],
    ['reported_posts', waiting.reported_posts, { to: paths.postModeration }, oldest.reported_posts],
    [
      'reported_comments',
      waiting.reported_comments,
      { to: paths.commentModeration },
      oldest.reported_comments,
    ],
    [
      'leads_past_call',
      waiting.leads_past_call,
      { to: paths.advisoryLeads, search: { waits: 'past-call' } },
      oldest.leads_past_call,
    ],
    [
      'leads_without_advisor',
      waiting.leads_without_advisor,
      { to: paths.advisoryLeads, search: { waits: 'no-advisor' } },
    ],
    [
      'masterclass',
      drafts?.masterclass,
      { to: paths.masterclassList, search: { tab: 'draft', begins: 'day' } },
    ],
    ['webinar', drafts?.webinar, { to: paths.webinarList, search: { tab: 'draft', begins: 'day' } }],
    ['event', drafts?.event, { to: paths.eventList, search: { begins: 'day' } }],
    ['coupons_ending', waiting.coupons_ending, { to: paths.coupons, search: { ends: 'week' } }],
    ['banners_ending', waiting.banners_ending, { to: paths.banners, search: { ends: 'week' } }],
    ['open_differences', waiting.open_differences, { to: paths.differences }],
    [
      'documents_without_state',
      waiting.documents_without_state,
      { to: paths.documents, search: { tab: 'state-missing' } },
    ],
    ['failed_webhooks', waiting.failed_webhooks, { to: paths.webhooks, search: { tab: 'failed' } }],
  ]
  return rows.flatMap(([name, count, link, since]) =>
    count ? [{ name, count, link, oldest: since ?? undefined }] : [],
  )
}

/** Returns the link to the details of a session, over its list. */
export function sessionLink({
  _id,
  kind,
  start_time,
  is_published,
}: Pick<NextSession, '_id' | 'kind' | 'start_time' | 'is_published'>): LinkProps {
  // The details open over any tab; this is the one in which the session is, to find it there.
  const hasBegun = Date.parse(start_time) < Date.now()
  const tab = hasBegun ? 'past' : is_published ? undefined : 'draft'
  if (kind === 'masterclass') return { to: paths.masterclassList, search: { tab, open: _id } }
  if (kind === 'webinar') return { to: paths.webinarList, search: { tab, open: _id } }
  return { to: paths.eventList, search: { tab: hasBegun ? 'past' : undefined, open: _id } }
}

/** Returns the link to the people of a session. */
export function peopleLink({ _id, kind }: Pick<NextSession, '_id' | 'kind'>): LinkProps {
  if (kind === 'masterclass') return paths.masterclassPeople(_id)
  return kind === 'webinar' ? paths.webinarPeople(_id) : paths.eventPeople(_id)
}

/** Returns the link to the paid orders of a span in one currency. */
export function ordersLink(currency: CurrencyCode, { from, to }: { from: string; to: string }): LinkProps {
  return { ...paths.transactionList('all'), search: { from, to, currency, status: 'paid' } }
}
