import { DatePickerInput } from '@mantine/dates'
import { todayProps, useCalendarProps } from './calendar-props.tsx'
import { type DayFieldProps, dayFormat, formatDay } from './day-field-props.ts'

/** A day with its calendar. Screens use LazyDayField, which loads this on first use. */
export function DayField({
  label,
  value,
  placeholder = '',
  onChange,
  today,
  min,
  max,
  className,
}: DayFieldProps) {
  return (
    <DatePickerInput
      {...useCalendarProps()}
      {...todayProps(today)}
      className={className}
      label={label}
      aria-label={`${label}: ${value === '' ? placeholder : formatDay(value)}`}
      value={value || null}
      placeholder={placeholder}
      onChange={(picked) => picked !== null && onChange(picked)}
      valueFormat={dayFormat}
      minDate={min}
      maxDate={max}
      defaultDate={max !== undefined && max < today ? max : today}
    />
  )
}
