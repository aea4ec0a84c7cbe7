import type { ReactNode } from 'react'
import classes from './card-grid.module.css'

interface CardGridProps {
  /** The accessible name of the cards. */
  label: string | undefined
  children: ReactNode
}

/** A grid of cards: two columns, three on a very wide screen, one on a phone. Its children are CardGridItem. */
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
  /** Adds padding, for a card without a picture. */
  padded?: boolean
}

/** The frame of one card in a CardGrid. All cards of a row have the same height. */
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
