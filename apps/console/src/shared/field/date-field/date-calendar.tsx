import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/dates/styles.layer.css'
import { DatePicker } from '@mantine/dates'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import classes from './date-calendar.module.css'
import { type ReadDateTime, twelveHours } from './read-date-time.ts'

interface DateCalendarProps {
  /** The name of its field. */
  label: string
  value: ReadDateTime
  /** First and last day that can be picked, and the day that is marked as today, YYYY-MM-DD. */
  min: string | undefined
  max: string | undefined
  today: string
  /** Whether half hours are beside the days. */
  hasTime: boolean
  /** The day whose month is shown, YYYY-MM-DD. */
  shownDay: string
  /** @param isDone whether all is picked, so that the calendar can close */
  onPick: (picked: ReadDateTime, isDone: boolean) => void
}

const halfHours = Array.from(
  { length: 48 },
  (_, place) => `${String(Math.floor(place / 2)).padStart(2, '0')}:${place % 2 === 0 ? '00' : '30'}`,
)
/** Heights of the sticky bars of a form, in pixels. */
const topBar = 56
const actionBar = 60
/** Between the calendar and the side of the window, in pixels. */
const margin = 8

/** Where the list begins without a time: the evening, when most sessions are. */
const usual = '17:30'

const ariaLabels = {
  nextMonth: 'Next month',
  previousMonth: 'Previous month',
  nextYear: 'Next year',
  previousYear: 'Previous year',
  nextDecade: 'Next decade',
  previousDecade: 'Previous decade',
}

/** A calendar, for times beside the half hours of a day. A day, or a time that is picked after it, closes it. */
export function DateCalendar(props: DateCalendarProps) {
  const { label, value, min, max, today, hasTime, shownDay, onPick } = props
  const times = useRef<HTMLDivElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const nearest = halfHours.findLast((time) => time <= (value.time ?? usual)) ?? usual

  const [isAbove, setIsAbove] = useState(false)
  const [shift, setShift] = useState(0)

  // Opens at the day and at the time, above the field if there is no room below, and within the window.
  useLayoutEffect(() => {
    const box = place.current?.getBoundingClientRect()
    const field = place.current?.parentElement?.getBoundingClientRect()
    if (box && field) {
      const isCut = box.bottom > window.innerHeight - actionBar
      setIsAbove(isCut && field.top - box.height > topBar)
      setShift(
        Math.max(Math.min(0, document.documentElement.clientWidth - margin - box.right), margin - box.left),
      )
    }
    const list = times.current
    const chosen = list?.querySelector<HTMLElement>('[tabindex="0"]')
    if (list && chosen) list.scrollTop = chosen.offsetTop - list.offsetTop - 28
    place.current?.querySelector<HTMLElement>('[data-selected], [data-today]')?.focus({ preventScroll: true })
  }, [])

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const options = [...event.currentTarget.querySelectorAll('button')]
    const here = options.indexOf(document.activeElement as HTMLButtonElement)
    const next = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: options.length - 1 }[event.key]
    if (next === undefined || !options[next]) return
    event.preventDefault()
    options[next].focus()
  }

  return (
    <div
      ref={place}
      role="dialog"
      aria-label={label}
      className={classes.sides}
      data-above={isAbove || undefined}
      style={{ marginLeft: shift }}
    >
      <DatePicker
        firstDayOfWeek={1}
        weekendDays={[]}
        hideOutsideDates
        ariaLabels={ariaLabels}
        highlightToday
        // The library marks the viewer's today. Its types have no null, but it drops what is undefined.
        getDayProps={(day) => ({ 'data-today': (day === today || null) as true })}
        value={value.day ?? null}
        defaultDate={shownDay}
        {...(min && { minDate: min })}
        {...(max && { maxDate: max })}
        onChange={(picked) => {
          // The library takes a second click on the day as its removal.
          const day = picked ?? value.day
          if (day === undefined) return
          onPick({ day }, !hasTime)
          times.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
        }}
      />
      {hasTime && (
        <div ref={times} role="listbox" aria-label="Time" className={classes.times} onKeyDown={onKeyDown}>
          {halfHours.map((time) => (
            <button
              key={time}
              type="button"
              role="option"
              aria-selected={time === value.time}
              tabIndex={time === nearest ? 0 : -1}
              className={classes.time}
              onClick={() => onPick({ time }, value.day !== undefined)}
            >
              {twelveHours(time)}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
