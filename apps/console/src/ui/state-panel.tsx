import { type Icon, IconAlertTriangle, IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './state-panel.module.css'

interface StatePanelProps {
  /** empty: there are no records yet; error: loading failed; no-match: the filter matches nothing. */
  kind: 'empty' | 'error' | 'no-match'
  /** The specification's message. */
  title: string
  /** One line: what that means, or what is unaffected. */
  help?: ReactNode
  /** The most useful action. */
  action?: ReactNode
  /** The section's icon, for an empty list. */
  icon?: Icon | undefined
}

/** Replaces a list or a record that has nothing to show, and says why. */
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
