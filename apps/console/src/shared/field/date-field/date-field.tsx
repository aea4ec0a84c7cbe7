import { formatInstant } from '@greenroom/contract/date-time'
import { TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { businessDay } from '../../../lib/dates.ts'
import { formatDay } from '../../../ui/day-field-props.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { lazyPart, loadPart } from '../../../ui/lazy-part.ts'
import { PartBoundary } from '../../../ui/part-boundary.tsx'
import classes from './date-field.module.css'
import type * as Reader from './read-date-time.ts'
import type { ReadDateTime } from './read-date-time.ts'

const DateCalendar = lazyPart('date-calendar', () =>
  import('./date-calendar.tsx').then((part) => part.DateCalendar),
)

let reader: typeof Reader | undefined
/** Loads what reads a typed text, when the field is first used: the forms of sessions have no room for it. */
async function loadReader(): Promise<void> {
  reader ??= await loadPart('date-reader', () => import('./read-date-time.ts'))
}

export interface DateFieldProps {
  label: string
  /** ISO 8601 in UTC with `hasTime`, otherwise YYYY-MM-DD; null while empty. */
  value: string | null
  onChange: (value: string | null) => void
  /** Whether the value is a moment, typed and shown in the viewer's zone; otherwise it is a business day (OQ-025). */
  hasTime?: boolean
  /** First and last day, YYYY-MM-DD. A time can be typed outside them. */
  min?: string | undefined
  max?: string | undefined
  /** Whether a day that is typed without a year is the latest one instead of the next one. */
  isPast?: boolean
  /** The day of a time that is typed alone while the field is empty, YYYY-MM-DD; today by default. */
  startDay?: string | undefined
  /** Of a form: a text that is refused empties the value, so that it cannot be saved with the old one. */
  required?: boolean
  placeholder?: string
  className?: string | undefined
  error?: ReactNode
  description?: ReactNode
  /** Focus has left the field and its calendar. */
  onBlur?: () => void
}

/**
 * A day, or a day and a time. They are typed ("28 nov 5:30p") or picked from a calendar, for times beside half hours. A
 * text that is refused stays in the field with the reason (OQ-575).
 */
export function DateField({
  value,
  onChange,
  hasTime = false,
  min,
  max,
  isPast = false,
  startDay,
  placeholder = hasTime ? 'e.g. 28 Nov 5:30 PM' : 'e.g. 28 Nov 2026',
  className,
  error,
  onBlur,
  ...rest
}: DateFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  /** What is typed; undefined once it is the value. */
  const [draft, setDraft] = useState<string>()
  /** A picked or typed day that lacks its time, or the reverse. */
  const [part, setPart] = useState<ReadDateTime>()
  const [refusal, setRefusal] = useState<string>()

  const today = hasTime ? dayOf(new Date()) : businessDay()
  const held = value ? partsOf(value, hasTime) : part
  const fallbackDay = held?.day ?? startDay ?? (max !== undefined && max < today ? max : today)
  const options = { today, isPast, isDay: !hasTime }
  const empty = () => {
    if (value) onChange(null)
  }
  const refuse = (reason: string) => {
    setRefusal(reason)
    if (rest.required) empty()
  }
  const settle = (settled: string | null) => {
    setPart(undefined)
    setRefusal(undefined)
    setDraft(undefined)
    if (settled !== value) onChange(settled)
  }

  const take = ({ day, time, zone }: ReadDateTime) => {
    if (reader === undefined) return
    if (hasTime && (day === undefined || time === undefined)) {
      setPart({ ...(day && { day }), ...(time && { time }) })
      setRefusal(day && `Choose a time for ${formatDay(day)}.`)
      setDraft(day && formatDay(day))
      empty()
    } else if (hasTime) {
      const read = reader.momentOf({ day: day ?? '', time: time ?? '', ...(zone && { zone }) })
      if ('iso' in read) settle(read.iso)
      else refuse(read.refusal)
    } else if (min !== undefined && day && day < min) refuse(`Choose ${formatDay(min)} or a day after it.`)
    else if (max !== undefined && day && day > max) refuse(`Choose ${formatDay(max)} or a day before it.`)
    else settle(day ?? null)
  }

  const isTyped = draft !== undefined && refusal === undefined
  /** Makes what is typed the value. Its text is read as soon as that is loaded. */
  const commit = () => {
    if (!isTyped) return
    if (draft.trim() === '') settle(null)
    else if (reader) {
      const read = reader.readDateTime(draft, options)
      if ('refusal' in read) refuse(read.refusal)
      else if (read.zone && read.day === undefined)
        refuse(`Type the day too: it can differ in ${read.zone.name}.`)
      else take({ ...held, ...(read.time && !held?.day && { day: fallbackDay }), ...read })
    }
  }
  const latest = useRef({ commit, isTyped })
  latest.current = { commit, isTyped }
  const commitLoaded = async () => {
    try {
      if (latest.current.isTyped) await loadReader()
      latest.current.commit()
    } catch {
      setRefusal('The date could not be read, because the connection failed. Type it again.')
    }
  }

  // A form can be sent while somebody still types here.
  useEffect(() => {
    const form = input.current?.form
    const onSubmit = (event: Event) => {
      if (!latest.current.isTyped) return
      if (reader) {
        flushSync(latest.current.commit)
        return
      }
      event.preventDefault()
      event.stopPropagation()
      const { submitter } = event as SubmitEvent
      void commitLoaded().then(() => form?.requestSubmit(submitter))
    }
    form?.addEventListener('submit', onSubmit)
    return () => form?.removeEventListener('submit', onSubmit)
  })

  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (currentTarget.contains(relatedTarget)) return
    setIsOpen(false)
    onBlur?.()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isEnter = event.key === 'Enter' && !event.ctrlKey && !event.metaKey
    if (!isEnter && event.key !== 'ArrowDown') return
    // Enter takes the text; it does not send the form.
    event.preventDefault()
    void commitLoaded()
    setIsOpen(!isEnter)
  }
  const preload = () => {
    void loadReader().catch(() => {})
    void DateCalendar.preload().catch(() => {})
  }
  const preview = isTyped && isOpen ? reader?.readDateTime(draft, options) : undefined
  const valueText = !value ? '' : hasTime ? formatInstant(new Date(value), ', ') : formatDay(value)

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only observes focus and Escape of the controls inside
    <div
      className={`${classes.place} ${className ?? ''}`}
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
        placeholder={placeholder}
        value={draft ?? valueText}
        error={(!isOpen && refusal && <span role="alert">{refusal}</span>) || error}
        onChange={({ currentTarget }) => {
          setPart(undefined)
          setRefusal(undefined)
          setDraft(currentTarget.value)
          // Until the text can be read, the old value must not be saved in its place.
          if (reader === undefined && rest.required) empty()
        }}
        onFocus={preload}
        onPointerEnter={preload}
        onClick={({ currentTarget }) => {
          // A narrow field hides the button of its calendar.
          const button = currentTarget.parentElement?.querySelector('button')
          if (!button?.checkVisibility()) setIsOpen(true)
        }}
        onBlur={() => void commitLoaded()}
        onKeyDown={onKeyDown}
        rightSection={
          <IconButton
            // Not the field's own label, by which the field is found.
            label="Pick from a calendar"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            icon={<IconCalendar size={15} stroke={1.5} aria-hidden="true" />}
            onPointerEnter={preload}
            onFocus={preload}
            onClick={() => setIsOpen(!isOpen)}
          />
        }
      />
      {isOpen && (
        <PartBoundary fallback={null}>
          <DateCalendar
            label={rest.label}
            value={{ ...held, ...(preview && !('refusal' in preview) && preview) }}
            {...{ min, max, today, hasTime }}
            shownDay={fallbackDay}
            onPick={async (picked, isDone) => {
              await loadReader().catch(() => {})
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

function partsOf(value: string, hasTime: boolean): ReadDateTime {
  if (!hasTime) return { day: value }
  const moment = new Date(value)
  return { day: dayOf(moment), time: `${twoDigits(moment.getHours())}:${twoDigits(moment.getMinutes())}` }
}

/** Returns the day of a moment in the viewer's zone, YYYY-MM-DD. */
export function dayOf(moment: Date): string {
  return `${moment.getFullYear()}-${twoDigits(moment.getMonth() + 1)}-${twoDigits(moment.getDate())}`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
