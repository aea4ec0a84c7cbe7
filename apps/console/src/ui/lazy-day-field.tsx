import { InputBase } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { type DayFieldProps, formatDay } from './day-field-props.ts'
import { lazyPart } from './lazy-part.ts'
import { Opened } from './opened.tsx'
import { PartBoundary } from './part-boundary.tsx'

const DayField = lazyPart('day-field', () => import('./day-field.tsx').then((part) => part.DayField))

/** A day. The calendar is loaded on first use. */
export function LazyDayField(props: DayFieldProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isWanted, setIsWanted] = useState(false)
  const [isOpening, setIsOpening] = useState(false)
  const standIn = (
    <StandIn
      {...props}
      onOpen={() => {
        setIsOpening(true)
        setIsWanted(true)
      }}
    />
  )
  return (
    <div ref={place}>
      {isWanted ? (
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

function StandIn({ label, value, className, onOpen }: DayFieldProps & { onOpen: () => void }) {
  const preload = () => void DayField.preload().catch(() => {})
  return (
    <InputBase
      component="button"
      type="button"
      pointer
      className={className}
      aria-haspopup="dialog"
      label={label}
      aria-label={`${label}: ${formatDay(value)}`}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={onOpen}
      rightSection={<IconCalendar size={15} stroke={1.5} aria-hidden="true" />}
      rightSectionPointerEvents="none"
    >
      {formatDay(value)}
    </InputBase>
  )
}
