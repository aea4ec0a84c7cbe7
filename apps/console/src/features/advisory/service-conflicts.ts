import type { LabelledConflict } from '../../shared/edit-conflict/edit-conflict-dialog.tsx'
import type { FieldConflict } from '../../shared/edit-conflict/merge-edits.ts'
import { serviceWords } from './advisory-messages.ts'
import { type EditedService, minutesOf } from './service-form-values.ts'

/** Writes the conflicting times for people; advisors never conflict, each is a member of its own. */
export function labelConflicts(conflicts: readonly FieldConflict<EditedService>[]): LabelledConflict[] {
  return conflicts.map(({ field, stored, typed }) => ({
    field,
    label: field === 'buffer_time' ? serviceWords.bufferTime : serviceWords.slotTime,
    stored: `${minutesOf(Number(stored))} ${serviceWords.minutes}`,
    typed: `${minutesOf(Number(typed))} ${serviceWords.minutes}`,
  }))
}
