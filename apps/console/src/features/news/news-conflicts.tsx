import type { ReactNode } from 'react'
import { fileAddress } from '../../lib/api/client.ts'
import type { LabelledConflict } from '../../shared/edit-conflict/edit-conflict-dialog.tsx'
import type { FieldConflict } from '../../shared/edit-conflict/merge-edits.ts'
import classes from './news-form.module.css'
import type { NewsFormValues } from './news-form-values.ts'
import { formWords } from './news-messages.ts'

const labels: Record<keyof NewsFormValues, string> = {
  thumbnail: formWords.thumbnail,
  heading: formWords.title,
  description: formWords.description,
  source: formWords.source,
  reference_link: formWords.referenceLink,
  is_active: formWords.active,
}

/**
 * Writes the conflicting fields for people.
 * @param file the picture that was picked here
 */
export function labelConflicts(
  conflicts: readonly FieldConflict<NewsFormValues>[],
  file: File | null,
): LabelledConflict[] {
  return conflicts.map(({ field, stored, typed }) => ({
    field,
    label: labels[field],
    stored: display(field, stored),
    typed: field === 'thumbnail' && file ? file.name : display(field, typed),
  }))
}

function display(field: keyof NewsFormValues, value: string | boolean): ReactNode {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (value === '') return 'Empty'
  if (field !== 'thumbnail') return value
  return <img className={classes.conflictPicture} src={fileAddress(value)} alt={formWords.storedThumbnail} />
}
