import { sessionKinds } from '@greenroom/contract/sessions/calendar/calendar.schema'
import classes from './calendar-legend.module.css'
import { kindLabels, calendarMessages as messages, stateLabels } from './calendar-messages.ts'
import { clashIcon, KindEdge } from './calendar-session.tsx'

/** What the edges, borders and marks of sessions mean (OQ-663). */
export function CalendarLegend() {
  return (
    <ul className={classes.legend} aria-label={messages.legend}>
      {sessionKinds.map((kind) => (
        <li key={kind}>
          <span className={classes.swatch}>
            <KindEdge kind={kind} />
          </span>
          {kindLabels[kind]}
        </li>
      ))}
      <li>
        <span className={classes.swatch} data-state="draft" />
        {stateLabels.draft}
      </li>
      <li>
        {clashIcon}
        {messages.clash}
      </li>
    </ul>
  )
}
