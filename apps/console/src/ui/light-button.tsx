import type { ComponentProps, ReactNode } from 'react'
import classes from './light-button.module.css'
import { Spinner } from './spinner.tsx'

interface LightButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  /** Shown before the label; a spinner replaces it while the button is busy. */
  icon?: ReactNode
  /** While busy, clicks do nothing. Pass false while idle: a button without an icon keeps room for the spinner. */
  busy?: boolean
  /** The main action. */
  primary?: boolean
}

/**
 * A button in plain CSS, for lists: the library's button alone would cost the first load 11 KB. A link looks the same with
 * the class `button` of light-button.module.css.
 */
export function LightButton({
  icon,
  busy,
  primary,
  onClick,
  className,
  children,
  ...rest
}: LightButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className={className ? `${classes.button} ${className}` : classes.button}
      data-primary={primary || undefined}
      data-room={(busy !== undefined && !icon) || undefined}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        // The disabled attribute would drop the focus.
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy ? (
        <span className={classes.spinner}>
          <Spinner size={16} />
        </span>
      ) : (
        icon
      )}
      {children}
    </button>
  )
}
