import { type BinItem, type BinKind, binDays } from '@greenroom/contract/desk/bin/bin.schema'

/** Copy of the bin (OQ-475). */
export const binScreenMessages = {
  tableLabel: 'Deleted records',
  tabsLabel: 'Kind of record',
  tabs: {
    all: 'All',
    post: 'Posts',
    comment: 'Comments',
    user: 'People',
    banner: 'Banners',
    shortlink: 'Short links',
    news: 'News',
  },
  loading: 'Loading the bin...',
  loadFailed: 'Error loading the bin.',
  empty: 'Nothing in the bin',
  emptyHelp: `What you and your colleagues delete stays here for ${binDays} days and can be restored.`,
  search: 'Search',
  searchPlaceholder: 'Search names and texts',
  noMatch: 'No deleted record contains this text.',
  clear: 'Clear search',
  restore: 'Restore',
  restoreOf: (label: string) => `Restore ${label}`,
  restoring: 'Restoring...',
  restored: (kind: string) => `${kind} restored`,
  waiting: (count: number) =>
    `${count === 1 ? '1 comment or reaction comes' : `${count} comments and reactions come`} back with a record that is still in the bin.`,
  lost: (count: number) =>
    `${count === 1 ? '1 comment or reaction was' : `${count} comments and reactions were`} lost: what they belong to was deleted for good.`,
  restoreFailed: 'Failed to restore',
  show: 'Show it',
  showFirst: 'Show it',
  remove: 'Delete for good',
  removeOf: (label: string) => `Delete for good: ${label}`,
  removeTitle: (label: string) => `Delete “${label}” for good?`,
  removeEffect: 'Nobody can restore it afterwards. Its files are deleted with it.',
  removing: 'Deleting...',
  removed: 'Deleted for good',
  removeFailed: 'Failed to delete',
  daysLeft: (days: number) => (days <= 0 ? 'today' : days === 1 ? '1 day left' : `${days} days left`),
} as const

export const binKindTexts: Record<BinKind, string> = {
  post: 'Post',
  comment: 'Comment',
  user: 'Person',
  banner: 'Banner',
  shortlink: 'Short link',
  news: 'News snippet',
}

export const binColumns = {
  record: 'Record',
  contents: 'With it',
  deleted: 'Deleted',
  left: 'Kept for',
  actions: 'Actions',
} as const

/** Says what comes back with a record: "2 posts, 1 comment". */
export function contentsText({ posts, comments, reactions, reports, files }: BinItem['contents']): string {
  const count = (n: number, one: string, many = `${one}s`) =>
    n === 0 ? [] : [`${n} ${n === 1 ? one : many}`]
  return [
    ...count(posts, 'post'),
    ...count(comments, 'comment'),
    ...count(reactions, 'reaction'),
    ...count(reports, 'report'),
    ...count(files, 'file'),
  ].join(', ')
}
