import type { FieldError } from '../../error.ts'
import { masterclassMessages } from './masterclass.schema.ts'

/**
 * Checks the "minimum today" rule (MC-32, MC-33).
 * @param earliest start of today in the business time zone, in the console and on the server (OQ-041)
 * @returns an error for each earlier time
 */
export function timesBeforeToday(
  times: { start_time?: string | undefined; end_time?: string | undefined },
  earliest: Date,
): FieldError[] {
  const errors: FieldError[] = []
  if (times.start_time !== undefined && Date.parse(times.start_time) < earliest.getTime()) {
    errors.push({ path: 'start_time', message: masterclassMessages.startBeforeToday })
  }
  if (times.end_time !== undefined && Date.parse(times.end_time) < earliest.getTime()) {
    errors.push({ path: 'end_time', message: masterclassMessages.endBeforeToday })
  }
  return errors
}
