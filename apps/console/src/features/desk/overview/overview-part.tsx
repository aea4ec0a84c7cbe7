import { type ReactNode, useId } from 'react'
import classes from './overview-part.module.css'

interface OverviewPartProps {
  title: string
  /** What the numbers mean, beside the title. */
  help?: string
  /** Controls beside the title. */
  actions?: ReactNode
  children: ReactNode
}

/** A part of the overview with its heading. */
export function OverviewPart({ title, help, actions, children }: OverviewPartProps) {
  const heading = useId()
  return (
    <section className={classes.part} aria-labelledby={heading}>
      <div className={classes.head}>
        <h2 id={heading} className="gr-heading gr-bold">
          {title}
        </h2>
        {help !== undefined && <p className={classes.help}>{help}</p>}
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {children}
    </section>
  )
}
