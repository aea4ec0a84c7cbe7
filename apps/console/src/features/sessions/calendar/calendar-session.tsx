import { dayIn } from '@greenroom/contract/calendar-day'
import type { CalendarSession, SessionKind } from '@greenroom/contract/sessions/calendar/calendar.schema'
import { eventGroup } from '@greenroom/contract/sessions/event/event.rules'
import { masterclassGroup } from '@greenroom/contract/sessions/masterclass/masterclass.rules'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { CSSProperties, ReactNode } from 'react'
import { businessTimeZone } from '../../../lib/dates.ts'
import { paths } from '../../../lib/paths.ts'
import { registeredText } from '../../../shared/sessions/registrations/registered-text.ts'
import { kindLabels, calendarMessages as messages, stateLabels } from './calendar-messages.ts'
import { timeOfDay } from './calendar-names.ts'
import classes from './calendar-session.module.css'

interface SessionProps {
  session: CalendarSession
  /** The day that lists it. */
  day: string
  /** Milliseconds. */
  now: number
  /** Titles of sessions by id. */
  titles: ReadonlyMap<string, string>
  tabIndex?: number
}

/** The edge by which the kinds differ, in colour and in pattern. */
export function KindEdge({ kind }: { kind: SessionKind }) {
  return <span className={classes.edge} data-kind={kind} aria-hidden="true" />
}

export const clashIcon = (
  <IconAlertTriangle size={13} stroke={2} aria-hidden="true" className={classes.warning} />
)

interface SessionLineProps extends SessionProps {
  /** Puts the title below the time, so that more of it is seen. */
  isTall?: boolean
}

/** A session in a day of a month. */
export function SessionLine({ tabIndex, isTall, ...props }: SessionLineProps) {
  const { session } = props
  const { time, label, clash } = textsOf(props)
  return (
    <SessionLink {...props} look={isTall ? 'chip' : 'line'} tabIndex={tabIndex}>
      <span className={classes.when}>
        {clash && clashIcon}
        <Time text={time} />
      </span>
      <span className={classes.title}>{session.title}</span>
      <Unseen texts={[label, clash]} />
    </SessionLink>
  )
}

interface SessionBlockProps extends SessionProps {
  /** Whether there is room for one line only. */
  isShort: boolean
  /** Where it is. */
  style: CSSProperties
}

/**
 * A session in the hours of a day: the first line has time and account. A narrow or short one hides some of it, which
 * a screen reader still says.
 */
export function SessionBlock({ isShort, style, ...props }: SessionBlockProps) {
  const { session } = props
  const { time, label, stateText, clash, account, rest } = textsOf(props)
  return (
    <SessionLink {...props} look="block" isShort={isShort} style={style}>
      <span className={classes.words}>
        <span className={classes.head}>
          <Time text={time} />
          {clash && (
            <span className={classes.mark}>
              {clashIcon}
              <span className={classes.word} aria-hidden="true">
                {messages.clash}
              </span>
            </span>
          )}
          <span className={classes.account} aria-hidden="true">
            {account}
          </span>
        </span>
        <span className={classes.name}>{session.title}</span>
        <Unseen texts={[label, account, ...rest, clash]} />
        <span className={classes.facts} aria-hidden="true">
          {[...(stateText ? [stateText] : []), ...rest].join(' · ')}
        </span>
        {clash && (
          <span className={classes.clash} aria-hidden="true">
            {clash}
          </span>
        )}
      </span>
    </SessionLink>
  )
}

/** A session below its day, with all that the calendar knows. */
export function SessionItem(props: SessionProps) {
  const { session } = props
  const { time, label, clash, account, rest } = textsOf(props)
  return (
    <SessionLink {...props} look="item">
      <span className={classes.head}>
        <span className={classes.time}>{time}</span>
        <span className={classes.label}>{label}</span>
      </span>
      <span className={classes.name}>{session.title}</span>
      <span className={classes.facts}>{[account, ...rest].join(' · ')}</span>
      {clash && (
        <span className={classes.clash}>
          {clashIcon}
          {clash}
        </span>
      )}
    </SessionLink>
  )
}

interface SessionLinkProps extends SessionProps {
  look: 'line' | 'chip' | 'block' | 'item'
  isShort?: boolean
  style?: CSSProperties
  children: ReactNode
}

/** A session in a day of the calendar: a link to its details. */
function SessionLink({ look, isShort, style, children, tabIndex, ...props }: SessionLinkProps) {
  const { session, now } = props
  const { time, label, clash, account, rest } = textsOf(props)
  return (
    <Link
      {...detailsLink(session, now)}
      className={classes.session}
      data-look={look}
      data-short={isShort || undefined}
      data-state={session.state}
      data-past={Date.parse(session.end_time) < now || undefined}
      data-clash={clash !== undefined || undefined}
      title={[`${time} ${session.title}`, label, [account, ...rest].join(' · '), clash]
        .filter(Boolean)
        .join('\n')}
      tabIndex={tabIndex}
      style={style}
    >
      <KindEdge kind={session.kind} />
      {children}
    </Link>
  )
}

/** The time of day. A narrow lane leaves out AM or PM, which the scale beside it shows; a screen reader says all. */
function Time({ text }: { text: string }) {
  const [clock, half] = text.split(' ')
  return (
    <>
      <span className="gr-unseen">{`${text} `}</span>
      <span className={classes.time} aria-hidden="true">
        {clock}
        {half && <span className={classes.half}> {half}</span>}
      </span>
    </>
  )
}

function Unseen({ texts }: { texts: readonly (string | undefined)[] }) {
  return <span className="gr-unseen">{texts.map((text) => (text ? `, ${text}` : '')).join('')}</span>
}

/** Returns what the calendar says about a session. */
function textsOf({ session, day, titles }: SessionProps) {
  const { kind, state, clashes, host, registrations_count: count } = session
  const zone = businessTimeZone()
  const start = new Date(session.start_time)
  const isFirstDay = dayIn(start, zone) >= day
  const stateText = state === 'published' ? undefined : stateLabels[state]
  return {
    time: isFirstDay ? timeOfDay(session.start_time, zone) : messages.continues,
    label: [kindLabels[kind], stateText].filter(Boolean).join(', '),
    stateText,
    clash: clashes.length > 0 ? messages.clashWith(clashes.map((id) => titles.get(id) ?? id)) : undefined,
    /** Where it is. */
    account: session.zoom_hub_name ?? (session.place || messages.noAccount[kind]),
    /** Who gives it, and for how many. */
    rest: [host?.name ?? '', state === 'draft' && count === 0 ? '' : registeredText(count)].filter(Boolean),
  }
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
