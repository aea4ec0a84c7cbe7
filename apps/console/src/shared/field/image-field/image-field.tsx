import { imageRule, sizeRefusal } from '@greenroom/contract/file-rule'
import { extensionsByType } from '@greenroom/contract/file-type'
import type { ReactNode } from 'react'
import { pictureSource } from '../../../lib/api/stored-file.ts'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { Picture } from '../../../ui/picture.tsx'
import classes from './image-field.module.css'

interface ImageFieldProps {
  label: string
  /** The picture picked here; null when there is none. */
  file: File | null
  /** URL of the stored picture, shown until another is picked. */
  stored: string | null
  onPick: (file: File) => void
  onRemove?: () => void
  required?: boolean
  error?: ReactNode
  /** false where the section already says what is accepted. */
  withHint?: boolean
}

/** A field for one picture: png, jpg or webp of at most 100 MB (LIM-04). */
export function ImageField({ label, stored, withHint = true, ...rest }: ImageFieldProps) {
  return (
    <FileDrop
      {...rest}
      label={label}
      saved={stored === null ? null : { name: label, picture: pictureSource(stored) }}
      accept={accepted}
      refuse={refusalOf}
      hint={withHint ? 'JPG, PNG or WEBP, up to 100 MB' : undefined}
    />
  )
}

/** A stored picture in the question about an edit conflict. */
export function StoredImage({ url, alt }: { url: string; alt: string }) {
  return (
    <Picture
      className={classes.stored}
      source={pictureSource(url)}
      alt={alt}
      width={160}
      height={90}
      fallback={alt}
    />
  )
}

const accepted = extensionsByType(imageRule)

/** Returns the message for a file that is not such a picture. Browsers derive the type from the extension only. */
function refusalOf(file: File): string | undefined {
  if (!imageRule.mediaTypes.includes(file.type)) return imageRule.wrongType
  return sizeRefusal(imageRule, file.size)
}
