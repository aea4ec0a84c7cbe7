import {
  type Gap,
  gapsOf,
  type PlacedTime,
  placedTimes,
} from '@greenroom/contract/desk/overview/overview.rules'
import type { Overview } from '@greenroom/contract/desk/overview/overview.schema'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatTime } from '../../../lib/dates.ts'
import { AccountClashes } from './account-clashes.tsx'
import classes from './account-lines.module.css'
import { sessionLink } from './overview-links.ts'
import { accountMessages as messages } from './overview-messages.ts'
import { OverviewPart } from './overview-part.tsx'
import { clockText, endText, shortDayText } from './overview-texts.ts'
import { PictureToggle } from './picture-toggle.tsx'

type Sessions = NonNullable<Overview['sessions']>

interface Line {
  account: string
  times: readonly PlacedTime[]
  gaps: readonly Gap[]
}

/** A line for each meeting account with its bookings, gaps and clashes, as a picture or a table (OQ-447). */
export function AccountLines({ sessions, now }: { sessions: Sessions; now: number }) {
  const [isTable, setIsTable] = useState(false)
  const { days, buffer_minutes: buffer } = sessions
  const from = Date.parse(days[0]?.start_time ?? '')
  const until = Date.parse(days.at(-1)?.end_time ?? '')
  const lines = sessions.accounts.map(({ zoom_hub_name, times }) => ({
    account: zoom_hub_name,
    times: placedTimes(times, buffer),
    // A gap that has begun goes on from now.
    gaps: gapsOf(times, { from: Math.max(from, now), until }, buffer),
  }))
  return (
    <OverviewPart
      title={messages.title}
      help={messages.help(buffer)}
      actions={<PictureToggle of={messages.picture} isTable={isTable} onChange={setIsTable} />}
    >
      <div className={classes.panel}>
        {isTable ? (
          <AccountTable lines={lines} />
        ) : (
          <div className={classes.picture}>
            <div className={classes.days} aria-hidden="true">
              {days.map(({ day }) => (
                <span key={day}>{shortDayText(day)}</span>
              ))}
            </div>
            <ul className="gr-contents">
              {lines.map((line) => (
                <AccountLine key={line.account} line={line} days={days.length} span={{ from, until, now }} />
              ))}
            </ul>
          </div>
        )}
        <AccountClashes accounts={sessions.accounts} bufferMinutes={buffer} now={now} />
      </div>
    </OverviewPart>
  )
}

function AccountLine({
  line: { account, times, gaps },
  days,
  span: { from, until, now },
}: {
  line: Line
  days: number
  span: { from: number; until: number; now: number }
}) {
  const place = (moment: number) => Math.min(100, Math.max(0, ((moment - from) / (until - from)) * 100))
  return (
    <li className={classes.line}>
      <p className="gr-small gr-bold">{account}</p>
      {/* The sentence beside it, the clashes below and the table say the same. */}
      <div className={classes.strip} style={{ backgroundSize: `${100 / days}% 100%` }} aria-hidden="true">
        <span className={classes.now} style={{ left: `${place(now)}%` }} />
        {times.map((time, n) => {
          const start = Date.parse(time.start_time)
          const [left, right] = [place(start), place(Math.max(start, Date.parse(time.end_time)))]
          const next = times[n + 1]
          const room = Math.max(right, next ? place(Date.parse(next.start_time)) : 100) - left
          return (
            <span
              key={time._id}
              className={classes.place}
              data-draft={!time.is_booked || undefined}
              data-clash={time.clashes.length > 0 || undefined}
              title={`${time.title}, ${spanText(time)}`}
              style={{ left: `${left}%`, width: `${room}%` }}
            >
              <span
                className={classes.time}
                style={{ width: room > 0 ? `${((right - left) / room) * 100}%` : 0 }}
              />
              <span
                className={classes.title}
                style={{ marginLeft: `${room > 0 ? ((right - left) / room) * 100 : 0}%` }}
              >
                {clockText(time.start_time)} {time.title}
              </span>
            </span>
          )
        })}
      </div>
      <p
        className={
          times.some(({ clashes }) => clashes.length > 0) ? `${classes.state} gr-danger` : classes.state
        }
      >
        {summary(times)}
        <span className="gr-unseen">{gaps[0] && messages.nextGap(spanText(spanOf(gaps[0])))}</span>
      </p>
    </li>
  )
}

/** Everything that the picture shows, and its gaps. */
function AccountTable({ lines }: { lines: readonly Line[] }) {
  const { columns } = messages
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={messages.tableLabel}>
        <thead>
          <tr>
            <th scope="col">{columns.account}</th>
            <th scope="col">{columns.time}</th>
            <th scope="col">{columns.session}</th>
            <th scope="col">{columns.state}</th>
          </tr>
        </thead>
        <tbody>
          {lines.flatMap(({ account, times, gaps }) =>
            [
              ...times.map((time) => ({
                key: time._id,
                at: Date.parse(time.start_time),
                span: time as Span,
                name: <SessionLink time={time} />,
                state: (
                  <>
                    {time.is_booked ? messages.booked : messages.draft}
                    {time.clashes.length > 0 && <span className="gr-danger gr-block">{clashText(time)}</span>}
                  </>
                ),
              })),
              ...gaps.map((gap) => ({
                key: `gap-${gap.start}`,
                at: gap.start,
                span: spanOf(gap),
                name: <span className="gr-faint">–</span>,
                state: messages.free,
              })),
            ]
              .sort((a, b) => a.at - b.at)
              .map((row, n) => (
                <tr key={`${account}-${row.key}`}>
                  <th scope="row" data-repeated={n > 0 || undefined}>
                    {account}
                  </th>
                  <td className="gr-num">
                    <Times span={row.span} />
                  </td>
                  <td>{row.name}</td>
                  <td>{row.state}</td>
                </tr>
              )),
          )}
        </tbody>
      </table>
    </div>
  )
}

function SessionLink({ time }: { time: PlacedTime }) {
  return (
    <Link {...sessionLink({ ...time, is_published: time.is_booked })} className={classes.name}>
      {time.title}
    </Link>
  )
}

type Span = Pick<PlacedTime, 'start_time' | 'end_time'>

const spanOf = ({ start, end }: Gap): Span => ({
  start_time: new Date(start).toISOString(),
  end_time: new Date(end).toISOString(),
})

const spanText = ({ start_time, end_time }: Span) =>
  `${formatTime(start_time)} ${messages.to} ${endText(start_time, end_time, formatTime)}`

/** As `spanText`; a line ends only between the two times. */
function Times({ span: { start_time, end_time } }: { span: Span }) {
  return (
    <>
      <span className="gr-nowrap">{formatTime(start_time)}</span> {messages.to}{' '}
      <span className="gr-nowrap">{endText(start_time, end_time, formatTime)}</span>
    </>
  )
}

function clashText(time: PlacedTime): string {
  return messages.clashesWith(time.clashes.map(({ title }) => title).join(', '))
}

function summary(times: readonly PlacedTime[]): string {
  if (times.length === 0) return messages.none
  const booked = times.filter((time) => time.is_booked).length
  const drafts = times.length - booked
  // Both of a pair have the other.
  const clashes = times.reduce((sum, time) => sum + time.clashes.length, 0) / 2
  return [
    ...(booked > 0 ? [messages.bookedCount(booked)] : []),
    ...(drafts > 0 ? [messages.draftCount(drafts)] : []),
    ...(clashes > 0 ? [messages.clashCount(clashes)] : []),
  ].join(', ')
}
