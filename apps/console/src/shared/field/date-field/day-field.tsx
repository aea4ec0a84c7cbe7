import { TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useQuiet } from '../../../lib/use-quiet.ts'
import { formatDay } from '../../../ui/day-field-props.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { PartBoundary } from '../../../ui/part-boundary.tsx'
import type { DateFieldProps } from './date-field.tsx'

// Lazy: the lists that filter by days would share a script with the forms of sessions, which have no room for more.
const DateField = lazyPart('date-field', () => import('./date-field.tsx').then((part) => part.DateField))

/** The date field of a list. Its script is loaded once the list has, or with the first use. */
export function DayField(props: DateFieldProps) {
  const { label, value, className, placeholder } = props
  const place = useRef<HTMLDivElement>(null)
  const hasFocus = useRef(false)
  const [isUsed, setIsUsed] = useState(false)
  const isQuiet = useQuiet()
  const use = () => setIsUsed(true)
  const standIn = (
    // As wide as the field that replaces it, which has an element around it too.
    <div className={className}>
      <TextInput
        {...{ label, placeholder }}
        readOnly
        value={value ? formatDay(value) : ''}
        onPointerEnter={use}
        onFocus={() => {
          hasFocus.current = true
          use()
        }}
        onBlur={() => {
          hasFocus.current = false
        }}
        rightSection={<IconCalendar size={15} stroke={1.5} aria-hidden="true" />}
      />
    </div>
  )
  return (
    <div ref={place} className="gr-contents">
      {isUsed || isQuiet ? (
        <PartBoundary fallback={standIn}>
          <DateField {...props} />
          <Focused place={place} hasFocus={hasFocus} />
        </PartBoundary>
      ) : (
        standIn
      )}
    </div>
  )
}

/** Moves the focus into the field that has replaced its stand-in. */
function Focused({
  place,
  hasFocus,
}: {
  place: RefObject<HTMLDivElement | null>
  hasFocus: RefObject<boolean>
}) {
  useEffect(() => {
    if (hasFocus.current) place.current?.querySelector('input')?.focus()
  }, [place, hasFocus])
  return null
}
