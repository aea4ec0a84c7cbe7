import type { HistoryKind } from '@greenroom/contract/desk/history/history.schema'

export const historyMessages = {
  tableLabel: 'History',
  person: 'Person',
  everybody: 'Everybody',
  program: 'Greenroom (the program)',
  noMatches: 'No matches',
  kind: 'Kind',
  allKinds: 'Everything',
  section: 'Section',
  allSections: 'All sections',
  record: 'Record',
  from: 'From',
  to: 'To',
  anyDay: 'Any day',
  filters: 'Filters',
  clear: 'Clear',
  clearFilters: 'Clear filters',
  loading: 'Loading history...',
  loadFailed: 'Error loading the history.',
  empty: 'Nothing in the history',
  emptyHelp: 'Changes, sign-ins and refused calls appear here, with who and when.',
  noMatch: 'No entries match the filters.',
  noLooks:
    'Pages of people, orders, leads and documents that somebody opened, and searches by contact, appear here a second later.',
  stale: (help: string) => `The history could not be refreshed. ${help}`,
  show: (text: string) => `Show ${text}`,
  hide: 'Hide',
  entries: (count: number) => `${count.toLocaleString('en-IN')} entries`,
  valuesOf: (action: string, sentence: string) => `${action}: ${sentence}`,
  onlyRecord: 'Only this record',
  onlyRecordOf: (label: string) => `Only entries of ${label}`,
  from_address: 'From',
  refused: 'Refused',
  export: 'Export CSV',
  exportTitle: 'Export history',
  exportHelp: 'Exports all entries with these filters as CSV, in words.',
} as const

export const historyKindLabels: Record<HistoryKind, string> = {
  changes: 'Changes',
  'sign-ins': 'Sign-ins',
  refused: 'Refused',
  looks: 'Who looked',
}

export const historyColumns = {
  time: 'Time',
  person: 'Person',
  what: 'What happened',
  record: 'Record',
} as const
