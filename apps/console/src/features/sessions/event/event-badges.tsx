import { Badge } from '../../../ui/badge.tsx'
import type { EventBadge } from './event-facts.ts'

/** The badges of an event in a row; renders nothing if there are none. */
export function EventBadges({ badges }: { badges: readonly EventBadge[] }) {
  if (badges.length === 0) return null
  return (
    <div className="gr-tags">
      {badges.map(({ label, shape, tone }) => (
        <Badge key={label} {...(shape ? { shape } : {})} {...(tone ? { tone } : {})}>
          {label}
        </Badge>
      ))}
    </div>
  )
}
