import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/dates/styles.layer.css'

/** Props shared by every calendar. */
export const calendarProps = {
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
