import type { ReactNode } from 'react'
import classes from './card-grid.module.css'

interface CardGridProps {
  /** The accessible name of the cards. */
  label: string | undefined
  children: ReactNode
}

/** A grid of cards: two columns, three on a very wide screen, one on a phone. Its children are RecordCards. */
export function CardGrid({ label, children }: CardGridProps) {
  return (
    <ul className={classes.grid} aria-label={label}>
      {children}
    </ul>
  )
}
