import type { updateEvent } from '@greenroom/contract/sessions/event/event.endpoints'
import { type EventGroup, eventAllows } from '@greenroom/contract/sessions/event/event.rules'
import type { Event } from '@greenroom/contract/sessions/event/event.schema'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../../lib/api/permissions.ts'
import { SessionCard } from '../../../shared/sessions/session-card/session-card.tsx'
import { CopyActions } from '../../../shared/sessions/session-copies/copy-actions.tsx'
import { CardButton } from '../../../ui/card-parts.tsx'
import { CardFigure } from '../../../ui/record-card.tsx'
import { EventBadges } from './event-badges.tsx'
import { badgesOf, currentPrices, placeOf } from './event-facts.ts'
import { eventEditLink, eventKinds, eventPeopleLink } from './event-kind.ts'
import { eventCardMessages } from './event-messages.ts'
import { takenSeats } from './event-seats.ts'

interface EventCardProps {
  event: Event
  group: EventGroup
  onOpen: () => void
  onPublish: () => void
  onDuplicate: () => void
  onCopyToDates: () => void
  /** Called on hover and focus of the title: prefetch its dialog. */
  onIntent: () => void
}

/** One event or webinar of a list (EVT-08, EVT-15, EVT-16, EVT-21). */
export function EventCard({
  event,
  group,
  onOpen,
  onPublish,
  onDuplicate,
  onCopyToDates,
  onIntent,
}: EventCardProps) {
  const prices = currentPrices(event)
  const badges = badgesOf(event, group)
  const seats = takenSeats(event)
  const mayWrite = useMay<typeof updateEvent>('content.write')
  return (
    <SessionCard
      id={event._id}
      title={event.title}
      banner={event.banner}
      icon={eventKinds[event.event_type].icon}
      start={event.start_time}
      past={group === 'past'}
      price={prices.length === 0 ? eventCardMessages.free : prices.join(' · ')}
      facts={event.event_type === 'ONLINE' ? placeOf(event) : [placeOf(event).join(', ')]}
      edit={mayWrite && eventAllows.edit(group) ? eventEditLink(event) : undefined}
      onOpen={onOpen}
      onIntent={onIntent}
      more={
        mayWrite && (
          <CopyActions past={group === 'past'} onDuplicate={onDuplicate} onCopyToDates={onCopyToDates} />
        )
      }
      actions={
        mayWrite &&
        group !== 'past' &&
        eventAllows.publish(event) && (
          <CardButton onClick={onPublish} onIntent={onIntent}>
            {eventCardMessages.publish}
          </CardButton>
        )
      }
      figure={
        <CardFigure>
          <Link {...eventPeopleLink(event)} className="gr-underline">
            {seats.text}
          </Link>
        </CardFigure>
      }
      share={seats.share}
    >
      <EventBadges badges={badges} />
    </SessionCard>
  )
}
