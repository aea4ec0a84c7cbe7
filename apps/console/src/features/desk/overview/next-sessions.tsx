import { dayIn } from '@greenroom/contract/calendar-day'
import { placedTimes } from '@greenroom/contract/desk/overview/overview.rules'
import {
  type NextSession,
  type Overview,
  sessionKinds,
} from '@greenroom/contract/desk/overview/overview.schema'
import type { createMasterclass } from '@greenroom/contract/sessions/masterclass/masterclass.endpoints'
import { IconCalendarEvent, IconPhoto } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../../lib/api/permissions.ts'
import { pictureSource } from '../../../lib/api/stored-file.ts'
import { countText } from '../../../lib/count-text.ts'
import { formatTime } from '../../../lib/dates.ts'
import { paths } from '../../../lib/paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import classes from './next-sessions.module.css'
import { peopleLink, sessionLink } from './overview-links.ts'
import { sessionMessages as messages, stepMessages } from './overview-messages.ts'
import { OverviewPart } from './overview-part.tsx'
import { clockText, dayName, endText, viewerZone } from './overview-texts.ts'

type Sessions = NonNullable<Overview['sessions']>

const lists = {
  masterclass: paths.masterclassList,
  webinar: paths.webinarList,
  event: paths.eventList,
} as const
/** A phone shows so many; the others are in the calendar. */
const shownOnPhone = 3

/** The sessions that begin next or run now, by day, with host, account and registrations (OQ-445). */
export function NextSessions({ sessions, now }: { sessions: Sessions; now: number }) {
  const mayCreate = useMay<typeof createMasterclass>('content.write')
  if (sessions.next.length === 0) {
    return (
      <OverviewPart title={messages.title}>
        <StatePanel
          kind="empty"
          icon={IconCalendarEvent}
          title={messages.empty}
          help={messages.emptyHelp}
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
  const clashing = new Set(
    sessions.accounts.flatMap(({ times }) =>
      placedTimes(times, sessions.buffer_minutes).flatMap(({ _id, clashes }) =>
        clashes.length > 0 ? [_id] : [],
      ),
    ),
  )
  return (
    <OverviewPart
      title={messages.title}
      actions={
        <Link to={paths.calendar} className={classes.link}>
          {messages.calendar}
        </Link>
      }
    >
      <ol>
        {byDay(sessions.next, now).map(({ day, rows }) => (
          <li
            key={day}
            className={
              rows[0] && rows[0].place >= shownOnPhone ? `${classes.day} ${classes.late}` : classes.day
            }
          >
            <h3 className={classes.name}>{dayName(day, now)}</h3>
            <ul>
              {rows.map(({ session, place }) => (
                <li key={session._id} className={place >= shownOnPhone ? classes.late : undefined}>
                  <SessionRow session={session} now={now} isClashing={clashing.has(session._id)} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {sessions.has_more && (
        <p className={classes.more}>
          <span className="gr-faint">{messages.more}</span>
          {sessionKinds.map((kind) => (
            <Link key={kind} to={lists[kind]} className={classes.link}>
              {messages.lists[kind]}
            </Link>
          ))}
        </p>
      )}
    </OverviewPart>
  )
}

/** Groups sessions by the viewer's day of their start; one that runs is among today's. */
function byDay(next: readonly NextSession[], now: number) {
  const days: { day: string; rows: { session: NextSession; place: number }[] }[] = []
  for (const [place, session] of next.entries()) {
    const day = dayIn(new Date(Math.max(now, Date.parse(session.start_time))), viewerZone())
    const last = days.at(-1)
    if (last?.day === day) last.rows.push({ session, place })
    else days.push({ day, rows: [{ session, place }] })
  }
  return days
}

interface SessionRowProps {
  session: NextSession
  now: number
  isClashing: boolean
}

function SessionRow({ session, now, isClashing }: SessionRowProps) {
  const { kind, title, start_time, end_time, creator_name, zoom_hub_name, banner } = session
  const isOn = Date.parse(start_time) <= now
  return (
    <div className={classes.row}>
      <time
        className={classes.time}
        dateTime={start_time}
        title={`${formatTime(start_time)} – ${endText(start_time, end_time, formatTime)}`}
      >
        {clockText(start_time)}
      </time>
      <Picture
        className={classes.picture}
        source={banner ? pictureSource(banner) : null}
        alt=""
        width={57}
        height={32}
        fallback={
          <span className={classes.picture}>
            <IconPhoto size={16} stroke={1.5} aria-hidden="true" />
          </span>
        }
      />
      <div className="gr-shrink">
        <p className={classes.title}>
          <Link {...sessionLink(session)} className={classes.session}>
            {title}
          </Link>
          {isOn && (
            <Badge shape="half" tone="info">
              {messages.onNow}
            </Badge>
          )}
          {!session.is_published && (
            <Badge shape="dashed">{kind === 'event' ? messages.unpublished : messages.draft}</Badge>
          )}
          {session.is_hidden && <Badge shape="bar">{messages.hidden}</Badge>}
          {isClashing && (
            <Badge shape="cross" tone="bad">
              {messages.clash}
            </Badge>
          )}
        </p>
        <p className={classes.facts}>
          {[messages.kinds[kind], creator_name, zoom_hub_name].filter(Boolean).join(' · ')}
        </p>
      </div>
      <Seats session={session} />
    </div>
  )
}

function Seats({ session }: { session: NextSession }) {
  const { registrations_count: taken, total_tickets: total } = session
  return (
    <Link {...peopleLink(session)} className={classes.people}>
      {messages.registered(countText(taken), total?.toLocaleString('en-IN') ?? null)}
      {total !== null && (
        <span className={classes.seats} aria-hidden="true">
          <span style={{ width: `${Math.min(100, (taken / Math.max(1, total)) * 100)}%` }} />
        </span>
      )}
    </Link>
  )
}
