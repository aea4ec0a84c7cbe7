import {
  type CountedReport,
  type CountedReports,
  mostCountedReports,
} from '@greenroom/contract/community/moderation/handling.schema'
import { listCountedReports } from '@greenroom/contract/community/moderation/moderation.endpoints'
import type { getPost } from '@greenroom/contract/community/post/post.endpoints'
import type { listHistory } from '@greenroom/contract/desk/history/history.endpoints'
import { IconFlag } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRead } from '../../../lib/api/hooks.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { formatTime } from '../../../lib/dates.ts'
import { paths } from '../../../lib/paths.ts'
import { memberName } from '../../../shared/community/post-view/post-view-messages.ts'
import { LoadFailure } from '../../../shared/record/record-list/load-failure.tsx'
import { LightButton } from '../../../ui/light-button.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { recordTable } from '../../../ui/record-table.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { countedMessages as messages } from './other-report-messages.ts'
import classes from './report.module.css'
import type { ShownProps } from './report-read.tsx'
import type { Report } from './report-search.ts'
import { daysText } from './report-texts.ts'

interface CountedRowsProps extends Pick<ShownProps, 'enabled' | 'go'> {
  rows: NonNullable<Report['rows']>
}

/** The reports behind a number of moderation (OQ-675). */
export function CountedRows({ rows, enabled, go }: CountedRowsProps) {
  const { data, error, refetch } = useRead(
    listCountedReports,
    { query: rows },
    { enabled, keepPrevious: false },
  )
  return (
    <>
      <div className={classes.rowsHead}>
        <LightButton onClick={() => go({ rows: undefined })}>{messages.back}</LightButton>
        <h2 className="gr-heading gr-bold">
          {messages.title[rows.of]}, {daysText(rows)}
        </h2>
      </div>
      {data ? (
        <Rows {...data} rows={rows} />
      ) : error ? (
        <LoadFailure title={messages.loadFailed} error={error} onRetry={() => void refetch()} />
      ) : (
        <Table.Skeleton count={8} />
      )}
    </>
  )
}

function Rows({ reports, count, deleted, rows }: CountedReports & Pick<CountedRowsProps, 'rows'>) {
  const mayOpenHistory = useMay<typeof listHistory>('history.read', 'personal.read')
  const omitted = count - mostCountedReports
  return (
    <>
      {reports.length > 0 ? (
        <Table rows={reports} label={messages.title[rows.of]} />
      ) : (
        <StatePanel
          kind="empty"
          icon={IconFlag}
          title={messages.none}
          help={messages.noneHelp(daysText(rows))}
        />
      )}
      {omitted > 0 && <p className={classes.explanation}>{messages.omitted(omitted)}</p>}
      {deleted > 0 && (
        <p className={classes.explanation}>
          {messages.deleted(deleted)}{' '}
          {mayOpenHistory && rows.of === 'handled' && (
            <Link
              to={paths.history}
              search={{ kind: 'changes', from: rows.from, to: rows.to } as never}
              className={classes.days}
            >
              {messages.history}
            </Link>
          )}
        </p>
      )}
    </>
  )
}

const queues = { post: paths.postModeration, comment: paths.commentModeration, user: paths.userModeration }
const itemOf = ({ entity_type, user }: CountedReport) => `${messages.kinds[entity_type]} ${memberName(user)}`

interface Opens {
  mayOpenHistory: boolean
  mayOpenPosts: boolean
}

const Table = recordTable<CountedReport, Opens, keyof Opens>({
  label: messages.title.received,
  loading: messages.loading,
  className: classes.table,
  hasFocus: true,
  useFacts: () => ({
    mayOpenHistory: useMay<typeof listHistory>('history.read', 'personal.read'),
    mayOpenPosts: useMay<typeof getPost>('content.read'),
  }),
  columns: [
    {
      key: 'item',
      heading: messages.item,
      width: '46%',
      isRowHeading: true,
      lines: ['50%', '80%'],
      cell: (report, { mayOpenPosts }) => (
        <>
          <span className={classes.part}>{itemOf(report)}</span>
          {report.text && <span className={classes.excerpt}>{report.text}</span>}
          {report.post_id && mayOpenPosts && (
            <Link
              to={paths.commentModeration}
              search={{ post: report.post_id } as never}
              className={classes.days}
              aria-label={`${messages.showPost}: ${itemOf(report)}`}
            >
              {messages.showPost}
            </Link>
          )}
        </>
      ),
    },
    {
      key: 'reason',
      heading: messages.reason,
      phoneLabel: messages.reason,
      lines: ['60%'],
      cell: ({ reason }) => reason.charAt(0).toUpperCase() + reason.slice(1),
    },
    {
      key: 'received',
      heading: messages.received,
      phoneLabel: messages.received,
      lines: ['70%'],
      cell: ({ received_at }) => <Moment at={received_at} text={formatTime(received_at)} />,
    },
    {
      key: 'handled',
      heading: messages.handled,
      phoneLabel: messages.handled,
      lines: ['70%'],
      cell: (report, opens) => <Handled report={report} {...opens} />,
    },
  ],
  keyOf: ({ _id }) => _id,
})

function Handled({ report, mayOpenHistory, mayOpenPosts }: Opens & { report: CountedReport }) {
  const { handled_at, entity_type, entity_id } = report
  if (handled_at === null) {
    // Reported posts are posts with their reports.
    if (entity_type === 'post' && !mayOpenPosts) return messages.open
    return (
      <Link to={queues[entity_type]} className={classes.days} aria-label={messages.openQueue(itemOf(report))}>
        {messages.open}
      </Link>
    )
  }
  const time = formatTime(handled_at)
  const moment = <Moment at={handled_at} text={time} />
  if (!mayOpenHistory) return moment
  return (
    <Link
      to={paths.history}
      search={{ record: `${entity_type}:${entity_id}` } as never}
      className={classes.number}
      aria-label={messages.openHistory(time, itemOf(report))}
    >
      {moment}
    </Link>
  )
}
