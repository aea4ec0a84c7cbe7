import { type LeadStatus, leadStatuses } from '@greenroom/contract/advisory/advisory.schema'

/** Search parameters of the Leads screen. */
export interface LeadSearch {
  advisor_id?: string | undefined
  status?: LeadStatus | undefined
  /** Has no control: the link of a service sets it (OQ-094). */
  service_id?: string | undefined
  /** From 1. */
  page?: number | undefined
  size?: number | undefined
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

/** Page sizes (LIM-06); the first is the default (ADV-10). */
export const leadPageSizes = [10, 20, 50] as const

/** Returns a valid page size, or the default. */
export function leadPageSize({ size }: Pick<LeadSearch, 'size'>): number {
  return leadPageSizes.find((option) => option === size) ?? leadPageSizes[0]
}

/**
 * Returns the query for one page (ADV-29).
 * @param page from 1
 */
export function leadListQuery({ advisor_id, status, service_id, size }: LeadSearch, page: number) {
  const limit = leadPageSize({ size })
  return {
    limit,
    offset: (page - 1) * limit,
    ...(advisor_id === undefined ? {} : { advisor_id }),
    ...(status === undefined ? {} : { status }),
    ...(service_id === undefined ? {} : { service_id }),
  }
}

/** Returns whether any filter is set. */
export function isFiltered({ advisor_id, status, service_id }: LeadSearch): boolean {
  return advisor_id !== undefined || status !== undefined || service_id !== undefined
}
