import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './field-hint.module.css'

interface FieldHintProps {
  tone?: 'info' | 'warn'
  /** Keeps room for two lines where a longer text may replace this one. */
  lines?: 1 | 2
  children: ReactNode
}

/** A non-blocking line below a field. Pass it as the description of an input. */
export function FieldHint({ tone = 'info', lines = 1, children }: FieldHintProps) {
  const Icon = tone === 'warn' ? IconAlertTriangle : IconInfoCircle
  return (
    <span className={classes.hint} data-tone={tone} data-lines={lines}>
      <Icon size={14} stroke={1.5} aria-hidden="true" />
      <span>{children}</span>
    </span>
  )
}
