import { dayIn } from '@greenroom/contract/calendar-day'
import { formatInstant } from '@greenroom/contract/date-time'
import type { CalendarSession, SessionKind } from '@greenroom/contract/sessions/calendar/calendar.schema'
import { eventGroup } from '@greenroom/contract/sessions/event/event.rules'
import { masterclassGroup } from '@greenroom/contract/sessions/masterclass/masterclass.rules'
import {
  type Icon,
  IconAlertTriangle,
  IconBroadcast,
  IconCalendarEvent,
  IconPresentation,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { businessTimeZone } from '../../../lib/dates.ts'
import { paths } from '../../../lib/paths.ts'
import { registeredText } from '../../../shared/sessions/registrations/registered-text.ts'
import classes from './calendar.module.css'
import { kindLabels, calendarMessages as messages, stateLabels } from './calendar-messages.ts'

const icons: Record<SessionKind, Icon> = {
  masterclass: IconPresentation,
  webinar: IconBroadcast,
  event: IconCalendarEvent,
}

interface CalendarEntryProps {
  session: CalendarSession
  /** The day that lists it. */
  day: string
  /** Milliseconds. */
  now: number
  /** Titles of sessions by id. */
  titles: ReadonlyMap<string, string>
  /** Also shows who gives it, where, and how many are registered. */
  isDetailed: boolean
  tabIndex?: number
}

/** A session in a day of the calendar: a link to its details. */
export function CalendarEntry({ session, day, now, titles, isDetailed, tabIndex }: CalendarEntryProps) {
  const { kind, state, clashes, host, zoom_hub_name: account, place } = session
  const zone = businessTimeZone()
  const isFirstDay = dayIn(new Date(session.start_time), zone) >= day
  const time = isFirstDay ? timeIn(session.start_time, zone) : messages.continues
  const Kind = icons[kind]
  const facts = [host?.name, account, place].filter(Boolean)
  const clashText = clashes.length > 0 && messages.clashWith(clashes.map((id) => titles.get(id) ?? id))
  const label = [kindLabels[kind], state === 'published' ? '' : stateLabels[state]].filter(Boolean).join(', ')
  return (
    <Link
      {...detailsLink(session, now)}
      className={classes.entry}
      data-state={state}
      data-past={Date.parse(session.start_time) < now || undefined}
      data-clash={clashes.length > 0 || undefined}
      title={[`${time} ${session.title}`, label, ...facts, clashText].filter(Boolean).join('\n')}
      tabIndex={tabIndex}
    >
      <span className={classes.line}>
        {clashText ? (
          <IconAlertTriangle size={13} stroke={2} aria-hidden="true" className={classes.warning} />
        ) : (
          <Kind size={13} stroke={1.75} aria-hidden="true" className={classes.kind} />
        )}
        <span className={classes.time}>{time}</span>
        <span className={classes.title}>{session.title}</span>
      </span>
      <span className="gr-unseen">{`, ${label}`}</span>
      {isDetailed ? (
        <>
          {facts.length > 0 && <span className={classes.facts}>{facts.join(' · ')}</span>}
          <span className={classes.facts}>
            {[
              state === 'published' ? '' : stateLabels[state],
              state === 'draft' && session.registrations_count === 0
                ? ''
                : registeredText(session.registrations_count),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          {clashText && <span className={classes.clash}>{clashText}</span>}
        </>
      ) : (
        clashText && <span className="gr-unseen">{`, ${clashText}`}</span>
      )}
    </Link>
  )
}

/** Returns the link to the details of a session, over the list that has it. @param now milliseconds */
function detailsLink({ _id: open, kind, state, start_time }: CalendarSession, now: number) {
  const moment = new Date(now)
  const is_published = state !== 'draft'
  if (kind === 'masterclass') {
    const tab = masterclassGroup({ is_active: is_published, start_time }, moment)
    return { to: paths.masterclassList, search: { tab, open } } as const
  }
  const group = eventGroup(
    { event_type: kind === 'event' ? 'OFFLINE' : 'ONLINE', start_time, is_published },
    moment,
  )
  if (kind === 'webinar') return { to: paths.webinarList, search: { tab: group, open } } as const
  return { to: paths.eventList, search: { tab: group === 'past' ? 'past' : 'active', open } } as const
}

/** Formats the time of day: 07:00 PM. */
function timeIn(iso: string, timeZone: string): string {
  return formatInstant(new Date(iso), ', ', timeZone).split(', ')[1] ?? ''
}
