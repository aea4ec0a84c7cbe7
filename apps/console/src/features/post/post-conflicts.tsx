import type { ReactNode } from 'react'
import { formatTime } from '../../lib/dates.ts'
import type { LabelledConflict } from '../../shared/edit-conflict/edit-conflict-dialog.tsx'
import type { FieldConflict } from '../../shared/edit-conflict/merge-edits.ts'
import type { Attachments, EditedPost } from './post-form-values.ts'

const labels: Record<keyof EditedPost, string> = {
  tags: 'Tags',
  message: 'Message',
  is_pinned: 'Pinned',
  options: 'Poll options',
  expiry: 'End of the poll',
  allow_multiple: 'Several answers',
  removed_images: 'Removed images',
  new_images: 'New images',
  video: 'Video',
  file: 'File',
}

/** Writes the conflicting fields for people. */
export function labelConflicts(
  conflicts: readonly FieldConflict<EditedPost>[],
  attachments: Attachments,
): LabelledConflict[] {
  return conflicts.map(({ field, stored, typed }) => ({
    field,
    label: labels[field],
    stored: display(field, stored),
    typed: displayTyped(field, typed, attachments),
  }))
}

function display(field: keyof EditedPost, value: EditedPost[keyof EditedPost]): ReactNode {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return 'Empty'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'object') return value.join(', ')
  if (field === 'video' || field === 'file') return `The stored ${field}`
  return field === 'expiry' ? endOf(value) : value
}

function endOf(value: string): string {
  const days = /^days:(.*)$/.exec(value)?.[1]
  if (days === undefined) return formatTime(value)
  return days === '1' ? '1 day from now' : `${days} days from now`
}

function displayTyped(
  field: keyof EditedPost,
  value: EditedPost[keyof EditedPost],
  attachments: Attachments,
): ReactNode {
  if (field !== 'video' && field !== 'file') return display(field, value)
  const choice = attachments[field]
  return choice.kind === 'picked' ? choice.file.name : display(field, value)
}
