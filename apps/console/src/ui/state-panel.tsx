import { type Icon, IconAlertTriangle, IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './state-panel.module.css'

interface StatePanelProps {
  /** empty: there is nothing yet; error: it could not be loaded; no-match: a filter finds nothing. */
  kind: 'empty' | 'error' | 'no-match'
  /** The sentence of the specification. */
  title: string
  /** One line: what that means, or what was not harmed. */
  help?: ReactNode
  /** The one sensible thing to do. */
  action?: ReactNode
  /** The section's icon, for an empty list. */
  icon?: Icon | undefined
}

/** Says why there is nothing to show in the place of a list or a record. */
export function StatePanel({ kind, title, help, action, icon }: StatePanelProps) {
  const Shown = kind === 'error' ? IconAlertTriangle : (icon ?? IconSearch)
  return (
    <div className={classes.panel} role={kind === 'error' ? 'alert' : 'status'}>
      <span className={classes.tile}>
        <Shown size={20} stroke={1.5} aria-hidden="true" />
      </span>
      <p className={classes.title}>{title}</p>
      {help && <p className={classes.help}>{help}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}
