import { type LeadStatus, leadStatuses } from '@greenroom/contract/advisory/advisory.schema'
import { type PageSearch, pageRange } from '../../shared/record-list/page-range.ts'

/** Search parameters of the Leads screen. */
export interface LeadSearch extends PageSearch {
  advisor_id?: string | undefined
  status?: LeadStatus | undefined
  /** A part of the name, or the last digits of the phone. */
  q?: string | undefined
  /** Has no control: the link of a service sets it (OQ-094). */
  service_id?: string | undefined
  /** The booking whose details are open. */
  open?: string | undefined
}

/** Returns the search parameters without an invalid status. */
export function leadSearchOf({
  status,
  ...rest
}: Omit<LeadSearch, 'status'> & { status?: string }): LeadSearch {
  return { ...rest, status: leadStatuses.find((one) => one === status) }
}

/**
 * Returns the query for one page (ADV-29).
 * @param page from 1
 */
export function leadListQuery({ advisor_id, status, service_id, q, size }: LeadSearch, page: number) {
  return {
    ...pageRange({ page, size }),
    ...(advisor_id === undefined ? {} : { advisor_id }),
    ...(status === undefined ? {} : { status }),
    ...(service_id === undefined ? {} : { service_id }),
    ...(q === undefined ? {} : { search: q }),
  }
}

/** Returns whether any filter is set. */
export function isFiltered({ advisor_id, status, service_id, q }: LeadSearch): boolean {
  return [advisor_id, status, service_id, q].some((filter) => filter !== undefined)
}
