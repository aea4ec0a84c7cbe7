import { addDays, daysBetween } from '@greenroom/contract/calendar-day'
import { getLeadFunnel, noSource } from '@greenroom/contract/people/advisory/advisory.endpoints'
import {
  type LeadStage,
  leadStages,
  longestFunnelDays,
} from '@greenroom/contract/people/advisory/lead-pipeline.rules'
import type { StageCounts } from '@greenroom/contract/people/advisory/lead-pipeline.schema'
import { IconHeadset } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRead } from '../../../lib/api/hooks.ts'
import { businessDay } from '../../../lib/dates.ts'
import { paths } from '../../../lib/paths.ts'
import { BusinessDaysNote } from '../../../shared/field/business-days/business-days-note.tsx'
import { DayField } from '../../../shared/field/date-field/day-field.tsx'
import { LoadFailure } from '../../../shared/record/record-list/load-failure.tsx'
import filter from '../../../ui/filter-bar.module.css'
import { type Column, recordTable } from '../../../ui/record-table.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { leadMessages, sourceMessages as messages } from './advisory-messages.ts'
import classes from './lead-figures.module.css'
import { type LeadSearch, spanQuery } from './lead-search.ts'

/** Days shown by default, including today. */
const daysShown = 90

interface LeadSourcesProps {
  search: LeadSearch
  go: (changes: LeadSearch, options?: { replace?: boolean }) => void
}

/** How far leads came, by source; each number opens its leads (OQ-505). */
export function LeadSources({ search, go }: LeadSourcesProps) {
  const today = businessDay()
  const to = search.to ?? today
  const from = search.from ?? addDays(to, 1 - daysShown)
  const refusal =
    from > to ? messages.reversed : daysBetween(from, to) >= longestFunnelDays ? messages.tooLong : undefined
  return (
    <>
      <div className={`${filter.bar} ${classes.days}`}>
        <DayField
          label={messages.from}
          value={from}
          max={today}
          isPast
          className={classes.day}
          onChange={(day) => go({ from: day ?? undefined })}
        />
        <DayField
          label={messages.to}
          value={to}
          max={today}
          isPast
          className={classes.day}
          onChange={(day) => go({ to: day ?? undefined })}
        />
      </div>
      <BusinessDaysNote className={classes.help} />
      {refusal === undefined ? (
        <Funnel from={from} to={to} />
      ) : (
        <p className={classes.refusal} role="alert">
          {refusal}
        </p>
      )}
    </>
  )
}

/** A source, or without one the total. */
interface Row {
  name: string
  source: string | undefined
  counts: StageCounts
}

function Funnel({ from, to }: { from: string; to: string }) {
  const { data, error, refetch } = useRead(getLeadFunnel, {
    query: spanQuery({ from, to }) as { start_date: string; end_date: string },
  })
  if (!data && error) {
    return <LoadFailure title={messages.loadFailed} error={error} onRetry={() => void refetch()} />
  }
  if (!data) {
    return <FunnelTable.Skeleton count={6} />
  }
  if (data.total.booked === 0) {
    return <StatePanel kind="empty" icon={IconHeadset} title={messages.empty} help={messages.emptyHelp} />
  }
  const rows: Row[] = [
    { name: messages.all, source: undefined, counts: data.total },
    ...data.sources.map(({ source, ...counts }) => ({
      name: source || leadMessages.noSource,
      source: source || noSource,
      counts,
    })),
  ]
  return (
    <>
      <p className={classes.help}>{messages.help}</p>
      <FunnelTable rows={rows} from={from} to={to} />
      {data.omitted > 0 && <p className={classes.help}>{messages.omitted(data.omitted)}</p>}
    </>
  )
}

/** The number of a stage with its share of the booked leads, and a bar of that share. */
function Bar({
  name,
  stage,
  counts,
  search,
}: {
  name: string
  stage: LeadStage
  counts: StageCounts
  search: LeadSearch
}) {
  const count = counts[stage]
  const share = (100 * count) / counts.booked
  return (
    <span className={classes.bar}>
      {count === 0 ? (
        <span className="gr-faint">0</span>
      ) : (
        <Link
          to={paths.advisoryLeads}
          search={search as never}
          className={classes.number}
          aria-label={messages.open(count, leadMessages.stages[stage].toLowerCase(), name)}
        >
          {count}
        </Link>
      )}
      {stage !== 'booked' && <span className={classes.share}>{messages.share(share.toFixed(0))}</span>}
      <span className={classes.track} aria-hidden="true">
        <span className={classes.fill} style={{ width: `${share}%` }} />
      </span>
    </span>
  )
}

const columns: readonly Column<Row, { from: string; to: string }>[] = [
  {
    key: 'source',
    heading: leadMessages.source,
    width: '26%',
    className: classes.name,
    isRowHeading: true,
    lines: ['70%'],
    attributes: ({ name }) => ({ title: name }),
    cell: ({ name }) => name,
  },
  ...leadStages.map(
    (stage): Column<Row, { from: string; to: string }> => ({
      key: stage,
      heading: leadMessages.stages[stage],
      phoneLabel: leadMessages.stages[stage],
      isRight: true,
      lines: ['70%'],
      cell: ({ source, ...row }, span) => (
        <Bar {...row} stage={stage} search={{ source, reached: stage, ...span }} />
      ),
    }),
  ),
]
const FunnelTable = recordTable({
  label: messages.label,
  loading: messages.loading,
  className: classes.table,
  columns,
  keyOf: ({ source }) => source ?? '',
  rowAttributes: ({ source }) => ({ 'data-total': source === undefined || undefined }),
})
