import { type BinItem, binDays } from '@greenroom/contract/desk/bin/bin.schema'
import type { BinItemRow } from './bin.repository.ts'

const day = 24 * 60 * 60 * 1000

/** When the bin gives an item up. */
export function removalOf(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + binDays * day)
}

export function presentBinItem(row: BinItemRow, mayRestore: boolean): BinItem {
  const { kind, contents } = row
  const count = (...sources: string[]) => sources.reduce((sum, source) => sum + (contents[source] ?? 0), 0)
  return {
    _id: row.id,
    kind,
    record_id: row.record_id,
    label: row.label,
    contents: {
      posts: count('post') - (kind === 'post' ? 1 : 0),
      comments: count('comment') - (kind === 'comment' ? 1 : 0),
      reactions: count('post_like', 'post_vote'),
      reports: count('report'),
      files: count('post_attachment', 'banner_file'),
    },
    deleted_by: row.deleted_by,
    deleted_at: row.deleted_at.toISOString(),
    removed_at: removalOf(row.deleted_at).toISOString(),
    may_restore: mayRestore,
  }
}
