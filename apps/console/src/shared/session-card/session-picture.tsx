import type { Icon } from '@tabler/icons-react'
import { CardPicture } from '../card-picture/card-picture.tsx'
import classes from './session-picture.module.css'

interface SessionPictureProps {
  /** The banner's path on the API, or its address; null when there is none (OQ-042). */
  banner: string | null
  /** The section's icon, for a session without a picture. */
  icon: Icon
  /** The session is past: the picture is grey (MC-08). */
  past: boolean
  /** As wide as a dialog. */
  wide?: boolean
}

/** The banner of a session; one without, or whose file is missing, has the section's icon in its place. */
export function SessionPicture({ banner, icon: SectionIcon, past, wide }: SessionPictureProps) {
  return (
    <CardPicture
      banner={banner}
      icon={<SectionIcon size={28} stroke={1.5} aria-hidden="true" />}
      className={[wide && classes.wide, past && 'gr-past'].filter(Boolean).join(' ')}
    />
  )
}
