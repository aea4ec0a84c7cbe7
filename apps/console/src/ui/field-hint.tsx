import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './field-hint.module.css'

/** A non-blocking line below a field. Pass it as the description of an input. */
export function FieldHint({ tone = 'info', children }: { tone?: 'info' | 'warn'; children: ReactNode }) {
  const Icon = tone === 'warn' ? IconAlertTriangle : IconInfoCircle
  return (
    <span className={classes.hint} data-tone={tone}>
      <Icon size={14} stroke={1.5} aria-hidden="true" />
      <span>{children}</span>
    </span>
  )
}
