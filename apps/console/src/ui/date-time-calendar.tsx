import { DatePicker } from '@mantine/dates'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { useCalendarProps } from './calendar-props.tsx'
import classes from './date-time-calendar.module.css'
import type { ReadDateTime } from './read-date-time.ts'

interface DateTimeCalendarProps {
  /** The name of its field. */
  label: string
  value: ReadDateTime
  /** First day that can be picked, YYYY-MM-DD. */
  min?: string
  /** The day whose month is shown, YYYY-MM-DD. */
  shownDay: string
  /** @param isDone whether both are picked, so that the calendar can close */
  onPick: (picked: ReadDateTime, isDone: boolean) => void
}

const halfHours = Array.from(
  { length: 48 },
  (_, place) => `${String(Math.floor(place / 2)).padStart(2, '0')}:${place % 2 === 0 ? '00' : '30'}`,
)
/** Heights of the sticky bars of a form, in pixels. */
const topBar = 56
const actionBar = 60

/** Where the list begins without a time: the evening, when most sessions are. */
const usual = '17:30'

/** A calendar beside the half hours of a day. A time that is picked after the day closes it. */
export function DateTimeCalendar({ label, value, min, shownDay, onPick }: DateTimeCalendarProps) {
  const { firstDayOfWeek, weekendDays, hideOutsideDates, ariaLabels } = useCalendarProps()
  const times = useRef<HTMLDivElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const nearest = halfHours.findLast((time) => time <= (value.time ?? usual)) ?? usual

  const [isAbove, setIsAbove] = useState(false)

  // Opens at the day and at the time, above the field if there is no room below.
  useLayoutEffect(() => {
    const box = place.current?.getBoundingClientRect()
    const field = place.current?.parentElement?.getBoundingClientRect()
    if (box && field) {
      const isCut = box.bottom > window.innerHeight - actionBar
      setIsAbove(isCut && field.top - box.height > topBar)
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
    >
      <DatePicker
        {...{ firstDayOfWeek, weekendDays, hideOutsideDates, ariaLabels }}
        value={value.day ?? null}
        defaultDate={shownDay}
        {...(min && { minDate: min })}
        onChange={(day) => {
          if (day === null) return
          onPick({ day }, false)
          times.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
        }}
      />
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
            {shown(time)}
          </button>
        ))}
      </div>
    </div>
  )
}

/** 17:30 as 05:30 PM. */
function shown(time: string): string {
  const hours = Number(time.slice(0, 2))
  return `${String(hours % 12 || 12).padStart(2, '0')}${time.slice(2)} ${hours < 12 ? 'AM' : 'PM'}`
}
