import { addDays } from '@greenroom/contract/calendar-day'

/**
 * Adds working days to a day. Saturdays and Sundays are none; holidays of banks are not known here.
 * @param day YYYY-MM-DD
 */
export function addWorkingDays(day: string, count: number): string {
  let reached = day
  for (let left = count; left > 0; ) {
    reached = addDays(reached, 1)
    const weekday = new Date(`${reached}T00:00:00Z`).getUTCDay()
    if (weekday !== 0 && weekday !== 6) left--
  }
  return reached
}
