import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../../../lib/paths.ts'
import classes from './person-link.module.css'

interface PersonLinkProps {
  /** A record that names the person: `order.<id>`, or the id of an account; null for somebody without both. */
  person: string | null
  /** The name. Nothing is linked without one: a link needs a text. */
  children: ReactNode
  title?: string | undefined
  className?: string | undefined
}

/** A person's name, which leads to their page (OQ-471). It looks like text until it is pointed at. */
export function PersonLink({ person, children, title, className }: PersonLinkProps) {
  if (person === null || children === '') {
    return (
      <span title={title} className={className}>
        {children}
      </span>
    )
  }
  return (
    <Link {...paths.person(person)} title={title} className={`${classes.link} ${className ?? ''}`}>
      {children}
    </Link>
  )
}
