import type { Icon } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import classes from './card-parts.module.css'

interface CardNameProps {
  children: string
  /** Truncates a long name with an ellipsis. */
  oneLine?: boolean
  /** Renders it grey. */
  past?: boolean
}

/** The heading of a card. */
export function CardName({ children, oneLine, past }: CardNameProps) {
  return (
    <h2
      className={oneLine ? `${classes.name} gr-ellipsis` : classes.name}
      title={oneLine ? children : undefined}
      data-one-line={oneLine || undefined}
      data-past={past || undefined}
    >
      {children}
    </h2>
  )
}

/** The buttons at the bottom of a card. */
export function CardFoot({ children }: { children: ReactNode }) {
  return <div className={classes.foot}>{children}</div>
}

interface CardButtonProps extends ComponentProps<'button'> {
  /** Grey, and right-aligned in a card foot. */
  quiet?: boolean
  /** Called on hover and focus: prefetch the dialog. */
  onIntent?: () => void
}

/** A text button of a card. For a link with the same look, use the class `action` of card-parts.module.css. */
export function CardButton({ quiet, onIntent, ...rest }: CardButtonProps) {
  return (
    <button
      type="button"
      className={classes.action}
      data-quiet={quiet || undefined}
      onPointerEnter={onIntent}
      onFocus={onIntent}
      {...rest}
    />
  )
}

interface CardLinkProps {
  icon: Icon
  name: string
  /** A web address; if undefined, the name is plain text. */
  href: string | undefined
  /** Tooltip; the address by default. */
  title?: string
  /** For example a copy button. */
  children?: ReactNode
}

/** A row of a card with a link that opens in a new tab. */
export function CardLink({ icon: LinkIcon, name, href, title = href, children }: CardLinkProps) {
  return (
    <div className={classes.line}>
      <LinkIcon size={15} stroke={1.5} aria-hidden="true" />
      {href === undefined ? (
        <span title={title}>{name}</span>
      ) : (
        <a href={href} target="_blank" rel="noopener noreferrer" title={title}>
          {name}
        </a>
      )}
      {children}
    </div>
  )
}
