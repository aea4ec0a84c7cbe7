import type { ComponentProps } from 'react'
import { formatTime, viewerZoneName } from '../../lib/dates.ts'
import { LazyDateTimeField } from '../../ui/lazy-date-fields.tsx'

/** A day and a time in the viewer's zone. Names the zone if the business has another one (OQ-025). */
export function TimeField({
  description,
  ...props
}: Omit<ComponentProps<typeof LazyDateTimeField>, 'valueText'>) {
  const zone = viewerZoneName(props.value === null ? new Date() : new Date(props.value))
  return (
    <LazyDateTimeField
      {...props}
      valueText={props.value === null ? undefined : formatTime(props.value)}
      description={
        zone === undefined ? (
          description
        ) : (
          <>
            <span className="gr-block">Your time, {zone}</span>
            {description}
          </>
        )
      }
    />
  )
}
