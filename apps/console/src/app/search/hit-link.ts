import type { Permission } from '@greenroom/contract/access/permission'
import { readSearch } from '@greenroom/contract/desk/search/search.rules'
import type { SearchKind } from '@greenroom/contract/desk/search/search.schema'
import { firstDay, paths } from '../../lib/paths.ts'
import type { RecentRecord } from './recent.ts'

/** Where an option leads. */
export interface OptionLink {
  to: string
  params?: Record<string, string>
  search?: Record<string, unknown>
  state?: object
  /** The record that the list at the target brings into view. */
  shows?: string
}

/** Returns where a found record is opened: its screen or dialog, or without `content.write` its card in the list. */
export function linkOf(
  { kind, _id: id, title, status }: RecentRecord,
  permissions: readonly Permission[],
): OptionLink {
  const mayWrite = permissions.includes('content.write')
  const tab = status ?? undefined
  switch (kind) {
    case 'order':
    case 'document':
      return paths.transaction(id)
    case 'refund-request':
      return status === 'waiting'
        ? { to: paths.refundRequests, search: { only: id }, shows: id }
        : paths.transaction(id)
    case 'difference':
      if (status === 'resolved') return paths.transaction(id)
      return {
        to: paths.differences,
        search: { only: id, tab: status === 'open' ? undefined : 'resolved' },
        shows: id,
      }
    case 'person':
      return paths.person(id)
    case 'lead':
      return { to: paths.advisoryLeads, search: { open: id } }
    case 'masterclass':
      return { to: paths.masterclassList, search: { tab, open: id } }
    case 'webinar':
      return { to: paths.webinarList, search: { tab, open: id } }
    case 'event':
      return { to: paths.eventList, search: { tab, open: id } }
    case 'coupon':
      return paths.couponEdit(id)
    case 'shortlink':
      return mayWrite
        ? { to: paths.shortlinks, search: { edit: id } }
        : { to: paths.shortlinks, search: {}, shows: id }
    case 'creator':
      return { to: paths.creators, search: { q: title }, shows: id }
    case 'advisor':
      return { to: paths.advisoryAdvisors, search: {}, shows: id }
    case 'post':
      return status === 'own' && mayWrite
        ? paths.postEdit(id)
        : { to: paths.commentModeration, search: { post: id } }
    case 'news':
      return mayWrite ? { to: paths.newsEdit, search: { id } } : { to: paths.newsList, search: {}, shows: id }
    case 'banner':
      return mayWrite
        ? { to: paths.bannerForm, search: { id } }
        : { to: paths.banners, search: { tab }, shows: id }
    case 'payment-page':
      return mayWrite
        ? { to: paths.paymentPages, search: { tab, edit: id } }
        : { to: paths.paymentPages, search: { tab, q: title }, shows: id }
    case 'membership':
      return { to: paths.memberships, search: {}, shows: id }
    case 'advisory-service':
      return paths.advisoryService(id)
  }
}

/** Returns the list that shows all matches of a kind; undefined if it has no such search. */
export function listLink(kind: SearchKind, typed: string): OptionLink | undefined {
  const { text, phoneEnd } = readSearch(typed)
  switch (kind) {
    case 'order':
      return phoneEnd?.length === 10
        ? { ...paths.transactionList('all'), search: { from: firstDay, phone: phoneEnd } }
        : undefined
    case 'lead':
      return { to: paths.advisoryLeads, search: { q: text } }
    case 'creator':
      return { to: paths.creators, search: { q: text } }
    case 'coupon':
      return { to: paths.coupons, search: { q: text } }
    case 'payment-page':
      return { to: paths.paymentPages, search: { q: text } }
    default:
      return undefined
  }
}
