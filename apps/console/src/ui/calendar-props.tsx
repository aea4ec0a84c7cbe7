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
