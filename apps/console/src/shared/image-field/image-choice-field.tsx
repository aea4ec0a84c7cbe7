import type { ReactNode } from 'react'
import type { ImageChoice } from './image-choice.ts'
import { ImageField } from './image-field.tsx'

interface ImageChoiceFieldProps {
  label: string
  /** URL of the stored picture; null when there is none. */
  stored: string | null
  choice: ImageChoice
  onChoose: (choice: ImageChoice) => void
  error?: ReactNode
  disabled?: boolean | undefined
  withHint?: boolean
  appearance?: 'row' | 'tile'
}

/** A picture that is uploaded with its form. It can be picked, replaced and removed (MC-39, EVT-30). */
export function ImageChoiceField({ stored, choice, onChoose, ...rest }: ImageChoiceFieldProps) {
  const file = choice.kind === 'picked' ? choice.file : null
  const removal: ImageChoice = stored === null ? { kind: 'kept' } : { kind: 'removed' }
  return (
    <ImageField
      {...rest}
      file={file}
      stored={choice.kind === 'kept' ? stored : null}
      onPick={(picked) => onChoose({ kind: 'picked', file: picked })}
      // Removing the picked file brings the stored picture back.
      onRemove={() => onChoose(file === null || stored === null ? removal : { kind: 'kept' })}
    />
  )
}
