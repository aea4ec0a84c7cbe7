import { viewerZoneName } from '../../../lib/dates.ts'
import { DateField, type DateFieldProps, dayOf } from '../date-field/date-field.tsx'

type TimeFieldProps = Omit<DateFieldProps, 'hasTime' | 'min' | 'max' | 'isPast' | 'startDay'> & {
  /** Its day is the earliest of the calendar. What is typed is not limited. */
  min?: Date
  /** The day of a time that is typed alone while the field is empty, ISO 8601; today by default. */
  startDay?: string | null
}

/** A day and a time in the viewer's zone. Names the zone if the business has another one (OQ-025). */
export function TimeField({ description, min, startDay, ...props }: TimeFieldProps) {
  const zone = viewerZoneName(props.value === null ? new Date() : new Date(props.value))
  return (
    <DateField
      {...props}
      hasTime
      min={min && dayOf(min)}
      startDay={startDay ? dayOf(new Date(startDay)) : undefined}
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
