import * as z from 'zod/mini'
import { liveKindNames } from './live-kinds.ts'

/** Milliseconds between two signs of life of a stream without news. */
export const liveBeatMs = 15_000

/** Records of one kind that changed on one occasion; without ids when they are too many to name. */
export const LiveChange = z.object({
  kind: z.enum(liveKindNames),
  ids: z.nullable(z.array(z.string())),
  /** The page that sent the write, as in its header `tab-id`; absent if no page did. */
  tab: z.optional(z.string()),
})
export type LiveChange = z.output<typeof LiveChange>

/** Who did what with records, from the history. */
export const LiveAct = z.object({
  /** As in the history: 'post.ignore-reports'. */
  action: z.string(),
  ids: z.array(z.string()),
  by: z.string(),
  staff_id: z.string(),
})
export type LiveAct = z.output<typeof LiveAct>

/** Something that several people can have open: a record by its kind and id, or with an empty id a queue. */
export const LivePlace = z.object({
  kind: z.enum(liveKindNames),
  id: z.string().check(z.maxLength(60)),
})
export type LivePlace = z.output<typeof LivePlace>

/** A colleague who has a place open. */
export const LivePerson = z.object({
  staff_id: z.string(),
  name: z.string(),
  /** The record in a queue that has the person's focus. */
  item: z.nullable(z.string()),
  is_editing: z.boolean(),
})
export type LivePerson = z.output<typeof LivePerson>

/** The events of a stream by name. */
export interface LiveEvents {
  /** The first event. `is_complete` says whether what was missed since the client's position follows. */
  hello: { stream: string; is_complete: boolean }
  changes: { changes: LiveChange[]; acts: LiveAct[]; position?: string }
  /** What changed is not known: read again what is shown. */
  'catch-up': { position?: string }
  people: { place: LivePlace; people: LivePerson[] }
  /** The stream ends, and why. Open another one, unless the credential has ended. */
  bye: { reason: 'stopping' | 'credential' | 'role' }
}
