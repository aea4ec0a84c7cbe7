import type { Icon } from '@tabler/icons-react'
import { useState } from 'react'
import { fileAddress } from '../../lib/api/stored-file.ts'
import classes from './card-picture.module.css'

interface CardPictureProps {
  /** The banner's path on the API, or its URL; null when there is none. */
  banner: string | null
  /** The section's icon: shown when there is no picture, or when its file is missing. */
  icon: Icon
  /** Greys the picture out (MC-08). */
  past?: boolean | undefined
  /** As wide as its dialog. */
  wide?: boolean
  className?: string | undefined
}

/** The picture of a card. */
export function CardPicture({ banner, icon: SectionIcon, past, wide, className }: CardPictureProps) {
  const [failed, setFailed] = useState<string>()
  return (
    <div
      className={className ? `${classes.frame} ${className}` : classes.frame}
      data-past={past || undefined}
      data-wide={wide || undefined}
    >
      {banner === null || banner === '' || banner === failed ? (
        <SectionIcon size={28} stroke={1.5} aria-hidden="true" />
      ) : (
        <img
          className="gr-layer"
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
