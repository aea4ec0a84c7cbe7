import { Button, type ButtonProps } from '@mantine/core'
import { type ComponentProps, type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import classes from './busy-button.module.css'
import { Spinner } from './spinner.tsx'

interface BusyButtonProps extends ButtonProps, Omit<ComponentProps<'button'>, keyof ButtonProps | 'ref'> {
  /** While busy, a spinner precedes the unchanged label, and clicks do nothing. */
  busy: boolean
}

/** A button with a busy state, in which it keeps its width and focus. */
export function BusyButton({ busy, leftSection, onClick, children, ...rest }: BusyButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [width, setWidth] = useState<number>()

  // Measure the width while idle, so that the spinner takes up padding instead of pushing neighbours.
  useLayoutEffect(() => {
    if (!busy) setWidth(undefined)
    else setWidth((known) => known ?? restingWidth.get(button.current ?? document.body))
  }, [busy])
  useLayoutEffect(() => {
    if (!busy && button.current)
      restingWidth.set(button.current, button.current.getBoundingClientRect().width)
  })

  const click = (event: MouseEvent<HTMLButtonElement>) => {
    // The disabled attribute would drop the focus.
    if (busy) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <Button
      {...rest}
      ref={button}
      onClick={click}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      leftSection={busy ? <Spinner /> : leftSection}
      className={busy ? classes.busy : undefined}
      style={busy && width ? { width, paddingInline: 0 } : undefined}
    >
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

const restingWidth = new WeakMap<HTMLElement, number>()
