import { Input, InputBase } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { type FocusEvent, type ReactNode, useRef, useState } from 'react'
import { lazyPart } from './lazy-part.ts'
import { Opened } from './opened.tsx'
import { PartBoundary } from './part-boundary.tsx'

const DateTimeField = lazyPart('date-time-field', () =>
  import('./date-time-field.tsx').then((part) => part.DateTimeField),
)

interface LazyDateTimeFieldProps {
  label: string
  /** ISO 8601; null while it is empty. */
  value: string | null
  onChange: (iso: string | null) => void
  /** Focus has left the field and its calendar. */
  onBlur?: () => void
  /** Earliest day that can be picked. */
  min?: Date
  required: boolean
  error?: ReactNode
  description?: ReactNode
}

/** A day and a time. The calendar is loaded on first use, because an empty field needs none. */
export function LazyDateTimeField({ onBlur, ...props }: LazyDateTimeFieldProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isOpening, setIsOpening] = useState(false)
  const [isReal, setIsReal] = useState(props.value !== null)
  if (!isReal && props.value !== null) setIsReal(true)

  // The calendar is rendered in a portal, but its React events bubble through this field.
  const leave = (event: FocusEvent) => {
    const next = event.relatedTarget
    const isInside = next && (event.currentTarget.contains(next) || next.closest('[role="dialog"]'))
    if (!isInside && !isOpening) onBlur?.()
  }

  const standIn = (
    <StandIn
      {...props}
      onOpen={() => {
        setIsOpening(true)
        setIsReal(true)
      }}
    />
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only observes that focus left the control inside
    <div ref={place} onBlur={leave}>
      {isReal ? (
        <PartBoundary fallback={standIn}>
          <DateTimeField {...props} />
          {isOpening && <Opened place={place} onDone={() => setIsOpening(false)} />}
        </PartBoundary>
      ) : (
        standIn
      )}
    </div>
  )
}

function StandIn({
  label,
  required,
  error,
  description,
  onOpen,
}: LazyDateTimeFieldProps & { onOpen: () => void }) {
  const preload = () => void DateTimeField.preload().catch(() => {})
  return (
    <InputBase
      component="button"
      type="button"
      pointer
      aria-haspopup="dialog"
      label={label}
      required={required}
      error={error}
      description={description}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={onOpen}
      rightSection={<IconCalendar size={15} stroke={1.5} aria-hidden="true" />}
      rightSectionPointerEvents="none"
    >
      <Input.Placeholder>Pick a date and time</Input.Placeholder>
    </InputBase>
  )
}
