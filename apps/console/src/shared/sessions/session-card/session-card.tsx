import type { Icon } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatCardTime } from '../../../lib/dates.ts'
import { CardOpener } from '../../../ui/card-parts.tsx'
import { CardFacts, RecordCard } from '../../../ui/record-card.tsx'
import { CardEdit } from '../../record/card-edit/card-edit.tsx'
import { CardPicture } from '../../record/card-picture/card-picture.tsx'

interface SessionCardProps {
  id: string
  title: string
  /** The banner's path on the API, or its URL; null when there is none. */
  banner: string | null
  /** The section's icon, for a session without a picture. */
  icon: Icon
  /** ISO 8601. */
  start: string
  past: boolean
  price: ReactNode
  /** Who and where, after the start. */
  facts: readonly ReactNode[]
  /** Target of the pencil; undefined if the session cannot be edited. */
  edit: LinkProps | undefined
  onOpen: () => void
  /** Called on hover and focus of an element that opens a dialog: prefetch its script. */
  onIntent: () => void
  /** Links and badges. */
  children?: ReactNode
  figure?: ReactNode
  /** The share of the seats that is taken, from 0 to 1. */
  share?: number | undefined
  /** Further actions, before the pencil. */
  actions?: ReactNode
  /** Rarer actions, after it. */
  more?: ReactNode
}

/** The card of a masterclass, an event or a webinar: its title opens the details. */
export function SessionCard({
  id,
  title,
  banner,
  icon,
  start,
  past,
  price,
  facts,
  edit,
  onOpen,
  onIntent,
  children,
  figure,
  share,
  actions,
  more,
}: SessionCardProps) {
  return (
    <RecordCard
      record={id}
      picture={<CardPicture banner={banner} icon={icon} past={past} />}
      name={
        <CardOpener past={past} onClick={onOpen} onIntent={onIntent}>
          {title}
        </CardOpener>
      }
      aside={price}
      facts={
        <CardFacts>
          <time dateTime={start}>{formatCardTime(start)}</time>
          {facts}
        </CardFacts>
      }
      figure={figure}
      share={share}
      actions={
        (actions || edit || more) && (
          <>
            {actions}
            {edit && <CardEdit link={edit} />}
            {more}
          </>
        )
      }
    >
      {children}
    </RecordCard>
  )
}
