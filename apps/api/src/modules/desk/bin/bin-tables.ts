import type { BinKind } from '@greenroom/contract/desk/bin/bin.schema'

/** A column that names a row of another table. */
export interface BinReference {
  column: string
  table: string
  key: string
  /** Without it the row can still come back, with null in the column. */
  isOptional?: true
  /** Only rows with this value in a column refer to this table. */
  only?: { column: string; value: string }
  /** The row may also name a deleted post or comment whose last text is kept. */
  isTextEnough?: true
}

export interface BinTable {
  /** Whether the table's rows have an id. */
  hasId: boolean
  /** The column that names the account of a row; an account names itself. */
  person?: string
  /** The column that erasures follow: the comment of a reply, the item of a report. */
  parent?: string
  references: readonly BinReference[]
}

const to = (table: string, column: string): BinReference => ({ column, table, key: 'id' })
const file = (column: string): BinReference => ({ column, table: 'file', key: 'key' })
const reported = (value: string, table: string): BinReference => ({
  ...to(table, 'entity_id'),
  only: { column: 'entity_type', value },
  ...(value !== 'user' && { isTextEnough: true }),
})

/**
 * Every table whose rows go to the bin, in the order in which they are restored: a row after those that it names. A test
 * compares it with the foreign keys of the database, so that a new table cannot be forgotten.
 */
export const binTables = {
  app_user: {
    hasId: true,
    person: 'id',
    references: [
      { ...file('profile_picture_key'), isOptional: true },
      { ...to('person', 'person_id'), isOptional: true },
    ],
  },
  membership_held: { hasId: true, person: 'user_id', references: [to('membership', 'membership_id')] },
  post: { hasId: true, person: 'user_id', references: [to('app_user', 'user_id')] },
  post_attachment: { hasId: false, references: [to('post', 'post_id'), file('file_key')] },
  post_poll_option: { hasId: false, references: [to('post', 'post_id')] },
  comment: {
    hasId: true,
    person: 'user_id',
    parent: 'parent_comment_id',
    references: [to('post', 'post_id'), to('app_user', 'user_id'), to('comment', 'parent_comment_id')],
  },
  earlier_text: { hasId: true, person: 'user_id', references: [to('app_user', 'user_id')] },
  post_vote: {
    hasId: false,
    person: 'user_id',
    references: [to('post', 'post_id'), to('app_user', 'user_id')],
  },
  post_like: {
    hasId: false,
    person: 'user_id',
    references: [to('post', 'post_id'), to('app_user', 'user_id')],
  },
  report: {
    hasId: true,
    person: 'reporter_id',
    parent: 'entity_id',
    references: [
      reported('post', 'post'),
      reported('comment', 'comment'),
      reported('user', 'app_user'),
      { ...to('app_user', 'reporter_id'), isOptional: true },
    ],
  },
  banner: { hasId: true, references: [] },
  banner_file: { hasId: false, references: [to('banner', 'banner_id'), file('file_key')] },
  shortlink: { hasId: true, references: [] },
  news: { hasId: true, references: [file('thumbnail_key')] },
} as const satisfies Record<string, BinTable>

export type BinSource = keyof typeof binTables
export const binSources = Object.keys(binTables) as BinSource[]

/** Returns the columns of these tables that name rows of a table. */
export function binReferences(table: string): (BinReference & { source: BinSource })[] {
  return binSources.flatMap((source) =>
    binTables[source].references
      .filter((reference) => reference.table === table)
      .map((reference) => ({ ...reference, source })),
  )
}

/** References that deleting a person removes from rows that stay. The bin keeps them as rows of their own. */
export const binLinks = [
  { table: 'report', column: 'reporter_id' },
  { table: 'lead', column: 'user_id' },
] as const

/** The table of the record itself. */
export const tableOfKind = {
  post: 'post',
  comment: 'comment',
  user: 'app_user',
  banner: 'banner',
  shortlink: 'shortlink',
  news: 'news',
} as const satisfies Record<BinKind, BinSource>
