import type { CalendarSession } from '@greenroom/contract/sessions/calendar/calendar.schema'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { businessTimeZone } from '../../../lib/dates.ts'
import { type CalendarView, targetOf } from './calendar-days.ts'
import classes from './calendar-grid.module.css'
import { calendarMessages as messages } from './calendar-messages.ts'
import { MonthDay } from './calendar-month-day.tsx'
import { dayName, weekdayName } from './calendar-names.ts'
import { HourScale, WeekDayHours } from './calendar-week-day.tsx'
import { shownHours, type WeekDay, weekDay } from './calendar-week-layout.ts'

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
export function CalendarGrid({ weeks, byDay, label, today, onMove, ...props }: CalendarGridProps) {
  const { view, day, titles, now } = props
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

  const cellFor = (one: string, content: ReactNode) => (
    <DayCell
      key={one}
      day={one}
      isOutside={view === 'month' && one.slice(0, 7) !== day.slice(0, 7)}
      isToday={one === today}
      isCurrent={one === current}
      count={byDay?.get(one)?.length ?? 0}
      onFocus={() => setChosen(one)}
    >
      {content}
    </DayCell>
  )
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
            {view === 'week' && <td className={classes.corner} aria-hidden="true" />}
            {(weeks[0] ?? []).map((one) => (
              <th
                key={one}
                scope="col"
                aria-label={view === 'week' ? dayName(one) : weekdayName(one, 'long')}
                className={classes.weekday}
                data-today={(view === 'week' && one === today) || undefined}
              >
                {weekdayName(one, 'short')}
                {view === 'week' && <span className={classes.date}>{Number(one.slice(8))}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {view === 'week' ? (
            <WeekRow days={days} byDay={byDay} titles={titles} today={today} now={now} cellFor={cellFor} />
          ) : (
            weeks.map((week) => (
              <tr key={week[0]}>
                {week.map((one) =>
                  cellFor(
                    one,
                    <MonthDay
                      day={one}
                      sessions={byDay?.get(one)}
                      titles={titles}
                      isToday={one === today}
                      now={now}
                      tabIndex={one === current ? 0 : -1}
                    />,
                  ),
                )}
              </tr>
            ))
          )}
        </tbody>
      </table>
    </>
  )
}

interface WeekRowProps extends Pick<CalendarGridProps, 'byDay' | 'titles' | 'today' | 'now'> {
  days: readonly string[]
  cellFor: (day: string, content: ReactNode) => ReactNode
}

function WeekRow({ days, byDay, titles, today, now, cellFor }: WeekRowProps) {
  const zone = businessTimeZone()
  const contents =
    byDay && new Map<string, WeekDay>(days.map((one) => [one, weekDay(byDay.get(one) ?? [], one, zone)]))
  const all = [...(contents?.values() ?? [])]
  const hours = shownHours(all)
  const longest = Math.max(0, ...all.map(({ long }) => long.length))
  return (
    <tr>
      <td className={classes.scale} aria-hidden="true">
        <HourScale hours={contents && hours} longest={longest} />
      </td>
      {days.map((one) =>
        cellFor(
          one,
          <WeekDayHours
            day={one}
            content={contents?.get(one)}
            hours={hours}
            longest={longest}
            titles={titles}
            isToday={one === today}
            now={now}
          />,
        ),
      )}
    </tr>
  )
}

interface DayCellProps {
  day: string
  /** Whether it belongs to another month. */
  isOutside: boolean
  isToday: boolean
  isCurrent: boolean
  /** The number of its sessions. */
  count: number
  onFocus: () => void
  children: ReactNode
}

function DayCell({ day, isOutside, isToday, isCurrent, count, onFocus, children }: DayCellProps) {
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the days of a grid have the focus
      role="gridcell"
      tabIndex={isCurrent ? 0 : -1}
      data-day={day}
      data-outside={isOutside || undefined}
      className={classes.day}
      aria-current={isToday ? 'date' : undefined}
      onFocus={onFocus}
    >
      <span className="gr-unseen">{`${dayName(day)}, ${messages.count(count)}`}</span>
      {children}
    </td>
  )
}
