import { Input, InputBase } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type DayFieldProps, formatDay } from './day-field-props.ts'
import { lazyPart } from './lazy-part.ts'
import { PartBoundary } from './part-boundary.tsx'

const DayField = lazyPart('day-field', () => import('./day-field.tsx').then((part) => part.DayField))

/** A day. The calendar is loaded on first use. */
export function LazyDayField(props: DayFieldProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isOpening, setIsOpening] = useState(false)
  const [isReal, setIsReal] = useState(false)
  const { label, className, value, placeholder = '' } = props
  const day = value === '' ? placeholder : formatDay(value)
  const preload = () => void DayField.preload().catch(() => {})
  const standIn = (
    <InputBase
      {...{ label, className }}
      aria-label={`${label}: ${day}`}
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
    >
      {value === '' ? <Input.Placeholder>{day}</Input.Placeholder> : day}
    </InputBase>
  )
  return (
    <div ref={place}>
      {isReal ? (
        <PartBoundary fallback={standIn}>
          <DayField {...props} />
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
