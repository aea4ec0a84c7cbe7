import {
  type DocumentGroup,
  type DocumentKind,
  documentGroups,
  documentKinds,
} from '@greenroom/contract/money/document/document.schema'
import { readMonth } from '../../../lib/month-choices.ts'
import { type PageSearch, pageRange } from '../../../shared/record/record-list/page-range.ts'

/** Search parameters of the register. */
export interface DocumentSearch extends PageSearch {
  tab?: DocumentGroup | undefined
  q?: string | undefined
  kind?: DocumentKind | undefined
  /** "2026-11". */
  month?: string | undefined
}

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
    month: readMonth(month),
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
