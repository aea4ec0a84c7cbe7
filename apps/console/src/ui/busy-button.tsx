import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentProps, MouseEvent } from 'react'
import classes from './busy-button.module.css'
import { Spinner } from './spinner.tsx'

interface BusyButtonProps extends ButtonProps, Omit<ComponentProps<'button'>, keyof ButtonProps | 'ref'> {
  /** While busy, a spinner precedes the unchanged label, and clicks do nothing. */
  busy: boolean
}

/** A button with a busy state, in which it keeps its width, its label and the focus. */
export function BusyButton({ busy, leftSection, size, onClick, children, ...rest }: BusyButtonProps) {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    // The disabled attribute would drop the focus.
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  const spinner = busy && <Spinner size={size === 'xs' ? 11 : 15} />
  return (
    <Button
      {...rest}
      size={size}
      onClick={click}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      leftSection={leftSection && (spinner || leftSection)}
      className={classes.button}
      data-room={!leftSection || undefined}
    >
      {!leftSection && spinner && <span className={classes.spinner}>{spinner}</span>}
      {children}
    </Button>
  )
}

/** For a button at a form: the field keeps the focus, because a message that its blur shows would move the button away. */
export const keepFocus = (event: MouseEvent) => event.preventDefault()

/** The button that submits a form. */
export function SubmitButton(props: BusyButtonProps) {
  return <BusyButton size="md" type="submit" onMouseDown={keepFocus} {...props} />
}
