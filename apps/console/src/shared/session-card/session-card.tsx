import { type Icon, IconCalendar, IconPencil } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatCardTime } from '../../lib/dates.ts'
import parts from '../../ui/card-parts.module.css'
import { CardFoot } from '../../ui/card-parts.tsx'
import iconButton from '../../ui/icon-button.module.css'
import { PictureCard } from '../../ui/picture-card.tsx'
import { CardPicture } from '../card-picture/card-picture.tsx'
import classes from './session-card.module.css'

interface SessionCardProps {
  title: string
  /** The banner's path on the API, or its URL; null when there is none. */
  banner: string | null
  /** The section's icon, for a session without a picture. */
  icon: Icon
  /** ISO 8601. */
  start: string
  past: boolean
  /** Target of the pencil; undefined if the session cannot be edited. */
  edit: LinkProps | undefined
  onOpen: () => void
  /** Called on hover and focus of an element that opens a dialog: prefetch its script. */
  onIntent: () => void
  /** Content below the hairline. */
  children: ReactNode
  foot?: ReactNode
}

/** The card of a masterclass, an event or a webinar: picture, title that opens the details, start, and a pencil. */
export function SessionCard({
  title,
  banner,
  icon,
  start,
  past,
  edit,
  onOpen,
  onIntent,
  children,
  foot,
}: SessionCardProps) {
  return (
    <PictureCard picture={<CardPicture banner={banner} icon={icon} past={past} />}>
      <div className={classes.head}>
        <h2 className={`${parts.name} gr-grow`} data-past={past || undefined}>
          <button
            type="button"
            className={classes.title}
            onClick={onOpen}
            onPointerEnter={onIntent}
            onFocus={onIntent}
          >
            {title}
          </button>
        </h2>
        {edit && (
          <Link {...edit} className={`${iconButton.button} ${classes.edit}`} aria-label="Edit" title="Edit">
            <IconPencil size={15} stroke={1.5} aria-hidden="true" />
          </Link>
        )}
      </div>
      <p className={classes.when}>
        <IconCalendar size={15} stroke={1.5} aria-hidden="true" />
        <time dateTime={start}>{formatCardTime(start)}</time>
      </p>
      <div className={parts.ruled}>{children}</div>
      {foot && <CardFoot>{foot}</CardFoot>}
    </PictureCard>
  )
}
