import { Badge } from '../../ui/badge.tsx'
import type { EventBadge } from './event-facts.ts'

/** What holds for an event, side by side; nothing when there is nothing to say. */
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
