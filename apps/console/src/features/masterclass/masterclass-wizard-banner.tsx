import { type FileRule, formatsAccepted, imageRule, isTooLarge } from '@greenroom/contract/file-rule'
import type { ReactNode } from 'react'
import { apiAddress } from '../../lib/api/client.ts'
import { FileDrop } from '../../ui/file-drop.tsx'
import type { BannerChoice } from './masterclass-form-values.ts'

interface BannerFieldProps {
  /** The address of the stored picture. */
  stored: string | null
  choice: BannerChoice
  onChoose: (choice: BannerChoice) => void
  error?: ReactNode
}

/** The banner: png, jpg or webp of at most 100 MB, removable (MC-39, LIM-04). */
export function BannerField({ stored, choice, onChoose, error }: BannerFieldProps) {
  const saved = stored !== null && choice.kind === 'kept' ? stored : null
  const file = choice.kind === 'picked' ? choice.file : null
  return (
    <FileDrop
      label="Banner"
      file={file}
      saved={saved === null ? null : { name: 'Banner', url: apiAddress(saved) }}
      onPick={(picked) => onChoose({ kind: 'picked', file: picked })}
      onRemove={() => onChoose(file === null || stored === null ? removal(stored) : { kind: 'kept' })}
      accept={acceptedBy(imageRule)}
      refuse={(candidate) => refusalOf(imageRule, candidate)}
      hint="JPG, PNG or WEBP, up to 100 MB"
      error={error}
    />
  )
}

function removal(stored: string | null): BannerChoice {
  return stored === null ? { kind: 'kept' } : { kind: 'removed' }
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
