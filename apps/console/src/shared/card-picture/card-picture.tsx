import { type ReactNode, useState } from 'react'
import { fileAddress } from '../../lib/api/stored-file.ts'

interface CardPictureProps {
  /** The banner's path on the API, or its address; null when there is none. */
  banner: string | null
  /** Stands in for a picture that is not there: the section's icon. */
  icon: ReactNode
  className?: string
}

/** The banner of a card; one without, or whose file is missing, has the section's icon in its place. */
export function CardPicture({ banner, icon, className }: CardPictureProps) {
  const [failed, setFailed] = useState<string>()
  return (
    <div className={className ? `gr-frame ${className}` : 'gr-frame'}>
      {banner === null || banner === '' || banner === failed ? (
        icon
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
