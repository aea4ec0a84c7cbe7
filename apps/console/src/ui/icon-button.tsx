import type { ComponentProps, ReactNode } from 'react'
import classes from './icon-button.module.css'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  /** Accessible name, and the tooltip unless `title` is another. */
  label: string
  icon: ReactNode
  /** The darker sidebar needs a stronger hover fill. */
  ground?: 'surface' | 'canvas'
  tone?: 'danger'
}

/** A button that shows only an icon. */
export function IconButton({
  label,
  icon,
  ground = 'surface',
  tone,
  className,
  title = label,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      type={type}
      {...rest}
      aria-label={label}
      title={title}
      data-ground={ground}
      data-tone={tone}
      className={className ? `${classes.button} ${className}` : classes.button}
    >
      {icon}
    </button>
  )
}
