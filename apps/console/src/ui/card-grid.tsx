import type { ReactNode } from 'react'
import classes from './card-grid.module.css'

interface CardGridProps {
  /** What the cards are, for those who listen. */
  label: string
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

/** One card of a CardGrid: its frame; cards in a row are equally high. */
export function CardGridItem({ children, className }: { children: ReactNode; className?: string }) {
  return <li className={className ? `${classes.card} ${className}` : classes.card}>{children}</li>
}
