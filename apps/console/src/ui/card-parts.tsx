import { IconPencil } from '@tabler/icons-react'
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
  /** Renders it grey. */
  past?: boolean
  /** Called on hover and focus: prefetch the dialog. */
  onIntent: () => void
}

/** The heading of a card as a button that opens the details: in one line, except on a phone. */
export function CardOpener({ past, onIntent, ...rest }: CardOpenerProps) {
  return (
    <h2 className={classes.name} data-past={past || undefined}>
      <button
        type="button"
        className={classes.opener}
        title={rest.children}
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

/** The pencil and the word of every control that edits a record. */
export function EditLabel() {
  return (
    <>
      <IconPencil size={15} stroke={1.5} aria-hidden="true" />
      Edit
    </>
  )
}

/** The pencil of a card whose form is a dialog. */
export function CardEditButton({ label, ...rest }: CardButtonProps & { label: string }) {
  return (
    <CardButton aria-label={label} {...rest}>
      <EditLabel />
    </CardButton>
  )
}

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
