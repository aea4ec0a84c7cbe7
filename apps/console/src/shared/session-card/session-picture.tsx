import type { Icon } from '@tabler/icons-react'
import { CardPicture } from '../card-picture/card-picture.tsx'
import classes from './session-picture.module.css'

interface SessionPictureProps {
  /** The banner's path on the API, or its URL; null when there is none (OQ-042). */
  banner: string | null
  /** The section's icon, for a session without a picture. */
  icon: Icon
  /** Renders the picture of a past session grey (MC-08). */
  past: boolean
  className?: string
}

/** The banner of a session. Shows the section's icon if there is none or it cannot be loaded. */
export function SessionPicture({ banner, icon: SectionIcon, past, className = '' }: SessionPictureProps) {
  return (
    <CardPicture
      banner={banner}
      icon={<SectionIcon size={28} stroke={1.5} aria-hidden="true" />}
      className={past ? `${className} ${classes.past}` : className}
    />
  )
}
