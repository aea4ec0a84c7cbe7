import { isWebAddress } from '@greenroom/contract/field'
import { IconExternalLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import iconButton from '../../ui/icon-button.module.css'
import { CopyValue } from '../copy-value/copy-value.tsx'
import classes from './card-facts.module.css'

/**
 * The facts of a card: each has an icon, a name, a value and actions.
 * @param wide makes room for longer names
 */
export function CardFacts({ wide, children }: { wide?: boolean; children: ReactNode }) {
  return (
    <dl className={classes.facts} data-wide={wide || undefined}>
      {children}
    </dl>
  )
}

interface CardFactProps {
  /** 15 px. */
  icon: ReactNode
  label: string
  /**
   * An id wraps, a text is truncated with an ellipsis, a number does neither, a list takes as many lines as it needs.
   */
  kind?: 'text' | 'id' | 'number' | 'list'
  /** The full value, where it may be truncated. */
  title?: string
  actions?: ReactNode
  children: ReactNode
}

/** One fact. Its actions appear on hover and focus, and always on touch devices. */
export function CardFact({ icon, label, kind = 'text', title, actions, children }: CardFactProps) {
  return (
    <div className={classes.fact}>
      <dt>
        {icon}
        {label}
      </dt>
      <dd className={classes.value} data-kind={kind} title={title}>
        {children}
      </dd>
      {actions && <dd className={classes.actions}>{actions}</dd>}
    </div>
  )
}

interface FactCopyProps {
  value: string
  /** What is copied: "Email". */
  what: string
  /** Name of the record. */
  of: string
}

/** Copies a fact and shows a toast. */
export function FactCopy({ value, what, of }: FactCopyProps) {
  return (
    <CopyValue
      value={value}
      label={`Copy ${what} of ${of}`}
      copied={`${what} copied`}
      className={classes.action}
    />
  )
}

/** Opens a URL: a web page in a new tab, another scheme in its app. */
export function FactOpen({ href, label }: { href: string; label: string }) {
  return (
    <a
      href={href}
      // The app handles the URL, and a new tab would stay open and empty.
      target={isWebAddress(href) ? '_blank' : undefined}
      rel="noopener noreferrer"
      aria-label={label}
      title={label}
      className={`${iconButton.button} ${classes.action}`}
    >
      <IconExternalLink size={15} stroke={1.5} aria-hidden="true" />
    </a>
  )
}

/** A placeholder for no value; an en dash by default. */
export function NoFact({ children = '–' }: { children?: string }) {
  return <span className={classes.none}>{children}</span>
}
