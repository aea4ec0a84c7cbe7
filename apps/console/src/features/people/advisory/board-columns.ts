import { type LeadStatus, leadStatuses } from '@greenroom/contract/lead-status'
import type { Lead } from '@greenroom/contract/people/advisory/advisory.schema'

/** What the server sent for one status: its first leads, and how many there are. */
export interface SentColumn {
  bookings: readonly Lead[]
  count: number
}

/** One column of the board. */
export interface BoardColumn {
  status: LeadStatus
  leads: Lead[]
  count: number
}

/**
 * Returns the columns of the board. A lead whose new status is being saved, or was saved after its column was read, is
 * in the column of that status already, and both counts say so.
 * @param sent undefined for a column that isn't loaded
 * @param statusOf the status to show of a lead
 */
export function boardColumns(
  sent: Readonly<Partial<Record<LeadStatus, SentColumn>>>,
  statusOf: (lead: Lead) => LeadStatus,
): BoardColumn[] {
  const latest = new Map<string, Lead>()
  for (const column of Object.values(sent)) {
    for (const lead of column.bookings) {
      if (lead.version >= (latest.get(lead._id)?.version ?? 0)) latest.set(lead._id, lead)
    }
  }
  const shown = [...latest.values()]
  return leadStatuses.map((status) => {
    const column = sent[status]
    const listed = new Set(column?.bookings.map(({ _id }) => _id))
    const leads = shown.filter((lead) => statusOf(lead) === status)
    const came = leads.filter(({ _id }) => !listed.has(_id)).length
    const stayed = leads.length - came
    return { status, leads: leads.sort(byBooking), count: (column?.count ?? 0) - listed.size + stayed + came }
  })
}

/** Identifies a card in its column: for the column, one that has moved is another one. */
export function placeOf({ _id, status }: Lead): string {
  return `${status} ${_id}`
}

/**
 * Returns the columns as they were before others changed them, with what the cards say now.
 * @param shown the cards of all columns; one that has moved is as it was, so that moving it again notices the change
 */
export function heldColumns(
  before: Readonly<Partial<Record<LeadStatus, SentColumn>>>,
  shown: readonly Lead[],
): Partial<Record<LeadStatus, SentColumn>> {
  const columns: Partial<Record<LeadStatus, SentColumn>> = {}
  for (const status of leadStatuses) {
    const bookings = shown.filter((lead) => lead.status === status)
    columns[status] = { bookings, count: before[status]?.count ?? bookings.length }
  }
  return columns
}

/** The newest booking first, as the server sorts. */
function byBooking(one: Lead, other: Lead): number {
  // Both have one length. In some languages of browsers the order of letters is another.
  const [before, after] = [one, other].map(({ created_at, _id }) => created_at + _id) as [string, string]
  return before < after ? 1 : before > after ? -1 : 0
}

/**
 * Returns the card that an arrow key leads to: up and down within the column, left and right to the nearest column that
 * has cards, at the same height or its last.
 */
export function cardBeside(columns: readonly BoardColumn[], id: string, key: string): string | undefined {
  const x = columns.findIndex(({ leads }) => leads.some(({ _id }) => _id === id))
  const column = columns[x]
  if (!column) return undefined
  const y = column.leads.findIndex(({ _id }) => _id === id)
  if (key === 'ArrowUp') return column.leads[y - 1]?._id
  if (key === 'ArrowDown') return column.leads[y + 1]?._id
  const others =
    key === 'ArrowLeft' ? columns.slice(0, x).reverse() : key === 'ArrowRight' ? columns.slice(x + 1) : []
  const next = others.find(({ leads }) => leads.length > 0)
  return (next?.leads[y] ?? next?.leads.at(-1))?._id
}
