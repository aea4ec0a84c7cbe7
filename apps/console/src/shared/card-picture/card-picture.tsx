import { type ReactNode, useState } from 'react'
import { fileAddress } from '../../lib/api/stored-file.ts'
import classes from './card-picture.module.css'

interface CardPictureProps {
  /** The banner's path on the API, or its URL; null when there is none. */
  banner: string | null
  /** The section's icon, shown if there is no picture. */
  icon: ReactNode
  className?: string
}

/** The banner of a card. Shows the section's icon if there is none or it cannot be loaded. */
export function CardPicture({ banner, icon, className }: CardPictureProps) {
  const [failed, setFailed] = useState<string>()
  return (
    <div className={className ? `${classes.frame} ${className}` : classes.frame}>
      {banner === null || banner === '' || banner === failed ? (
        icon
      ) : (
        <img
          className={classes.picture}
          src={fileAddress(banner)}
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
