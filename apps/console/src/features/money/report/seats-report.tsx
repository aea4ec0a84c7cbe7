import {
  type FillingReport,
  type FillingSession,
  type FillingSum,
  fillingDays,
} from '@greenroom/contract/sessions/registration/filling.schema'
import { getFillingReport } from '@greenroom/contract/sessions/registration/registration.endpoints'
import { Link } from '@tanstack/react-router'
import { useRead } from '../../../lib/api/hooks.ts'
import { formatTime } from '../../../lib/dates.ts'
import { paths } from '../../../lib/paths.ts'
import { LightButton } from '../../../ui/light-button.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { type Column, recordTable } from '../../../ui/record-table.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { fillingKindLabels, seatMessages as messages } from './other-report-messages.ts'
import classes from './report.module.css'
import { ReportChart } from './report-chart.tsx'
import { reportMessages } from './report-messages.ts'
import { ReportRead, type ShownProps } from './report-read.tsx'
import { seatsQuery } from './report-search.ts'
import { countText } from './report-texts.ts'

/** Days before the start that the table of sessions shows. */
const columnDays = [30, 14, 7, 3, 1, 0]
const placeOf = (day: number) => fillingDays - day

/** How the seats of sessions fill over the days before their start (OQ-673). */
export function SeatsReport({ enabled, ...shown }: ShownProps) {
  const { report, go } = shown
  const read = useRead(getFillingReport, { query: seatsQuery(report) }, { enabled, keepPrevious: false })
  return (
    <>
      <div className={classes.shown}>
        {report.session ? (
          <LightButton onClick={() => go({ session: undefined })}>{messages.showAll}</LightButton>
        ) : (
          <SegmentedControl
            label={messages.kind}
            options={fillingKindLabels}
            value={report.kind}
            onChange={(kind) => go({ kind })}
          />
        )}
      </div>
      <ReportRead
        read={read}
        empty={messages.empty}
        isEmpty={({ sessions }) => sessions.length === 0}
        {...shown}
      >
        {(filling) => <Filling filling={filling} report={report} />}
      </ReportRead>
    </>
  )
}

interface FillingProps extends Pick<ShownProps, 'report'> {
  filling: FillingReport
}

function Filling({ filling: { total, previous, sessions, omitted }, report }: FillingProps) {
  const single = report.session ? sessions[0] : undefined
  const rows: DayRow[] = total.held.flatMap((held, place) =>
    held === null
      ? []
      : [
          {
            day: fillingDays - place,
            held,
            share: shareOf(total, place),
            before: previous && shareOf(previous.total, place),
          },
        ],
  )
  return (
    <>
      <h2 className={classes.part}>
        {single ? `${single.title}, ${formatTime(single.start_time)}` : messages.begun(total.sessions)}
      </h2>
      <p className={classes.explanation}>{messages.explanation(total.has_limit)}</p>
      {total.sessions > 0 && rows.length > 0 && (
        <ReportChart
          label={messages.chart(total.has_limit)}
          points={rows.map(({ day, share, before }) => ({
            day: `${day}`,
            value: Math.round(share ?? 0),
            ...(previous && { previous: typeof before === 'number' ? Math.round(before) : null }),
          }))}
          days={report}
          previous={previous}
          format={(share) => `${share}%`}
          formatDay={(day) => messages.before(Number(day))}
        >
          <DayTable label={messages.dayTable} rows={rows.toReversed()} />
        </ReportChart>
      )}
      {!single && (
        <>
          <SessionTable label={messages.sessions} rows={sessions} />
          {omitted > 0 && <p className={classes.explanation}>{messages.omitted(omitted)}</p>}
        </>
      )}
      {single && (
        <p className={classes.explanation}>
          <Link {...peopleOf(single)} className={classes.days}>
            {messages.people}
          </Link>
        </p>
      )}
    </>
  )
}

/** Returns the percentage of the seats that were held; undefined where nothing is known to divide by. */
function shareOf({ of, held }: FillingSum, place: number): number | undefined {
  const count = held[place]
  return of && typeof count === 'number' ? (100 * count) / of : undefined
}

const peopleOf = ({ _id, kind }: FillingSession) =>
  ({ masterclass: paths.masterclassPeople, event: paths.eventPeople, webinar: paths.webinarPeople })[kind](
    _id,
  )

interface DayRow {
  /** How many days before the start. */
  day: number
  held: number
  share: number | undefined
  before: number | undefined
}

const number = { isRight: true, lines: ['70%'] } as const
const percent = (share: number | undefined) =>
  share === undefined ? <span className="gr-faint">–</span> : reportMessages.percent(share)

const DayTable = recordTable<DayRow>({
  label: messages.dayTable,
  loading: reportMessages.loading,
  className: classes.table,
  hasFocus: true,
  columns: [
    {
      key: 'day',
      heading: messages.day,
      width: '30%',
      isRowHeading: true,
      className: classes.part,
      lines: ['70%'],
      cell: ({ day }) => messages.before(day),
    },
    {
      key: 'held',
      heading: messages.held,
      phoneLabel: messages.held,
      ...number,
      cell: ({ held }) => countText(held),
    },
    {
      key: 'share',
      heading: reportMessages.share,
      phoneLabel: reportMessages.share,
      ...number,
      cell: ({ share }) => percent(share),
    },
    {
      key: 'before',
      heading: reportMessages.before,
      phoneLabel: reportMessages.before,
      ...number,
      cell: ({ before }) => percent(before),
    },
  ],
  keyOf: ({ day }) => `${day}`,
})

const sessionColumns: readonly Column<FillingSession>[] = [
  {
    key: 'session',
    heading: messages.session,
    width: '30%',
    isRowHeading: true,
    lines: ['70%'],
    cell: ({ _id, title, start_time }) => (
      <>
        <Link
          to={paths.reports}
          search={((shown: object) => ({ ...shown, session: _id })) as never}
          className={classes.days}
        >
          {title}
        </Link>
        <span className={classes.compared}>
          {' '}
          <Moment at={start_time} text={formatTime(start_time)} />
        </span>
      </>
    ),
  },
  ...columnDays.map(
    (day): Column<FillingSession> => ({
      key: `day-${day}`,
      heading: messages.before(day),
      phoneLabel: messages.before(day),
      ...number,
      cell: (session) => {
        const held = session.held[placeOf(day)]
        if (typeof held !== 'number') return <span className="gr-faint">–</span>
        if (held === 0 || day > 0) return countText(held)
        return (
          <Link
            {...peopleOf(session)}
            className={classes.number}
            aria-label={messages.openPeople(countText(held), session.title)}
          >
            {countText(held)}
          </Link>
        )
      },
    }),
  ),
  {
    key: 'seats',
    heading: messages.seats,
    phoneLabel: messages.seats,
    ...number,
    cell: ({ seats }) =>
      seats === null ? <span className="gr-faint">{messages.noLimit}</span> : countText(seats),
  },
]

const SessionTable = recordTable<FillingSession>({
  label: messages.sessions,
  loading: reportMessages.loading,
  className: classes.table,
  hasFocus: true,
  columns: sessionColumns,
  keyOf: ({ _id }) => _id,
})
