import { endOfDay, startOfDay } from '@greenroom/contract/calendar-day'
import { type LeadStatus, leadStatuses } from '@greenroom/contract/lead-status'
import {
  type CloseReason,
  closeReasons,
  type WaitingLeads,
  waitingLeads,
} from '@greenroom/contract/people/advisory/advisory.schema'
import {
  type LeadAction,
  type LeadStage,
  leadActions,
  leadStages,
} from '@greenroom/contract/people/advisory/lead-pipeline.rules'
import { businessTimeZone } from '../../../lib/dates.ts'
import { type PageSearch, pageRange } from '../../../shared/record/record-list/page-range.ts'

/** The views of the Leads screen; the table has no name in the address (OQ-502). */
export const leadViews = ['board', 'today', 'sources'] as const
type LeadView = (typeof leadViews)[number]

/** Search parameters of the Leads screen. */
export interface LeadSearch extends PageSearch {
  view?: LeadView | undefined
  /** An id, or `noAdvisor`. */
  advisor_id?: string | undefined
  status?: LeadStatus | undefined
  /** A part of the name, or the last digits of the phone. */
  q?: string | undefined
  /** Has no control: the link of a service sets it (OQ-094). */
  service_id?: string | undefined
  /** Why the leads wait. Has no control: the overview sets it (OQ-448). */
  waits?: WaitingLeads | undefined
  /** Set by the links of Today. */
  action?: LeadAction | undefined
  close_reason?: CloseReason | undefined
  /** Set by the links of Sources: a source or `noSource`, a stage, and the days of booking, YYYY-MM-DD. */
  source?: string | undefined
  reached?: LeadStage | undefined
  from?: string | undefined
  to?: string | undefined
  sort?: 'longest' | undefined
  /** The booking whose details are open. */
  open?: string | undefined
}

type Words = 'view' | 'status' | 'waits' | 'action' | 'close_reason' | 'reached' | 'sort'

/** Returns the search parameters without invalid words. */
export function leadSearchOf({
  view,
  status,
  waits,
  action,
  close_reason,
  reached,
  sort,
  ...rest
}: Omit<LeadSearch, Words> & { [word in Words]?: string | undefined }): LeadSearch {
  return {
    ...rest,
    view: leadViews.find((one) => one === view),
    status: leadStatuses.find((one) => one === status),
    waits: waitingLeads.find((one) => one === waits),
    action: leadActions.find((one) => one === action),
    close_reason: closeReasons.find((one) => one === close_reason),
    reached: leadStages.find((one) => one === reached),
    sort: sort === 'longest' ? sort : undefined,
  }
}

/**
 * Returns the query for one page (ADV-29).
 * @param page from 1
 */
export function leadListQuery(search: LeadSearch, page: number) {
  const { waits, action, close_reason, source, reached, sort } = search
  return {
    ...pageRange({ page, size: search.size }),
    ...whoQuery(search),
    ...(search.status === undefined ? {} : { status: search.status }),
    ...(waits === undefined ? {} : { waits }),
    ...(action === undefined ? {} : { action }),
    ...(close_reason === undefined ? {} : { close_reason }),
    ...(source === undefined ? {} : { source }),
    ...(reached === undefined ? {} : { reached }),
    ...spanQuery(search),
    ...(sort === undefined ? {} : { sort }),
  }
}

/** Returns the filters that the table and the board share. */
export function whoQuery({ advisor_id, service_id, q }: LeadSearch) {
  return {
    ...(advisor_id === undefined ? {} : { advisor_id }),
    ...(service_id === undefined ? {} : { service_id }),
    ...(q === undefined ? {} : { search: q }),
  }
}

/** Returns the instants from the start of the first business day to the end of the last. */
export function spanQuery({ from, to }: Pick<LeadSearch, 'from' | 'to'>) {
  return {
    ...(from === undefined ? {} : { start_date: startOfDay(from, businessTimeZone()).toISOString() }),
    ...(to === undefined ? {} : { end_date: endOfDay(to, businessTimeZone()).toISOString() }),
  }
}

/** Every filter, unset. */
export const noFilters = {
  advisor_id: undefined,
  status: undefined,
  service_id: undefined,
  q: undefined,
  waits: undefined,
  action: undefined,
  close_reason: undefined,
  source: undefined,
  reached: undefined,
  from: undefined,
  to: undefined,
} satisfies LeadSearch

/** Returns whether any filter is set. The board has only those that it shows. */
export function isFiltered(search: LeadSearch): boolean {
  const names = search.view === 'board' ? (['advisor_id', 'service_id', 'q'] as const) : keysOf(noFilters)
  return names.some((name) => search[name] !== undefined)
}

function keysOf<T extends object>(value: T): (keyof T)[] {
  return Object.keys(value) as (keyof T)[]
}
