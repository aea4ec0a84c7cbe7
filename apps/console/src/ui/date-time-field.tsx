import { TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import classes from './date-time-field.module.css'
import { formatDay } from './day-field-props.ts'
import { IconButton } from './icon-button.tsx'
import { lazyPart } from './lazy-part.ts'
import { PartBoundary } from './part-boundary.tsx'
import { type ReadDateTime, readDateTime } from './read-date-time.ts'

const DateTimeCalendar = lazyPart('date-time-calendar', () =>
  import('./date-time-calendar.tsx').then((part) => part.DateTimeCalendar),
)

export interface DateTimeFieldProps {
  label: string
  /** ISO 8601 in UTC; null while empty. */
  value: string | null
  /** The value as the field writes it: 21 Nov 2026, 07:00 PM. */
  valueText: string
  onChange: (iso: string | null) => void
  /** Earliest day of the calendar. What is typed is not limited. */
  min?: Date
  /** The day of a time that is typed alone while the field is empty, ISO 8601; today by default. */
  startDay?: string | null
  required: boolean
  error?: ReactNode
  description?: ReactNode
  /** Focus has left the field and its calendar. */
  onBlur?: () => void
}

/**
 * A day and a time in the viewer's zone. They are typed ("28 nov 5:30p") or picked from a calendar beside half hours.
 * A day without a time, or a text that says neither, leaves the value empty and shows an error.
 */
export function DateTimeField({
  value,
  valueText,
  onChange,
  min,
  startDay,
  error,
  onBlur,
  ...rest
}: DateTimeFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  /** What is typed; undefined once it is the value. */
  const [draft, setDraft] = useState<string>()
  /** What the draft says, where that is not a whole value. */
  const [part, setPart] = useState<ReadDateTime>()

  const held = value === null ? part : partsOf(new Date(value))
  const take = ({ day, time }: ReadDateTime) => {
    if (day === undefined || time === undefined) {
      setPart({ ...(day && { day }), ...(time && { time }) })
      setDraft(day ? formatDay(day) : undefined)
      if (value !== null) onChange(null)
      return
    }
    setPart(undefined)
    setDraft(undefined)
    onChange(new Date(`${day}T${time}`).toISOString())
  }

  const commit = () => {
    if (draft === undefined || draft.trim() === (part?.day && formatDay(part.day))) return
    if (draft.trim() === '') {
      setPart(undefined)
      setDraft(undefined)
      if (value !== null) onChange(null)
      return
    }
    const read = readDateTime(draft, dayOf(new Date()))
    if (read === null) {
      setPart({})
      if (value !== null) onChange(null)
      return
    }
    const fallback = held?.day ?? dayOf(startDay ? new Date(startDay) : new Date())
    take({ ...held, ...(read.time && !held?.day && { day: fallback }), ...read })
  }

  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (currentTarget.contains(relatedTarget)) return
    setIsOpen(false)
    onBlur?.()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      // Enter takes the text; it does not send the form.
      event.preventDefault()
      commit()
      setIsOpen(false)
    } else if (event.key === 'ArrowDown') {
      event.preventDefault()
      commit()
      setIsOpen(true)
    }
  }

  const unread =
    part === undefined
      ? undefined
      : part.day === undefined
        ? `“${draft?.trim()}” is not a date and time. Type it as 28 Nov 5:30 PM.`
        : `Choose a time for ${formatDay(part.day)}.`
  const preview = draft !== undefined && part === undefined ? readDateTime(draft, dayOf(new Date())) : null
  const preload = () => void DateTimeCalendar.preload().catch(() => {})

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only observes focus and Escape of the controls inside
    <div
      className={classes.place}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        // A dialog or page around the field stays open.
        event.stopPropagation()
        setIsOpen(false)
        input.current?.focus()
      }}
    >
      <TextInput
        {...rest}
        ref={input}
        autoComplete="off"
        placeholder="28 Nov 5:30 PM"
        value={draft ?? (value === null ? '' : valueText)}
        error={(!isOpen && unread) || error}
        onChange={({ currentTarget }) => {
          setPart(undefined)
          setDraft(currentTarget.value)
        }}
        onFocus={preload}
        onPointerEnter={preload}
        onBlur={commit}
        onKeyDown={onKeyDown}
        rightSection={
          <IconButton
            // Not the field's own label, by which the field is found.
            label="Pick from a calendar"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            icon={<IconCalendar size={15} stroke={1.5} aria-hidden="true" />}
            onPointerEnter={preload}
            onClick={() => setIsOpen(!isOpen)}
          />
        }
      />
      {isOpen && (
        <PartBoundary fallback={null}>
          <DateTimeCalendar
            label={rest.label}
            value={{ ...held, ...preview }}
            {...(min && { min: dayOf(min) })}
            shownDay={held?.day ?? dayOf(startDay ? new Date(startDay) : new Date())}
            onPick={(picked, isDone) => {
              take({ ...held, ...picked })
              if (!isDone) return
              setIsOpen(false)
              input.current?.focus()
            }}
          />
        </PartBoundary>
      )}
    </div>
  )
}

function partsOf(moment: Date): Required<ReadDateTime> {
  return { day: dayOf(moment), time: `${twoDigits(moment.getHours())}:${twoDigits(moment.getMinutes())}` }
}

/** The day of a moment in the viewer's zone, YYYY-MM-DD. */
function dayOf(moment: Date): string {
  return `${moment.getFullYear()}-${twoDigits(moment.getMonth() + 1)}-${twoDigits(moment.getDate())}`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
