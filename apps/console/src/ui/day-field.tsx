import { DatePickerInput } from '@mantine/dates'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/dates/styles.layer.css'
import { IconCalendar } from '@tabler/icons-react'
import { useId } from 'react'
import { type DayFieldProps, dayFormat, formatDay } from './day-field-props.ts'

/** A day with its calendar. Screens use LazyDayField, which loads this on first use. */
export function DayField({ label, value, onChange, min, max, className }: DayFieldProps) {
  const id = useId()
  return (
    <DatePickerInput
      className={className}
      label={label}
      aria-label={`${label}: ${formatDay(value)}`}
      // The calendar is labelled by the element with this id.
      id={id}
      popoverProps={{ id, returnFocus: true }}
      value={value}
      onChange={(picked) => picked !== null && onChange(picked)}
      valueFormat={dayFormat}
      minDate={min}
      maxDate={max}
      firstDayOfWeek={1}
      weekendDays={[]}
      hideOutsideDates
      ariaLabels={{
        nextMonth: 'Next month',
        previousMonth: 'Previous month',
        nextYear: 'Next year',
        previousYear: 'Previous year',
        nextDecade: 'Next decade',
        previousDecade: 'Previous decade',
      }}
      rightSectionPointerEvents="none"
      rightSection={<IconCalendar size={15} stroke={1.5} aria-hidden="true" />}
    />
  )
}
