import { DateTimePicker } from '@mantine/dates'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/dates/styles.layer.css'
import { IconCalendar } from '@tabler/icons-react'
import dayjs from 'dayjs'
import { type ReactNode, useId } from 'react'

interface DateTimeFieldProps {
  label: ReactNode
  /** ISO 8601 in UTC; null while it is empty. */
  value: string | null
  onChange: (iso: string | null) => void
  onBlur?: () => void
  /** Days before this moment cannot be picked. */
  min?: Date
  required?: boolean
  disabled?: boolean
  /** A required moment cannot be cleared, only replaced. */
  clearable?: boolean
  error?: ReactNode
  description?: ReactNode
  placeholder?: string
}

const pickerFormat = 'YYYY-MM-DD HH:mm:ss'

/** A day and a time of day in the viewer's zone: 21 Nov 2026, 07:00 PM (LIM-05). */
export function DateTimeField({
  value,
  onChange,
  min,
  required,
  clearable = !required,
  placeholder,
  ...rest
}: DateTimeFieldProps) {
  const id = useId()
  return (
    <DateTimePicker
      {...rest}
      // The calendar is named after the element with this id.
      id={id}
      popoverProps={{ id, returnFocus: true }}
      required={required}
      value={value === null ? null : dayjs(value).format(pickerFormat)}
      onChange={(picked) => onChange(picked === null ? null : dayjs(picked).toDate().toISOString())}
      valueFormat="D MMM YYYY, hh:mm A"
      placeholder={placeholder ?? 'Pick a date and time'}
      minDate={min && dayjs(min).format(pickerFormat)}
      clearable={clearable}
      clearButtonProps={{ 'aria-label': 'Clear' }}
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
      timePickerProps={{
        format: '12h',
        withDropdown: true,
        hoursInputLabel: 'Hours',
        minutesInputLabel: 'Minutes',
        amPmInputLabel: 'AM or PM',
      }}
      submitButtonProps={{ 'aria-label': 'Use this date and time' }}
      rightSectionPointerEvents={clearable && value !== null ? undefined : 'none'}
      rightSection={
        clearable && value !== null ? undefined : <IconCalendar size={15} stroke={1.5} aria-hidden="true" />
      }
    />
  )
}
