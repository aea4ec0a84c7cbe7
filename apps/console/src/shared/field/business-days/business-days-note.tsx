import { businessZoneName } from '../../../lib/dates.ts'

/** Names the zone of the days on the screen, where the viewer's clock is another (OQ-025). */
export function BusinessDaysNote({ className = 'gr-fine gr-quiet' }: { className?: string | undefined }) {
  const zone = businessZoneName()
  return zone === undefined ? null : <p className={className}>Days are in {zone}.</p>
}
