import { type EventGroup, eventAllows } from '@greenroom/contract/event/event.rules'
import type { Event } from '@greenroom/contract/event/event.schema'
import { IconTicket, IconUsers } from '@tabler/icons-react'
import { SessionCard } from '../../shared/session-card/session-card.tsx'
import { EventBadges } from './event-badges.tsx'
import classes from './event-card.module.css'
import { badgesOf, currentPrices, registrationText } from './event-facts.ts'
import { eventEditLink, eventKinds } from './event-kind.ts'
import { eventCardMessages } from './event-messages.ts'

interface EventCardProps {
  event: Event
  group: EventGroup
  onOpen: () => void
  /** Called on hover and focus of the title: prefetch its dialog. */
  onIntent: () => void
}

/** One event or webinar of a list (EVT-08, EVT-15, EVT-16, EVT-21). */
export function EventCard({ event, group, onOpen, onIntent }: EventCardProps) {
  const [price = eventCardMessages.free, secondPrice] = currentPrices(event)
  return (
    <SessionCard
      title={event.title}
      banner={event.banner}
      icon={eventKinds[event.event_type].icon}
      start={event.start_time}
      past={group === 'past'}
      edit={eventAllows.edit(group) ? eventEditLink(event) : undefined}
      onOpen={onOpen}
      onIntent={onIntent}
    >
      <p className={classes.fact}>
        <IconTicket size={15} stroke={1.5} aria-hidden="true" />
        <span className={classes.price}>{price}</span>
        {secondPrice && <span className="gr-nowrap">{secondPrice}</span>}
      </p>
      <p className={classes.fact}>
        <IconUsers size={15} stroke={1.5} aria-hidden="true" />
        {registrationText(event)}
      </p>
      <div className={classes.badges}>
        <EventBadges badges={badgesOf(event, group)} />
      </div>
    </SessionCard>
  )
}
