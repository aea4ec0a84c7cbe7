import * as z from 'zod/mini'
import type { Permission } from '../../access/permission.ts'
import { PersonalNote } from '../../access/personal.ts'

/** How long the bin keeps what was deleted, in days (OQ-475). */
export const binDays = 30

/** What goes to the bin, in the order of the tabs. */
export const binKinds = ['post', 'comment', 'user', 'banner', 'shortlink', 'news'] as const
export const BinKind = z.enum(binKinds, { error: `kind must be one of ${binKinds.join(', ')}` })
export type BinKind = z.output<typeof BinKind>

/** The permissions of deletions. Whoever may delete a record may restore it. */
export const binPermissions = ['content.write', 'moderation.write'] as const satisfies readonly Permission[]
export type BinPermission = (typeof binPermissions)[number]

/** The permissions to see what was deleted with each of these. */
export const binReading = {
  'content.write': 'content.read',
  'moderation.write': 'moderation.read',
} as const satisfies Record<BinPermission, Permission>

/** What one kind of record is called in messages. */
export const binNouns: Record<BinKind, string> = {
  post: 'post',
  comment: 'comment',
  user: 'person',
  banner: 'banner',
  shortlink: 'short link',
  news: 'news snippet',
}

export const binMessages = {
  gone: 'This is no longer in the bin. Somebody restored it, or it was deleted for good.',
  waits: (noun: string) => `The ${noun} it belongs to is in the bin. Restore the ${noun} first.`,
  lost: (noun: string) => `The ${noun} it belongs to was deleted for good, so it can't come back.`,
  codeTaken: (code: string) =>
    `Another short link has the code "${code}" now. Delete that one first, or create this one under another code.`,
  taken: "Another record has its place now, so it can't come back.",
  notInactive: 'Only an inactive banner can be moved to the bin. Delete makes it inactive.',
} as const

export const BinItem = z.object({
  _id: z.string(),
  kind: BinKind,
  /** Id of the deleted record; it keeps it when it is restored. */
  record_id: z.string(),
  label: PersonalNote,
  /** What it contains beside itself. */
  contents: z.object({
    posts: z.int(),
    comments: z.int(),
    reactions: z.int(),
    reports: z.int(),
    files: z.int(),
  }),
  deleted_by: z.string(),
  deleted_at: z.string(),
  /** When the job removes it for good. */
  removed_at: z.string(),
  /** Whether the caller's role may restore it. */
  may_restore: z.boolean(),
})
export type BinItem = z.output<typeof BinItem>

/** What a deletion returns: the item of the bin, for Undo. */
export const Binned = z.object({ bin_id: z.string() })
export type Binned = z.output<typeof Binned>

export const Restored = z.object({
  kind: BinKind,
  record_id: z.string(),
  /** Rows that come back with another record that is still in the bin. */
  waiting: z.int(),
  /** Rows whose record was deleted for good meanwhile. */
  lost: z.int(),
})
export type Restored = z.output<typeof Restored>
