import { isWebAddress } from '@greenroom/contract/field'
import { IconExternalLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import iconButton from '../../ui/icon-button.module.css'
import { CopyValue } from '../copy-value/copy-value.tsx'
import classes from './card-facts.module.css'

/**
 * The facts of a card: each with its icon and name, its value, and what can be done with it.
 * @param wide gives longer names more room
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
  /** An id wraps, a text ends in an ellipsis, a number does neither, a list takes the lines that it needs. */
  kind?: 'text' | 'id' | 'number' | 'list'
  /** The whole value, where it may be cut. */
  title?: string
  actions?: ReactNode
  children: ReactNode
}

/** One fact; its actions appear under a pointer and on focus, on touch always. */
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
  /** Whose it is. */
  of: string
}

/** Copies a fact and says so. */
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

/** Opens a fact that is an address: a web page in a window of its own, another scheme in its app. */
export function FactOpen({ href, label }: { href: string; label: string }) {
  return (
    <a
      href={href}
      // An app takes the address over, and an empty window would stay behind.
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

/** No value: by default an en dash. */
export function NoFact({ children = '–' }: { children?: string }) {
  return <span className="gr-faint">{children}</span>
}
