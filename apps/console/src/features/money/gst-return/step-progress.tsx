import type { GstMonth } from '@greenroom/contract/money/gst-return/gst-return.schema'
import { monthPageMessages as messages } from './month-messages.ts'
import { monthSteps, progressOf, statesOf } from './month-steps.ts'
import classes from './step-progress.module.css'

/** How many steps of a month are done, as a bar with a segment for each and in words. */
export function StepProgress({ month }: { month: GstMonth }) {
  const states = statesOf(month)
  return (
    <span className={classes.progress}>
      <span className={classes.bar} aria-hidden="true">
        {monthSteps.map((step) => (
          <span key={step} data-state={states[step]} />
        ))}
      </span>
      <span className="gr-small gr-nowrap">{messages.progress(progressOf(month), monthSteps.length)}</span>
    </span>
  )
}
