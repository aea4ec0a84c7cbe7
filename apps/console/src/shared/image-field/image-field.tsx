import type { ReactNode } from 'react'
import { apiAddress } from '../../lib/api/client.ts'
import type { ImageChoice } from './image-choice.ts'
import { ImageInput } from './image-input.tsx'

interface ImageFieldProps {
  label: string
  /** The address of the stored picture. */
  stored: string | null
  choice: ImageChoice
  onChoose: (choice: ImageChoice) => void
  error?: ReactNode
  hint?: string
  appearance?: 'row' | 'tile'
}

/** A picture of a record: kept, replaced or removed (LIM-04, MC-39, EVT-30). */
export function ImageField({ stored, choice, onChoose, ...rest }: ImageFieldProps) {
  const saved = stored !== null && choice.kind === 'kept' ? stored : null
  const file = choice.kind === 'picked' ? choice.file : null
  return (
    <ImageInput
      {...rest}
      file={file}
      stored={saved === null ? null : addressOf(saved)}
      onPick={(picked) => onChoose({ kind: 'picked', file: picked })}
      onRemove={() => onChoose(file === null || stored === null ? removal(stored) : { kind: 'kept' })}
    />
  )
}

function removal(stored: string | null): ImageChoice {
  return stored === null ? { kind: 'kept' } : { kind: 'removed' }
}

function addressOf(stored: string): string {
  return stored.startsWith('/') ? apiAddress(stored) : stored
}
