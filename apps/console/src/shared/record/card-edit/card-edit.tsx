import { Link, type LinkProps } from '@tanstack/react-router'
import parts from '../../../ui/card-parts.module.css'
import { EditLabel } from '../../../ui/card-parts.tsx'

interface CardEditProps {
  link: LinkProps
  /** The accessible name, if it is not the word itself: with the record's name. */
  label?: string
}

/** The pencil of a card: the link to the record's form. A card whose form is a dialog has a CardEditButton. */
export function CardEdit({ link, label }: CardEditProps) {
  return (
    <Link {...link} className={parts.action} aria-label={label}>
      <EditLabel />
    </Link>
  )
}
