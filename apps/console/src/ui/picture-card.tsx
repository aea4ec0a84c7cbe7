import type { ReactNode } from 'react'
import { CardGridItem } from './card-grid.tsx'
import classes from './picture-card.module.css'

interface PictureCardProps {
  /** Fills its frame, whatever its own size. */
  picture: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** A card of a CardGrid with a picture beside its content, or above it on a phone. */
export function PictureCard({ picture, className, children }: PictureCardProps) {
  return (
    <CardGridItem className={className ? `${classes.card} ${className}` : (classes.card ?? '')}>
      <div className={classes.picture}>{picture}</div>
      <div className={classes.inside}>{children}</div>
    </CardGridItem>
  )
}
