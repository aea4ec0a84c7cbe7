import { type FileRule, formatsAccepted, imageRule, isTooLarge } from '@greenroom/contract/file-rule'
import type { ReactNode } from 'react'
import { apiAddress } from '../../lib/api/client.ts'
import { FileDrop } from '../../ui/file-drop.tsx'
import type { ImageChoice } from './image-choice.ts'

interface ImageFieldProps {
  label: string
  /** The address of the stored picture. */
  stored: string | null
  choice: ImageChoice
  onChoose: (choice: ImageChoice) => void
  error?: ReactNode
  /** A field whose section says what is accepted needs no hint of its own. */
  hint?: string
  appearance?: 'row' | 'tile'
}

/** A picture: png, jpg or webp of at most 100 MB, removable (LIM-04, MC-39, EVT-30). */
export function ImageField({ label, stored, choice, onChoose, error, hint, appearance }: ImageFieldProps) {
  const saved = stored !== null && choice.kind === 'kept' ? stored : null
  const file = choice.kind === 'picked' ? choice.file : null
  return (
    <FileDrop
      label={label}
      file={file}
      saved={saved === null ? null : { name: label, url: addressOf(saved) }}
      onPick={(picked) => onChoose({ kind: 'picked', file: picked })}
      onRemove={() => onChoose(file === null || stored === null ? removal(stored) : { kind: 'kept' })}
      accept={acceptedBy(imageRule)}
      refuse={(candidate) => refusalOf(imageRule, candidate)}
      hint={hint}
      error={error}
      appearance={appearance}
    />
  )
}

function removal(stored: string | null): ImageChoice {
  return stored === null ? { kind: 'kept' } : { kind: 'removed' }
}

function addressOf(stored: string): string {
  return stored.startsWith('/') ? apiAddress(stored) : stored
}

/** The words for a file that the rule refuses; the browser knows its type only by its name. */
function refusalOf(rule: FileRule, file: File): string | undefined {
  if (!rule.mediaTypes.includes(file.type)) return rule.wrongType
  return isTooLarge(rule, file.size) ? rule.tooLarge : undefined
}

function acceptedBy(rule: FileRule): Record<string, string[]> {
  return Object.fromEntries(
    rule.mediaTypes.map((type) => [
      type,
      formatsAccepted({ ...rule, mediaTypes: [type] })
        .split(',')
        .slice(1),
    ]),
  )
}
