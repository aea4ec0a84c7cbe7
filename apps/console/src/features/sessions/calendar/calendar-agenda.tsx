import type { CalendarSession } from '@greenroom/contract/sessions/calendar/calendar.schema'
import { Skeleton } from '../../../ui/skeleton.tsx'
import classes from './calendar-agenda.module.css'
import { dayName } from './calendar-names.ts'
import { SessionItem } from './calendar-session.tsx'

interface CalendarAgendaProps {
  days: readonly string[]
  byDay: ReadonlyMap<string, readonly CalendarSession[]> | undefined
  titles: ReadonlyMap<string, string>
  today: string
  /** Milliseconds. */
  now: number
}

/** The days that have sessions, one below the other: the calendar of a phone. */
export function CalendarAgenda({ days, byDay, titles, today, now }: CalendarAgendaProps) {
  if (!byDay) {
    return (
      <div className="gr-stack" aria-hidden="true">
        {[0, 1, 2].map((place) => (
          <Skeleton key={place} height={72} />
        ))}
      </div>
    )
  }
  return days
    .filter((day) => (byDay.get(day) ?? []).length > 0)
    .map((day) => (
      <section key={day} className={classes.day}>
        <h2 className={classes.name} data-today={day === today || undefined}>
          {dayName(day)}
        </h2>
        <ul className="gr-tight">
          {(byDay.get(day) ?? []).map((session) => (
            <li key={session._id}>
              <SessionItem session={session} day={day} now={now} titles={titles} />
            </li>
          ))}
        </ul>
      </section>
    ))
}
