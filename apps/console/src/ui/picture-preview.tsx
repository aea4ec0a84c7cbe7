import { IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './picture-preview.module.css'

interface PicturePreviewProps {
  src: string
  /** Empty if the name is shown next to it. */
  alt: string
  title?: string
  /** Shown when the browser cannot render the picture. */
  caption: string
}

/** A preview that fills its frame. A file that is not a picture is shown as an icon with a caption. */
export function PicturePreview({ src, alt, title, caption }: PicturePreviewProps) {
  const [failed, setFailed] = useState<string>()
  if (src !== failed) {
    return <img className="gr-cover" src={src} alt={alt} title={title} onError={() => setFailed(src)} />
  }
  return (
    <span className={classes.missing} title={title}>
      <IconPhotoOff size={20} stroke={1.5} aria-hidden="true" />
      <span className={classes.caption}>{caption}</span>
    </span>
  )
}
