import type { HistoryEntry } from '@greenroom/contract/desk/history/history.schema'
import {
  describeEntry,
  type EntryText,
  type HistoryRun,
  joinRuns,
} from '@greenroom/contract/desk/history/history-text'
import type { LinkProps } from '@tanstack/react-router'
import { formatTime } from '../../../lib/dates.ts'
import { formatMoney } from '../../../lib/money.ts'
import { paths } from '../../../lib/paths.ts'
import { formatDay } from '../../../ui/day-field-props.ts'
import { recordHistoryMessages as messages } from './record-history-messages.ts'

const formats = { money: formatMoney, moment: formatTime, day: formatDay }

/** Describes an entry with the console's amounts and times. */
export function entryText(entry: HistoryEntry): EntryText {
  return describeEntry(entry, formats)
}

/** Joins runs of the same change, with the console's amounts and times. */
export function entryRuns(entries: readonly HistoryEntry[]): (HistoryEntry | HistoryRun)[] {
  return joinRuns(entries, formats)
}

/** Returns who an entry is by: the name of a member of staff, or what else is known. */
export function actorText({ actor_email, actor_name }: HistoryEntry): string {
  if (actor_email === 'system') return messages.program
  return actor_name ?? actor_email ?? messages.nobody
}

/** Returns the screen of an entry's record; undefined if it has none, or the entry deleted it. */
export function recordLink({
  action,
  entity_type: type,
  entity_id: id,
  entity_label: label,
  event_type,
}: HistoryEntry): LinkProps | undefined {
  if (id === null || action.endsWith('.remove')) return undefined
  switch (type) {
    case 'masterclass':
      return { to: paths.masterclassList, search: { open: id } }
    case 'event':
      if (event_type === null) return undefined
      return { to: event_type === 'ONLINE' ? paths.webinarList : paths.eventList, search: { open: id } }
    case 'banner':
      return { to: paths.bannerForm, search: { id } }
    case 'post':
      return paths.postEdit(id)
    case 'news':
      return { to: paths.newsEdit, search: { id } }
    case 'creator':
      return { to: paths.creators, search: { q: label ?? undefined } }
    case 'advisory-service':
      return paths.advisoryService(id)
    case 'lead':
      return { to: paths.advisoryLeads, search: { open: id } }
    case 'coupon':
      return paths.couponEdit(id)
    case 'shortlink':
      // Its address has the short code, which is the label.
      return { to: paths.shortlinks, search: { edit: label ?? undefined } }
    case 'payment-page':
      return { to: paths.paymentPages, search: { edit: id } }
    case 'transaction':
      return paths.transaction(id)
    case 'refund-batch':
      return paths.refundBatch(id)
    case 'user':
    case 'person':
      return paths.person(id)
    case 'document':
      return { to: paths.documents, search: { q: label ?? undefined } }
    case 'staff':
      return { to: paths.staff, search: { q: label ?? undefined } }
    default:
      return undefined
  }
}
