import type { Icon } from '@tabler/icons-react'
import { pictureSource } from '../../../lib/api/stored-file.ts'
import { Picture } from '../../../ui/picture.tsx'
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

/** The picture of a card, shown whole, or of a dialog. */
export function CardPicture({ banner, icon: SectionIcon, past, wide, className }: CardPictureProps) {
  return (
    <div
      className={className ? `${classes.frame} ${className}` : classes.frame}
      data-past={past || undefined}
      data-wide={wide || undefined}
    >
      <Picture
        className="gr-layer"
        source={banner ? pictureSource(banner) : null}
        alt=""
        width={178}
        height={100}
        sizes={wide ? '(max-width: 720px) 100vw, 800px' : '(max-width: 720px) 96px, 178px'}
        fallback={<SectionIcon size={28} stroke={1.5} aria-hidden="true" />}
      />
    </div>
  )
}
