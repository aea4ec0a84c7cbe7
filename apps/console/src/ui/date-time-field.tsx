import { DateTimePicker } from '@mantine/dates'
import dayjs from 'dayjs'
import { type ReactNode, useRef, useState } from 'react'
import { useCalendarProps } from './calendar-props.tsx'

export interface DateTimeFieldProps {
  label: string
  /** ISO 8601 in UTC; null while empty. */
  value: string | null
  onChange: (iso: string | null) => void
  /** Earliest day that can be picked. */
  min?: Date
  /** A required value cannot be cleared, only replaced. */
  required: boolean
  error?: ReactNode
  description?: ReactNode
}

const dayFormat = 'YYYY-MM-DD'
const pickerFormat = `${dayFormat} HH:mm:ss`

/**
 * A day and a time in the viewer's zone: 21 Nov 2026, 07:00 PM (LIM-05). A day without a time leaves the value empty
 * and shows an error, where the picker alone would use midnight.
 */
export function DateTimeField({ value, onChange, min, required, error, ...rest }: DateTimeFieldProps) {
  const calendar = useCalendarProps()
  const isClearable = !required && value !== null
  const [isOpen, setIsOpen] = useState(false)
  const [pickedDay, setPickedDay] = useState<string | null>(null)
  // Whether the time inputs of the open picker are filled.
  const hasTime = useRef(false)
  const dayOnly = value === null ? pickedDay : null
  const dayLabel = dayOnly && dayjs(dayOnly).format('D MMM YYYY')

  const take = (picked: string | null) => {
    if (picked === null || hasTime.current) {
      setPickedDay(null)
      // While the value is empty, the picker combines a time with today.
      const moment = picked && dayOnly ? dayOnly + picked.slice(dayFormat.length) : picked
      onChange(moment === null ? null : dayjs(moment).toDate().toISOString())
      return
    }
    setPickedDay(picked.slice(0, dayFormat.length))
    if (value !== null) onChange(null)
  }

  return (
    <DateTimePicker
      {...rest}
      {...calendar}
      error={dayLabel !== null && !isOpen ? `Choose a time for ${dayLabel}.` : error}
      popoverProps={{
        ...calendar.popoverProps,
        onOpen: () => {
          setIsOpen(true)
          hasTime.current = value !== null
        },
      }}
      onDropdownClose={() => setIsOpen(false)}
      required={required}
      value={value === null ? null : dayjs(value).format(pickerFormat)}
      onChange={take}
      getDayProps={(day) => (day === dayOnly ? { selected: true } : {})}
      {...(dayOnly === null ? {} : { defaultDate: dayOnly })}
      valueFormat="D MMM YYYY, hh:mm A"
      placeholder={dayLabel === null ? 'Pick a date and time' : `${dayLabel}, no time yet`}
      minDate={min && dayjs(min).format(pickerFormat)}
      clearable={!required}
      clearButtonProps={{ 'aria-label': 'Clear' }}
      timePickerProps={{
        format: '12h',
        withDropdown: true,
        hoursInputLabel: 'Hours',
        minutesInputLabel: 'Minutes',
        amPmInputLabel: 'AM or PM',
        onChange: (time) => {
          hasTime.current = time !== ''
        },
      }}
      submitButtonProps={{ 'aria-label': 'Use this date and time' }}
      {...(isClearable && { rightSection: undefined, rightSectionPointerEvents: undefined })}
    />
  )
}
