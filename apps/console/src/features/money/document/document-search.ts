import {
  type DocumentGroup,
  type DocumentKind,
  documentGroups,
  documentKinds,
} from '@greenroom/contract/money/document/document.schema'
import { formatMonth } from '../../../lib/dates.ts'
import { type PageSearch, pageRange } from '../../../shared/record/record-list/page-range.ts'

/** Search parameters of the register. */
export interface DocumentSearch extends PageSearch {
  tab?: DocumentGroup | undefined
  q?: string | undefined
  kind?: DocumentKind | undefined
  /** "2026-11". */
  month?: string | undefined
}

const monthPattern = /^20\d{2}-(0[1-9]|1[0-2])$/

/** Returns the search parameters without invalid ones. */
export function documentSearchOf({
  tab,
  kind,
  month,
  ...rest
}: Omit<DocumentSearch, 'tab' | 'kind'> & { tab?: string; kind?: string }): DocumentSearch {
  return {
    ...rest,
    tab: documentGroups.find((one) => one === tab),
    kind: documentKinds.find((one) => one === kind),
    month: month !== undefined && monthPattern.test(month) ? month : undefined,
  }
}

/**
 * Returns the query for one page.
 * @param page from 1
 */
export function documentListQuery({ tab = 'all', q, kind, month, size }: DocumentSearch, page: number) {
  return {
    ...pageRange({ page, size }),
    group: tab,
    ...(q === undefined ? {} : { q }),
    ...(kind === undefined ? {} : { kind }),
    ...(month === undefined ? {} : { month }),
  }
}

export function isFiltered({ q, kind, month }: DocumentSearch): boolean {
  return [q, kind, month].some((filter) => filter !== undefined)
}

const offeredMonths = 24

/**
 * Returns the months to choose from, the newest first.
 * @param today YYYY-MM-DD
 * @param chosen offered too, however old it is
 */
export function monthChoices(today: string, chosen?: string): { value: string; label: string }[] {
  const [year = 0, month = 0] = today.split('-').map(Number)
  const months = Array.from({ length: offeredMonths }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  )
  if (chosen !== undefined && !months.includes(chosen)) months.push(chosen)
  return months.map((value) => ({ value, label: formatMonth(value) }))
}
