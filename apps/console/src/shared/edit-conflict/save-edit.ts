import { ApiError } from '../../lib/api/api-error.ts'
import { changedFields, type FieldConflict, mergeEdits } from './merge-edits.ts'

/** What a form holds of a record, and the version that it was read at. */
export interface Edited<V> {
  values: V
  version: number
}

/** How often another person's save may come between before we give up. */
const attempts = 5

/**
 * Saves only the changed fields, against the version that was loaded. When somebody else has saved meanwhile, fields
 * that only one side changed are merged and saved again; a field that both changed is asked about.
 * @param edit.loaded what the form was filled with
 * @param edit.typed what it holds now
 * @param edit.save sends changes against a version
 * @param edit.read takes the current record out of a STALE answer
 * @param edit.ask lets a person choose; gives the fields that keep what was typed, or null to go on editing
 * @returns the saved record and whether another's changes were merged; null when the person went back to the form
 * @throws ApiError for every other failure
 */
export async function saveEdit<V extends object, T>(edit: {
  loaded: Edited<V>
  typed: V
  save: (changes: Partial<V>, version: number) => Promise<T>
  read: (record: unknown) => Edited<V>
  ask: (conflicts: FieldConflict<V>[]) => Promise<ReadonlySet<string> | null>
}): Promise<{ saved: T; wasMerged: boolean } | null> {
  let { loaded, typed } = edit
  for (let attempt = 1; ; attempt++) {
    try {
      const saved = await edit.save(changedFields(loaded.values, typed), loaded.version)
      return { saved, wasMerged: attempt > 1 }
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'STALE' || attempt === attempts) throw error
      const stored = edit.read(error.data)
      const { merged, conflicts } = mergeEdits(loaded.values, stored.values, typed)
      if (conflicts.length > 0) {
        const mine = await edit.ask(conflicts)
        if (mine === null) return null
        for (const { field } of conflicts) if (!mine.has(field)) merged[field] = stored.values[field]
      }
      loaded = stored
      typed = merged
    }
  }
}
