import { type FileRule, formatsAccepted, imageRule, isTooLarge } from '@greenroom/contract/file-rule'
import type { ReactNode } from 'react'
import { FileDrop } from '../../ui/file-drop.tsx'

interface ImageInputProps {
  label: string
  /** The picture that was picked here; null when there is none. */
  file: File | null
  /** The address of the stored picture, shown until another is picked. */
  stored: string | null
  onPick: (file: File) => void
  onRemove?: () => void
  required?: boolean
  disabled?: boolean
  error?: ReactNode
  /** What is accepted; a section that says so needs it at none of its fields. */
  hint?: string | undefined
  /** A picture may fill the place of the drop zone instead of a row. */
  appearance?: 'row' | 'tile' | undefined
  /** How much of it is sent, from 0 to 1. */
  progress?: number
}

/** The input of one picture: png, jpg or webp of at most 100 MB (LIM-04). */
export function ImageInput({ label, stored, hint = acceptedHint, ...rest }: ImageInputProps) {
  return (
    <FileDrop
      {...rest}
      label={label}
      saved={stored === null ? null : { name: label, url: stored }}
      accept={accepted}
      refuse={refusalOf}
      hint={hint}
    />
  )
}

const acceptedHint = 'JPG, PNG or WEBP, up to 100 MB'
const accepted = acceptedBy(imageRule)

/** The words for a file that is no such picture; the browser knows its type only by its name. */
function refusalOf(file: File): string | undefined {
  if (!imageRule.mediaTypes.includes(file.type)) return imageRule.wrongType
  return isTooLarge(imageRule, file.size) ? imageRule.tooLarge : undefined
}

function acceptedBy(rule: FileRule): Record<string, string[]> {
  return Object.fromEntries(
    rule.mediaTypes.map((type) => [
      type,
      // The first is the media type itself.
      formatsAccepted({ ...rule, mediaTypes: [type] })
        .split(',')
        .slice(1),
    ]),
  )
}
