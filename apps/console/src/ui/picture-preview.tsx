import { IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './picture-preview.module.css'

interface PicturePreviewProps {
  src: string
  /** Empty where the name stands beside it. */
  alt: string
  title?: string
  /** What stands in its place when the browser cannot draw it: its name, or words where the name stands beside it. */
  caption: string
}

/** A picture of a form, that fills its place; for one whose bytes are no picture an icon and its name stand there. */
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
