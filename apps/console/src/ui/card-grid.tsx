import type { ReactNode } from 'react'
import classes from './card-grid.module.css'

interface CardGridProps {
  /** The accessible name of the cards. */
  label: string | undefined
  children: ReactNode
}

/** Cards in two columns, three on a very wide screen, one on a phone; its children are CardGridItem. */
export function CardGrid({ label, children }: CardGridProps) {
  return (
    <ul className={classes.grid} aria-label={label}>
      {children}
    </ul>
  )
}

interface CardGridItemProps {
  children: ReactNode
  className?: string
  /** Pads a card that has no picture. */
  padded?: boolean
}

/** One card of a CardGrid: its frame. The cards of a row are equally high. */
export function CardGridItem({ children, className, padded }: CardGridItemProps) {
  return (
    <li
      className={className ? `${classes.card} ${className}` : classes.card}
      data-padded={padded || undefined}
    >
      {children}
    </li>
  )
}
