import { formatInstant } from '@greenroom/contract/date-time'
import type { ComponentProps } from 'react'
import { viewerZoneName } from '../../lib/dates.ts'
import { DateTimeField } from '../../ui/date-time-field.tsx'

/** A day and a time in the viewer's zone. Names the zone if the business has another one (OQ-025). */
export function TimeField({
  description,
  ...props
}: Omit<ComponentProps<typeof DateTimeField>, 'valueText'>) {
  const moment = props.value === null ? new Date() : new Date(props.value)
  const zone = viewerZoneName(moment)
  return (
    <DateTimeField
      {...props}
      valueText={formatInstant(moment, ', ')}
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
