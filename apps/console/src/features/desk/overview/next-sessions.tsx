import {
  type NextSession,
  type Overview,
  sessionKinds,
} from '@greenroom/contract/desk/overview/overview.schema'
import type { createMasterclass } from '@greenroom/contract/sessions/masterclass/masterclass.endpoints'
import { IconCalendarEvent } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../../lib/api/permissions.ts'
import { countText } from '../../../lib/count-text.ts'
import { formatTime } from '../../../lib/dates.ts'
import { paths } from '../../../lib/paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import classes from './next-sessions.module.css'
import { peopleLink, sessionLink } from './overview-links.ts'
import { sessionMessages, stepMessages } from './overview-messages.ts'
import { OverviewPart } from './overview-part.tsx'
import { endText } from './overview-texts.ts'

const lists = {
  masterclass: paths.masterclassList,
  webinar: paths.webinarList,
  event: paths.eventList,
} as const

/** The sessions that begin next or run now, with host, account and registrations (OQ-445). */
export function NextSessions({
  sessions,
  now,
}: {
  sessions: NonNullable<Overview['sessions']>
  now: number
}) {
  const mayCreate = useMay<typeof createMasterclass>('content.write')
  if (sessions.next.length === 0) {
    return (
      <OverviewPart title={sessionMessages.title}>
        <StatePanel
          kind="empty"
          icon={IconCalendarEvent}
          title={sessionMessages.empty}
          help={sessionMessages.emptyHelp}
          action={
            mayCreate && (
              <Link to={paths.masterclassCreate} className={classes.link}>
                {stepMessages.masterclass}
              </Link>
            )
          }
        />
      </OverviewPart>
    )
  }
  return (
    <OverviewPart title={sessionMessages.title}>
      <ul className={classes.rows}>
        {sessions.next.map((session) => (
          <SessionRow key={session._id} session={session} now={now} />
        ))}
      </ul>
      {sessions.has_more && (
        <p className={classes.more}>
          {sessionMessages.more}{' '}
          {sessionKinds.map((kind) => (
            <Link key={kind} to={lists[kind]} className={classes.link}>
              {sessionMessages.lists[kind]}
            </Link>
          ))}
        </p>
      )}
    </OverviewPart>
  )
}

function SessionRow({ session, now }: { session: NextSession; now: number }) {
  const { kind, title, start_time, end_time, creator_name, zoom_hub_name, total_tickets } = session
  const isOn = Date.parse(start_time) <= now
  const number = (count: number) => count.toLocaleString('en-IN')
  return (
    <li className={classes.row}>
      <p className={classes.time}>
        <time dateTime={start_time}>{formatTime(start_time)}</time> –{' '}
        {endText(start_time, end_time, formatTime)}
      </p>
      <div className="gr-shrink">
        <p className={classes.title}>
          <Link {...sessionLink(session)} className={classes.name}>
            {title}
          </Link>
          {isOn && (
            <Badge shape="half" tone="info">
              {sessionMessages.onNow}
            </Badge>
          )}
          {!session.is_published && (
            <Badge shape="dashed">
              {kind === 'event' ? sessionMessages.unpublished : sessionMessages.draft}
            </Badge>
          )}
          {session.is_hidden && <Badge shape="bar">{sessionMessages.hidden}</Badge>}
        </p>
        <p className={classes.facts}>
          {[sessionMessages.kinds[kind], creator_name, zoom_hub_name].filter(Boolean).join(' · ')}
        </p>
      </div>
      <Link {...peopleLink(session)} className={classes.people}>
        {sessionMessages.registered(
          countText(session.registrations_count),
          total_tickets === null ? null : number(total_tickets),
        )}
      </Link>
    </li>
  )
}
