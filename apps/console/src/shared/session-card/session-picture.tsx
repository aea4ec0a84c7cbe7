import type { Icon } from '@tabler/icons-react'
import { useState } from 'react'
import { apiAddress } from '../../lib/api/client.ts'
import classes from './session-picture.module.css'

interface SessionPictureProps {
  /** The banner's path on the API, or its address; null when there is none (OQ-042). */
  banner: string | null
  /** The section's icon, for a session without a picture. */
  icon: Icon
  /** The session is past: the picture is grey (MC-08). */
  past: boolean
  className?: string
}

/** The banner of a session; one without, or whose file is missing, has the section's icon in its place. */
export function SessionPicture({ banner, icon: SectionIcon, past, className }: SessionPictureProps) {
  const [failed, setFailed] = useState<string>()
  return (
    <div
      className={className ? `${classes.frame} ${className}` : classes.frame}
      data-past={past || undefined}
    >
      {banner === null || banner === failed ? (
        <SectionIcon size={28} stroke={1.5} aria-hidden="true" />
      ) : (
        <img
          className={classes.picture}
          src={banner.startsWith('/') ? apiAddress(banner) : banner}
          alt=""
          loading="lazy"
          decoding="async"
          width={400}
          height={300}
          onError={() => setFailed(banner)}
        />
      )}
    </div>
  )
}
