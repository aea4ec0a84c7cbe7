import { ApiError } from '../../../lib/api/api-error.ts'
import { notify } from '../../../lib/notify.tsx'
import { editConflictMessages } from './edit-conflict-messages.ts'
import { changedFields, type FieldConflict, mergeEdits } from './merge-edits.ts'

/** The form values of a record, and the version that they were read at. */
interface Edited<V> {
  values: V
  version: number
}

/** An edit to save. */
export interface Edit<V extends object, T> {
  /** What the form was filled with. */
  loaded: Edited<V>
  /** What the form holds now. */
  typed: V
  /** Sends changes against a version. */
  save: (changes: Partial<V>, version: number) => Promise<T>
  /** Returns the current record of a STALE response. */
  read: (record: unknown) => Edited<V>
  /** Asks a person to choose. Resolves to the fields that keep what was entered, or null to go on editing. */
  ask: (conflicts: FieldConflict<V>[]) => Promise<ReadonlySet<string> | null>
}

/**
 * Nothing is left to save, because somebody else has made the same change, or because theirs was chosen. The form or
 * card shows the current record, and there is nothing to undo (OQ-525).
 */
export class NothingLeft<V> extends Error {
  readonly stored: Edited<V>
  readonly record: unknown
  constructor(message: string, stored: Edited<V>, record: unknown) {
    super(message)
    this.stored = stored
    this.record = record
  }
}

/** Max attempts against saves by others in between. */
const attempts = 5

/**
 * Saves only the changed fields, against the loaded version. If someone else has saved since then, fields that only one
 * side changed are merged and saved again, with a notice; for a field that both changed, the person chooses (OQ-109).
 * @returns the saved record; null when the person went back to the form
 * @throws NothingLeft if nothing is left to save; ApiError for every other failure
 */
export async function saveEdit<V extends object, T>(edit: Edit<V, T>): Promise<T | null> {
  let { loaded, typed } = edit
  let wasAsked = false
  for (let attempt = 1; ; attempt++) {
    try {
      const saved = await edit.save(changedFields(loaded.values, typed), loaded.version)
      // After a question, the person already knows of the other changes.
      if (attempt > 1 && !wasAsked) notify.success(editConflictMessages.merged)
      return saved
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'STALE' || attempt === attempts) throw error
      const stored = edit.read(error.data)
      const { merged, conflicts } = mergeEdits(loaded.values, stored.values, typed)
      if (conflicts.length > 0) {
        wasAsked = true
        const mine = await edit.ask(conflicts)
        if (mine === null) return null
        for (const { field } of conflicts) if (!mine.has(field)) merged[field] = stored.values[field]
      }
      if (Object.keys(changedFields(stored.values, merged)).length === 0) {
        const { alreadyMade, theirsKept } = editConflictMessages
        throw new NothingLeft(wasAsked ? theirsKept : alreadyMade, stored, error.data)
      }
      loaded = stored
      typed = merged
    }
  }
}
