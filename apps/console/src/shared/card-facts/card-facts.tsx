import { isWebAddress } from '@greenroom/contract/field'
import { type Icon, IconExternalLink } from '@tabler/icons-react'
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
  icon: Icon
  label: string
  /**
   * An id wraps, a text is truncated with an ellipsis, a number does neither, a list takes as many lines as it needs.
   */
  kind?: 'text' | 'id' | 'number' | 'list'
  /** The full value, where it may be truncated. */
  title?: string
  /** Whose value a copy button copies; without it there is no button. */
  copyOf?: string | undefined
  /** What is copied, where it is not what is shown. */
  copied?: string
  actions?: ReactNode
  children: ReactNode
}

/** One fact. Its actions appear on hover and focus, and always on touch devices. */
export function CardFact({
  icon: FactIcon,
  label,
  kind = 'text',
  title,
  copyOf,
  children,
  copied = String(children),
  actions,
}: CardFactProps) {
  return (
    <div className={classes.fact}>
      <dt>
        <FactIcon size={15} stroke={1.5} aria-hidden="true" />
        {label}
      </dt>
      <dd className={classes.value} data-kind={kind} title={title}>
        {children}
      </dd>
      {(actions || copyOf !== undefined) && (
        <dd className={classes.actions}>
          {copyOf !== undefined && (
            <CopyValue
              value={copied}
              label={`Copy ${label} of ${copyOf}`}
              copied={`${label} copied`}
              className={classes.action}
            />
          )}
          {actions}
        </dd>
      )}
    </div>
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
  return <span className="gr-faint">{children}</span>
}
