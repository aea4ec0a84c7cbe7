import { IconCalendarMonth } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../lib/paths.ts'
import light from '../../../ui/light-button.module.css'

/** The way from a list of sessions to the calendar of all of them (OQ-511). */
export function CalendarLink() {
  return (
    <Link to={paths.calendar} className={light.button}>
      <IconCalendarMonth size={16} stroke={1.5} aria-hidden="true" />
      Calendar
    </Link>
  )
}
