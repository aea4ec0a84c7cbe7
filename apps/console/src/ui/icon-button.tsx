import type { ComponentProps, ReactNode } from 'react'
import classes from './icon-button.module.css'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'title' | 'children'> {
  /** What it does: its accessible name and its tooltip. */
  label: string
  icon: ReactNode
  /** On the sidebar's darker ground the hover needs a stronger fill. */
  ground?: 'surface' | 'canvas'
  tone?: 'danger'
}

/** A button that is only an icon. */
export function IconButton({
  label,
  icon,
  ground = 'surface',
  tone,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      type={type}
      {...rest}
      aria-label={label}
      title={label}
      data-ground={ground}
      data-tone={tone}
      className={className ? `${classes.button} ${className}` : classes.button}
    >
      {icon}
    </button>
  )
}
