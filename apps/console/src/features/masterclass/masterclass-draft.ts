import { Masterclass } from '@greenroom/contract/masterclass/masterclass.schema'
import * as z from 'zod/mini'
import { readAccount } from '../../lib/session.ts'
import { MasterclassFormValues } from './masterclass-form-values.ts'

const MasterclassDraft = z.object({
  values: MasterclassFormValues,
  /** The step that was shown and the furthest one that was reached, 0 to 2. */
  step: z.int().check(z.gte(0), z.lte(2)),
  visited: z.int().check(z.gte(0), z.lte(2)),
  /** A file cannot be kept: picked ones have to be picked again (OQ-012). */
  banner: z.enum(['kept', 'removed', 'picked']),
  /** What an edit was based on, so that it is still compared with that and not with what others saved since. */
  base: z.nullable(Masterclass),
})
export type MasterclassDraft = z.output<typeof MasterclassDraft>

// Another account that signs in on the same tab must not be shown what the first one typed.
const Stored = z.object({ owner: z.string(), draft: MasterclassDraft })

/**
 * The wizard's temporary state (MC-20): kept for this browser tab until it is saved, so that it survives a failure, a
 * reload and the end of a session (OQ-012, OQ-033).
 * @param id the masterclass that is edited; null for a new one
 */
export function readDraft(id: string | null): MasterclassDraft | null {
  const text = sessionStorage.getItem(keyOf(id))
  if (text === null) return null
  try {
    const { owner, draft } = z.parse(Stored, JSON.parse(text))
    return owner === readAccount()?.email ? draft : null
  } catch {
    // What an earlier version of the console wrote may have another shape.
    return null
  }
}

/** Keeps what was entered so far; whatever was kept before is replaced. */
export function writeDraft(id: string | null, draft: MasterclassDraft): void {
  const owner = readAccount()?.email
  if (owner === undefined) return
  try {
    sessionStorage.setItem(keyOf(id), JSON.stringify({ owner, draft }))
  } catch {
    // A full storage costs the copy, not the form.
  }
}

/** Forgets what was entered. */
export function clearDraft(id: string | null): void {
  sessionStorage.removeItem(keyOf(id))
}

function keyOf(id: string | null): string {
  return id === null ? 'masterclass:create' : `masterclass:edit:${id}`
}
