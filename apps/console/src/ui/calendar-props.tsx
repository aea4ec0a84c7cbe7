import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/dates/styles.layer.css'
import { IconCalendar } from '@tabler/icons-react'
import { useId } from 'react'

/** Returns the props that every field with a calendar shares. */
export function useCalendarProps() {
  // The calendar is labelled by the element with this id.
  const id = useId()
  return {
    id,
    popoverProps: { id, returnFocus: true },
    rightSection: <IconCalendar size={15} stroke={1.5} aria-hidden="true" />,
    rightSectionPointerEvents: 'none' as const,
    firstDayOfWeek: 1 as const,
    weekendDays: [] as never[],
    hideOutsideDates: true,
    ariaLabels: {
      nextMonth: 'Next month',
      previousMonth: 'Previous month',
      nextYear: 'Next year',
      previousYear: 'Previous year',
      nextDecade: 'Next decade',
      previousDecade: 'Previous decade',
    },
  }
}

/**
 * Returns the props of a calendar that marks another today than the library, which takes the viewer's.
 * @param today YYYY-MM-DD
 */
export function todayProps(today: string) {
  return {
    highlightToday: true,
    // The library's types have no null, but it drops what is undefined.
    getDayProps: (day: string) => ({ 'data-today': (day === today || null) as true }),
  }
}
