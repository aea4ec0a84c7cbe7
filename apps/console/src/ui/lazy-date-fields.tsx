import { Input, InputBase, type InputBaseProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { type FocusEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { DateTimeFieldProps } from './date-time-field.tsx'
import { type DayFieldProps, formatDay } from './day-field-props.ts'
import { type LazyPart, lazyPart } from './lazy-part.ts'
import { PartBoundary } from './part-boundary.tsx'

const DateTimeField = lazyPart('date-time-field', () =>
  import('./date-time-field.tsx').then((part) => part.DateTimeField),
)
const DayField = lazyPart('day-field', () => import('./day-field.tsx').then((part) => part.DayField))

interface LazyDateTimeFieldProps extends DateTimeFieldProps {
  /** The value as the field writes it, shown until the field has loaded; undefined for an empty one. */
  valueText: string | undefined
  /** Focus has left the field and its calendar. */
  onBlur?: () => void
}

/** A day and a time. The calendar is loaded on first use, because an empty field needs none. */
export function LazyDateTimeField({ valueText, onBlur, ...props }: LazyDateTimeFieldProps) {
  const { label, required, error, description } = props
  return (
    <LazyDateField
      {...{ label, required, error, description, onBlur }}
      part={DateTimeField}
      field={<DateTimeField {...props} />}
      isFilled={props.value !== null}
    >
      {valueText ?? <Input.Placeholder>Pick a date and time</Input.Placeholder>}
    </LazyDateField>
  )
}

/** A day. The calendar is loaded on first use. */
export function LazyDayField(props: DayFieldProps) {
  const { label, className } = props
  const day = formatDay(props.value)
  return (
    <LazyDateField
      {...{ label, className }}
      part={DayField}
      field={<DayField {...props} />}
      aria-label={`${label}: ${day}`}
    >
      {day}
    </LazyDateField>
  )
}

interface LazyDateFieldProps extends InputBaseProps {
  'aria-label'?: string
  part: Pick<LazyPart<never>, 'preload'>
  /** The field with its calendar. */
  field: ReactNode
  /** Shows the field at once instead of the button in its place. */
  isFilled?: boolean
  onBlur?: (() => void) | undefined
  children: ReactNode
}

function LazyDateField({ part, field, isFilled = false, onBlur, ...standInProps }: LazyDateFieldProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isOpening, setIsOpening] = useState(false)
  const [isReal, setIsReal] = useState(isFilled)
  if (!isReal && isFilled) setIsReal(true)

  // The calendar is rendered in a portal, but its React events bubble through this field.
  const leave = (event: FocusEvent) => {
    const next = event.relatedTarget
    const isInside = next && (event.currentTarget.contains(next) || next.closest('[role="dialog"]'))
    if (!isInside && !isOpening) onBlur?.()
  }
  const preload = () => void part.preload().catch(() => {})
  const standIn = (
    <InputBase
      {...standInProps}
      component="button"
      type="button"
      pointer
      aria-haspopup="dialog"
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => {
        setIsOpening(true)
        setIsReal(true)
      }}
      rightSection={<IconCalendar size={15} stroke={1.5} aria-hidden="true" />}
      rightSectionPointerEvents="none"
    />
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only observes that focus left the control inside
    <div ref={place} onBlur={leave}>
      {isReal ? (
        <PartBoundary fallback={standIn}>
          {field}
          {isOpening && <Opened place={place} onDone={() => setIsOpening(false)} />}
        </PartBoundary>
      ) : (
        standIn
      )}
    </div>
  )
}

/** Opens the calendar of a field once its script has loaded: rendered beside the field, its effect runs after the field's. */
function Opened({ place, onDone }: { place: RefObject<HTMLDivElement | null>; onDone: () => void }) {
  useEffect(() => {
    const button = place.current?.querySelector('button')
    button?.focus()
    button?.click()
    onDone()
  }, [place, onDone])
  return null
}
