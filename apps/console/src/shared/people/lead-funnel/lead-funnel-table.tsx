import { noSource } from '@greenroom/contract/people/advisory/advisory.endpoints'
import { type LeadStage, leadStages } from '@greenroom/contract/people/advisory/lead-pipeline.rules'
import type { LeadFunnel, StageCounts } from '@greenroom/contract/people/advisory/lead-pipeline.schema'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../lib/paths.ts'
import { type Column, recordTable } from '../../../ui/record-table.tsx'
import classes from './lead-figures.module.css'
import { leadStageLabels, funnelMessages as messages } from './lead-funnel-messages.ts'

interface Span {
  /** First and last business day of the bookings, YYYY-MM-DD. */
  from: string
  to: string
}

/** A source, or without one the total. */
interface Row {
  name: string
  source: string | undefined
  counts: StageCounts
}

/** How far leads came, by source; each number opens its leads (OQ-505). */
export function LeadFunnelTable({ funnel, ...span }: Span & { funnel: LeadFunnel }) {
  const rows: Row[] = [
    { name: messages.all, source: undefined, counts: funnel.total },
    ...funnel.sources.map(({ source, ...counts }) => ({
      name: source || messages.noSource,
      source: source || noSource,
      counts,
    })),
  ]
  return (
    <>
      <p className={classes.help}>{messages.help}</p>
      <FunnelTable rows={rows} {...span} />
      {funnel.omitted > 0 && <p className={classes.help}>{messages.omitted(funnel.omitted)}</p>}
    </>
  )
}

/** Returns the link to the leads that were booked in some days and reached a stage. */
export function leadsLink(span: Span, reached: LeadStage, source?: string) {
  return { to: paths.advisoryLeads, search: { source, reached, ...span } as never } as const
}

/** The number of a stage with its share of the booked leads, and a bar of that share. All are booked: no bar says so. */
function Bar({ name, stage, counts, source, span }: Row & { stage: LeadStage; span: Span }) {
  const count = counts[stage]
  const share = (100 * count) / counts.booked
  return (
    <span className={classes.bar}>
      {count === 0 ? (
        <span className={classes.none}>0</span>
      ) : (
        <Link
          {...leadsLink(span, stage, source)}
          className={classes.number}
          aria-label={messages.open(count, leadStageLabels[stage].toLowerCase(), name)}
        >
          {count}
        </Link>
      )}
      {stage !== 'booked' && <span className={classes.share}>{messages.share(share.toFixed(0))}</span>}
      <span className={classes.track} data-empty={stage === 'booked' || undefined} aria-hidden="true">
        <span className={classes.fill} style={{ width: `${share}%` }} />
      </span>
    </span>
  )
}

const columns: readonly Column<Row, Span>[] = [
  {
    key: 'source',
    heading: messages.source,
    width: '26%',
    className: classes.name,
    isRowHeading: true,
    lines: ['70%'],
    attributes: ({ name }) => ({ title: name }),
    cell: ({ name }) => name,
  },
  ...leadStages.map(
    (stage): Column<Row, Span> => ({
      key: stage,
      heading: leadStageLabels[stage],
      phoneLabel: leadStageLabels[stage],
      isRight: true,
      lines: ['70%'],
      cell: (row, span) => <Bar {...row} stage={stage} span={span} />,
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

export const LeadFunnelSkeleton = FunnelTable.Skeleton
