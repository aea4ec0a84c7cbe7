import type { CalendarSession } from '@greenroom/contract/sessions/calendar/calendar.schema'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../lib/paths.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { calendarMessages as messages } from './calendar-messages.ts'
import classes from './calendar-month-day.module.css'
import { dayName } from './calendar-names.ts'
import { SessionLine } from './calendar-session.tsx'

/** Max number of sessions in a day of a month; the others are one link. */
const mostLines = 3
/** So many have room for two lines each. */
const mostTall = 2

interface MonthDayProps {
  day: string
  /** Undefined while they load. */
  sessions: readonly CalendarSession[] | undefined
  titles: ReadonlyMap<string, string>
  isToday: boolean
  /** Milliseconds. */
  now: number
  tabIndex: number
}

/** The content of a day of a month: its first sessions, in two lines each where there is room (OQ-663). */
export function MonthDay({ day, sessions, titles, isToday, now, tabIndex }: MonthDayProps) {
  const all = sessions ?? []
  const shown = all.length <= mostLines ? all : all.slice(0, mostLines - 1)
  return (
    <>
      <span className={classes.number} data-today={isToday || undefined} aria-hidden="true">
        {Number(day.slice(8))}
      </span>
      {sessions === undefined && (
        <span className={classes.wait} aria-hidden="true">
          <Skeleton height={14} />
        </span>
      )}
      {all.length > 0 && (
        <ul className={classes.lines}>
          {shown.map((session) => (
            <li key={session._id}>
              <SessionLine
                session={session}
                day={day}
                now={now}
                titles={titles}
                tabIndex={tabIndex}
                isTall={all.length <= mostTall}
              />
            </li>
          ))}
          {shown.length < all.length && (
            <li>
              <Link
                from={paths.calendar}
                to={paths.calendar}
                search={(before) => ({ ...before, view: 'week', day })}
                className={classes.more}
                tabIndex={tabIndex}
              >
                {messages.more(all.length - shown.length)}
                <span className="gr-unseen"> {messages.moreOn(dayName(day))}</span>
              </Link>
            </li>
          )}
        </ul>
      )}
    </>
  )
}
