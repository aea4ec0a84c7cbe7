import { type HistoryKind, historyKinds } from '@greenroom/contract/desk/history/history.schema'
import { type HistorySection, historySectionNames } from '@greenroom/contract/desk/history/record-types'

/** Search parameters of the history. */
export interface HistorySearch {
  kind?: HistoryKind | undefined
  /** E-mail address of the person. */
  person?: string | undefined
  section?: HistorySection | undefined
  /** Type and id of a record: "payment-page:ID". */
  record?: string | undefined
  /** YYYY-MM-DD. */
  from?: string | undefined
  to?: string | undefined
}

export const noFilters: Record<keyof HistorySearch, undefined> = {
  kind: undefined,
  person: undefined,
  section: undefined,
  record: undefined,
  from: undefined,
  to: undefined,
}

const recordPattern = /^[a-z-]{1,40}:.{1,100}$/

/** Returns the search parameters without invalid ones. A span that ends before it begins has no end. */
export function historySearchOf({
  kind,
  section,
  record,
  ...rest
}: Omit<HistorySearch, 'kind' | 'section'> & { kind?: string; section?: string }): HistorySearch {
  const isInverted = rest.from !== undefined && rest.to !== undefined && rest.from > rest.to
  return {
    ...rest,
    kind: historyKinds.find((one) => one === kind),
    section: historySectionNames.find((one) => one === section),
    record: record !== undefined && recordPattern.test(record) ? record : undefined,
    ...(isInverted && { to: undefined }),
  }
}

/** Returns the filters of the list and of its export. */
export function historyFiltersOf({ record, ...rest }: HistorySearch): Record<string, string> {
  const [type, id] = record === undefined ? [] : splitRecord(record)
  const filters = { ...rest, entity_type: type, entity_id: id }
  return Object.fromEntries(
    Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

function splitRecord(record: string): [type: string, id: string] {
  const colon = record.indexOf(':')
  return [record.slice(0, colon), record.slice(colon + 1)]
}
