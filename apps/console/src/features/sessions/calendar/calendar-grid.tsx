import type { CalendarSession } from '@greenroom/contract/sessions/calendar/calendar.schema'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { paths } from '../../../lib/paths.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import classes from './calendar.module.css'
import { type CalendarView, targetOf } from './calendar-days.ts'
import { calendarMessages as messages } from './calendar-messages.ts'
import { CalendarEntry } from './calendar-session.tsx'

/** Max number of sessions in a day of a month; the others are one link. */
const mostEntries = 3

interface CalendarGridProps {
  view: CalendarView
  /** The day of the address. */
  day: string
  weeks: readonly (readonly string[])[]
  /** Undefined while the sessions load. */
  byDay: ReadonlyMap<string, readonly CalendarSession[]> | undefined
  titles: ReadonlyMap<string, string>
  /** Name of the month or week. */
  label: string
  today: string
  /** Milliseconds. */
  now: number
  /** Shows the month or week of another day. */
  onMove: (day: string) => void
}

/** The days of a month or a week. Keys as in the grid pattern of the ARIA practices; one day is in the tab order. */
export function CalendarGrid({
  view,
  day,
  weeks,
  byDay,
  titles,
  label,
  today,
  now,
  onMove,
}: CalendarGridProps) {
  const grid = useRef<HTMLTableElement>(null)
  const help = useId()
  const days = weeks.flat()
  const [chosen, setChosen] = useState(day)
  const current = days.includes(chosen) ? chosen : day
  /** The day to focus once its month is shown. */
  const wanted = useRef<string>(undefined)
  const cellOf = (which: string) => grid.current?.querySelector<HTMLElement>(`[data-day="${which}"]`)

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever other days are shown
  useEffect(() => {
    if (wanted.current === undefined) return
    cellOf(wanted.current)?.focus()
    wanted.current = undefined
  }, [days[0], days.length])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-day]')
    if (!cell) return
    if (event.target !== cell) {
      if (event.key === 'Escape') cell.focus()
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter') {
      event.preventDefault()
      cell.querySelector<HTMLElement>('a')?.focus()
      return
    }
    const target = targetOf(event, view, current)
    if (target === undefined) return
    event.preventDefault()
    setChosen(target)
    if (days.includes(target) && !event.key.startsWith('Page')) return cellOf(target)?.focus()
    wanted.current = target
    onMove(target)
    // The same days may be shown again.
    if (days.includes(target)) cellOf(target)?.focus()
  }

  return (
    <>
      <p id={help} className="gr-unseen">
        {messages.keys}
      </p>
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid pattern of the ARIA practices
        role="grid"
        aria-label={label}
        aria-describedby={help}
        aria-busy={byDay === undefined || undefined}
        className={classes.grid}
        data-view={view}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            {(weeks[0] ?? []).map((one) => (
              <th key={one} scope="col" aria-label={weekdayName(one, 'long')} className={classes.weekday}>
                {weekdayName(one, 'short')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                <DayCell
                  key={one}
                  day={one}
                  view={view}
                  isOutside={view === 'month' && one.slice(0, 7) !== day.slice(0, 7)}
                  isToday={one === today}
                  isCurrent={one === current}
                  sessions={byDay?.get(one)}
                  titles={titles}
                  now={now}
                  onFocus={() => setChosen(one)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

interface DayCellProps {
  day: string
  view: CalendarView
  /** Whether it belongs to another month. */
  isOutside: boolean
  isToday: boolean
  isCurrent: boolean
  sessions: readonly CalendarSession[] | undefined
  titles: ReadonlyMap<string, string>
  now: number
  onFocus: () => void
}

function DayCell({ day, view, isOutside, isToday, isCurrent, sessions, titles, now, onFocus }: DayCellProps) {
  const isDetailed = view === 'week'
  const all = sessions ?? []
  const shown = isDetailed || all.length <= mostEntries ? all : all.slice(0, mostEntries - 1)
  const tabIndex = isCurrent ? 0 : -1
  const name = dayName(day)
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the days of a grid have the focus
      role="gridcell"
      tabIndex={tabIndex}
      data-day={day}
      data-outside={isOutside || undefined}
      className={classes.day}
      aria-current={isToday ? 'date' : undefined}
      onFocus={onFocus}
    >
      <span className="gr-unseen">{`${name}, ${messages.count(all.length)}`}</span>
      <span className={classes.number} data-today={isToday || undefined} aria-hidden="true">
        {Number(day.slice(8))}
      </span>
      {sessions === undefined && (
        <span className={classes.wait} aria-hidden="true">
          <Skeleton height={14} />
        </span>
      )}
      {all.length > 0 && (
        <ul className={classes.entries}>
          {shown.map((session) => (
            <li key={session._id}>
              <CalendarEntry
                session={session}
                day={day}
                now={now}
                titles={titles}
                isDetailed={isDetailed}
                tabIndex={tabIndex}
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
                <span className="gr-unseen"> {messages.moreOn(name)}</span>
              </Link>
            </li>
          )}
        </ul>
      )}
    </td>
  )
}

const nameFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Formats a day: Saturday, 5 December 2026. */
export function dayName(day: string): string {
  return nameFormat.format(new Date(`${day}T00:00:00Z`))
}

function weekdayName(day: string, weekday: 'long' | 'short'): string {
  return new Intl.DateTimeFormat('en-GB', { weekday, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}
