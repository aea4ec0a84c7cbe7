import { DatePickerInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useId } from 'react'
import { calendarProps } from './calendar-props.ts'
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
      {...calendarProps}
      rightSectionPointerEvents="none"
      rightSection={<IconCalendar size={15} stroke={1.5} aria-hidden="true" />}
    />
  )
}
