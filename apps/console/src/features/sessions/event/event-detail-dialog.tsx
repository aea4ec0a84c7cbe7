import { venuePlaceName } from '@greenroom/contract/gst-state'
import type { updateEvent } from '@greenroom/contract/sessions/event/event.endpoints'
import { type EventGroup, eventAllows } from '@greenroom/contract/sessions/event/event.rules'
import type { Event, EventType } from '@greenroom/contract/sessions/event/event.schema'
import { isWebAddress } from '@greenroom/contract/web-address'
import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '../../../lib/api/permissions.ts'
import { formatMoney } from '../../../lib/money.ts'
import { useRefundAllFact } from '../../../shared/money/refund-all/refund-all-link.tsx'
import { CardPicture } from '../../../shared/record/card-picture/card-picture.tsx'
import { CopyId } from '../../../shared/record/copy-value/copied-fact.tsx'
import {
  type OpenedRecordProps,
  RecordDialog,
  RecordPerson,
  RecordText,
  RecordTime,
} from '../../../shared/record/record-dialog/record-dialog.tsx'
import { RecordPrices } from '../../../shared/record/record-dialog/record-prices.tsx'
import { RecordHistoryButton } from '../../../shared/record/record-history/record-history-button.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import type { GlyphShape, GlyphTone } from '../../../ui/status-glyph.tsx'
import { EventBadges } from './event-badges.tsx'
import classes from './event-detail-dialog.module.css'
import { badgesOf } from './event-facts.ts'
import { eventEditLink, eventKinds, eventPeopleLink } from './event-kind.ts'
import {
  eventCardMessages,
  eventDetailMessages,
  eventGroupLabels,
  eventPictureLabels,
} from './event-messages.ts'
import { registrationText, soldText } from './event-seats.ts'

interface EventDetailDialogProps extends OpenedRecordProps {
  kind: EventType
  /** Undefined while it loads, or if that failed. */
  event: Event | undefined
  group: EventGroup | undefined
  onCopyToDates: (event: Event) => void
  closable: boolean
}

const groupGlyphs: Record<EventGroup, { shape: GlyphShape; tone: GlyphTone }> = {
  active: { shape: 'dot', tone: 'ok' },
  draft: { shape: 'dashed', tone: 'mute' },
  past: { shape: 'bar', tone: 'mute' },
}

/** The details of one event or webinar (OQ-059). */
export function EventDetailDialog({ kind, event, group, onCopyToDates, ...dialog }: EventDetailDialogProps) {
  const messages = eventDetailMessages[kind]
  const mayWrite = useMay<typeof updateEvent>('content.write')
  const isKnown = event !== undefined && group !== undefined
  return (
    <RecordDialog
      {...dialog}
      title={event?.title ?? messages.untitled}
      messages={messages}
      icon={eventKinds[kind].icon}
      actions={event && <RecordHistoryButton type="event" id={event._id} />}
      footer={
        isKnown && mayWrite ? (
          <>
            {eventAllows.edit(group) && (
              <Button
                variant="default"
                leftSection={<IconPencil size={16} stroke={1.5} aria-hidden="true" />}
                renderRoot={(props) => <Link {...eventEditLink(event)} {...props} />}
              >
                {eventCardMessages.edit}
              </Button>
            )}
            <Button variant="default" onClick={() => onCopyToDates(event)}>
              {eventCardMessages.copyToDates}
            </Button>
          </>
        ) : undefined
      }
    >
      {isKnown ? <Details event={event} group={group} /> : undefined}
    </RecordDialog>
  )
}

function Details({ event, group }: { event: Event; group: EventGroup }) {
  const isOffline = event.event_type === 'OFFLINE'
  const refundAll = useRefundAllFact('events', event._id)
  const badges = [{ label: eventGroupLabels[group], ...groupGlyphs[group] }, ...badgesOf(event, group)]
  return (
    <>
      <CardPicture
        banner={event.banner}
        icon={eventKinds[event.event_type].icon}
        past={group === 'past'}
        wide
      />
      <div className="gr-row">
        <EventBadges badges={badges} />
        <CopyId id={event._id} of={event.title} />
      </div>
      <RecordText>{event.description}</RecordText>
      <DescriptionList
        items={[
          { term: 'Start time', value: <RecordTime at={event.start_time} /> },
          { term: 'End time', value: <RecordTime at={event.end_time} /> },
          ...(isOffline
            ? [
                { term: 'Location', value: event.location },
                { term: 'City', value: event.city },
                { term: 'State of the venue', value: venuePlaceName(event.venue_state ?? '') },
                { term: 'Google Map location', value: mapLink(event.google_map_location) },
              ]
            : [
                { term: 'Creator', value: event.creator_id && <RecordPerson person={event.creator_id} /> },
                { term: 'Zoom account', value: event.zoom_hub_name },
              ]),
          {
            term: 'Tickets',
            value: (
              <>
                <Link {...eventPeopleLink(event)} className={classes.link}>
                  {registrationText(event)}
                </Link>
                {soldText(event) && `, ${soldText(event)}`}
              </>
            ),
          },
          ...(event.is_paid ? [] : [{ term: 'Price', value: eventCardMessages.free }]),
          ...(event.is_paid ? refundAll : []),
          { term: 'Discount', value: discountText(event) },
          {
            term: 'Referral discount',
            value: event.referral_discount
              .map(({ currency_code, price }) => formatMoney(price, currency_code))
              .join(', '),
          },
        ]}
      />
      {event.is_paid && <RecordPrices prices={event.prices} kinds={priceKinds} />}
      <OtherPictures event={event} past={group === 'past'} />
    </>
  )
}

const priceKinds = [
  ['original_price', 'Original price'],
  ['current_price', 'Current price'],
  ['member_price', 'Member price'],
  ['guest_price', 'Guest price'],
] as const

function OtherPictures({ event, past }: { event: Event; past: boolean }) {
  const others = (['ticket_banner', 'post_event_banner'] as const).filter((field) => event[field] !== null)
  if (others.length === 0) return null
  return (
    <div className={classes.others}>
      {others.map((field) => (
        <figure key={field}>
          <CardPicture banner={event[field]} icon={eventKinds[event.event_type].icon} past={past} wide />
          <figcaption className={classes.pictureName}>{eventPictureLabels[field]}</figcaption>
        </figure>
      ))}
    </div>
  )
}

function mapLink(address: string): ReactNode {
  // A stored value that is not a web address is shown as text.
  if (!isWebAddress(address)) return address
  const { host, pathname } = new URL(address.trim())
  return (
    <a
      href={address.trim()}
      target="_blank"
      rel="noopener noreferrer"
      className={classes.link}
      title={address}
    >
      {`${host.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}`}
    </a>
  )
}

function discountText({ discount: { percentage, coins } }: Pick<Event, 'discount'>): string {
  const parts: string[] = []
  if (percentage !== null) parts.push(`${percentage}%`)
  if (coins !== null) parts.push(coins === 1 ? '1 coin' : `${coins.toLocaleString('en-IN')} coins`)
  return parts.join(', ')
}
