import { IconPencil } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
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

interface CardOpenerProps extends ComponentProps<'button'> {
  children: string
  /** Truncates a long name with an ellipsis, except on a phone. */
  oneLine?: boolean
  /** Renders it grey. */
  past?: boolean
  /** Called on hover and focus: prefetch the dialog. */
  onIntent: () => void
}

/** The heading of a card as a button that opens the details. */
export function CardOpener({ oneLine, past, onIntent, ...rest }: CardOpenerProps) {
  return (
    <h2 className={classes.name} data-past={past || undefined}>
      <button
        type="button"
        className={classes.opener}
        data-one-line={oneLine || undefined}
        title={oneLine ? rest.children : undefined}
        onPointerEnter={onIntent}
        onFocus={onIntent}
        {...rest}
      />
    </h2>
  )
}

interface CardButtonProps extends ComponentProps<'button'> {
  /** Called on hover and focus: prefetch the dialog. */
  onIntent?: () => void
}

/** A text button of a card. For a link with the same look, use the class `action` of card-parts.module.css. */
export function CardButton({ onIntent, ...rest }: CardButtonProps) {
  return (
    <button type="button" className={classes.action} onPointerEnter={onIntent} onFocus={onIntent} {...rest} />
  )
}

interface CardEditProps {
  link: LinkProps
  /** The accessible name, if it is not the word itself: with the record's name. */
  label?: string
}

/** The pencil of a card: the link to the record's form. */
export function CardEdit({ link, label }: CardEditProps) {
  return (
    <Link {...link} className={classes.action} aria-label={label}>
      {pencil}
    </Link>
  )
}

/** The pencil of a card whose form is a dialog. */
export function CardEditButton({ label, ...rest }: CardButtonProps & { label: string }) {
  return (
    <CardButton aria-label={label} {...rest}>
      {pencil}
    </CardButton>
  )
}

const pencil = (
  <>
    <IconPencil size={15} stroke={1.5} aria-hidden="true" />
    Edit
  </>
)

interface CardLinkProps {
  name: string
  /** A web address; if undefined, the name is plain text. */
  href: string | undefined
  /** Tooltip; the address by default. */
  title?: string
  /** For example a copy button. */
  children?: ReactNode
}

/** A link of a card that opens in a new tab, with its copy button. */
export function CardLink({ name, href, title = href, children }: CardLinkProps) {
  return (
    <span className={classes.link}>
      {href === undefined ? (
        <span title={title}>{name}</span>
      ) : (
        <a href={href} target="_blank" rel="noopener noreferrer" title={title}>
          {name}
        </a>
      )}
      {children}
    </span>
  )
}
