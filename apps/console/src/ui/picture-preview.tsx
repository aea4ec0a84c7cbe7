import { IconPhotoOff } from '@tabler/icons-react'
import { Picture, type PictureSource } from './picture.tsx'
import classes from './picture-preview.module.css'

interface PicturePreviewProps {
  source: PictureSource
  /** Empty if the name is shown next to it. */
  alt: string
  title?: string
  /** Shown when the browser cannot render the picture. */
  caption: string
}

/** A preview that shows the whole picture in its frame. A file that is not a picture is shown as an icon with a caption. */
export function PicturePreview({ caption, title, ...picture }: PicturePreviewProps) {
  return (
    <Picture
      {...picture}
      className={classes.picture}
      title={title}
      width={400}
      height={225}
      fallback={
        <span className={classes.missing} title={title}>
          <IconPhotoOff size={20} stroke={1.5} aria-hidden="true" />
          <span className={classes.caption}>{caption}</span>
        </span>
      }
    />
  )
}
