import { getPartsReport } from '@greenroom/contract/money/report/report.endpoints'
import type { ReportDimension } from '@greenroom/contract/money/report/report.rules'
import type { PartsReport as Parts, ReportPart } from '@greenroom/contract/money/report/report.schema'
import { Link } from '@tanstack/react-router'
import { useRead } from '../../../lib/api/hooks.ts'
import { type Column, recordTable } from '../../../ui/record-table.tsx'
import classes from './report.module.css'
import { measureLabels, reportMessages as messages } from './report-messages.ts'
import { dimensionLabels, partLink, partText } from './report-parts.ts'
import { hasNoOrders, ReportRead, type ShownProps } from './report-read.tsx'
import { measures, partsQuery, type Report } from './report-search.ts'
import { daysText } from './report-texts.ts'
import { ReportTotals, saleTexts } from './report-totals.tsx'
import { Before, Value } from './report-values.tsx'

/** The orders of a period by what they have in common, each with its share as a bar. */
export function PartsReport({ enabled, dimension, ...shown }: ShownProps & { dimension: ReportDimension }) {
  const { report, go } = shown
  const query = partsQuery(report, dimension)
  const read = useRead(getPartsReport, { query }, { enabled, keepPrevious: false })
  return (
    <ReportRead read={read} isEmpty={hasNoOrders} {...shown}>
      {(parts) => (
        <>
          <ReportTotals {...parts} report={report} onShow={(show) => go({ show })} />
          <Rows parts={parts} report={report} dimension={dimension} />
        </>
      )}
    </ReportRead>
  )
}

interface RowsProps {
  report: Report
  dimension: ReportDimension
  parts: Parts
}

function Rows({ parts: { total, previous, parts, others }, ...shown }: RowsProps) {
  const rest: Row = { key: null, name: null, type: null, sum: others.sum, others: others.count }
  const rows: Row[] = others.count > 0 ? [...parts, rest] : parts
  return (
    <PartTable
      label={dimensionLabels[shown.dimension]}
      rows={rows}
      {...shown}
      all={total[shown.report.show] ?? 0}
      previous={previous}
    />
  )
}

type Row = ReportPart & {
  /** How many parts this row adds up. */
  others?: number
}

interface Context {
  report: Report
  dimension: ReportDimension
  /** The total of what is shown, of which a bar is a share. */
  all: number
  previous: { from: string; to: string } | undefined
}

const nameOf = ({ name, others }: Row, dimension: ReportDimension) =>
  others ? messages.others(others) : partText(name, dimension)
const linkOf = (row: Row, days: { from: string; to: string }, { report, dimension }: Context) =>
  row.others ? undefined : partLink(report.currency, days, dimension, row)

const columns: readonly Column<Row, Context>[] = [
  {
    key: 'name',
    heading: messages.name,
    width: '18%',
    isRowHeading: true,
    className: classes.part,
    lines: ['70%'],
    cell: (row, context) => {
      const link = linkOf(row, context.report, context)
      const name = nameOf(row, context.dimension)
      // A row that only the earlier period has leads to its orders there.
      return link && row.sum.orders > 0 ? (
        <Link {...link} className={classes.days}>
          {name}
        </Link>
      ) : (
        name
      )
    },
  },
  {
    key: 'share',
    heading: messages.share,
    phoneLabel: messages.share,
    width: 116,
    lines: ['70%'],
    // An average has no share.
    cell: ({ sum }, { report: { show }, all }) => {
      const share = show === 'average' || all <= 0 ? undefined : (100 * (sum[show] ?? 0)) / all
      if (share === undefined) return <span className="gr-faint">–</span>
      return (
        <span className={classes.share}>
          <span className={classes.track} aria-hidden="true">
            <span className={classes.fill} style={{ width: `${Math.min(100, Math.max(0, share))}%` }} />
          </span>
          {messages.percent(share)}
        </span>
      )
    },
  },
  ...measures.map(
    (name): Column<Row, Context> => ({
      key: name,
      heading: measureLabels[name],
      phoneLabel: measureLabels[name],
      isRight: true,
      lines: ['70%'],
      cell: (row, context) => (
        <Value
          texts={saleTexts(context.report.currency)}
          name={name}
          value={row.sum[name]}
          link={linkOf(row, context.report, context)}
          of={nameOf(row, context.dimension)}
          isRepeated
        />
      ),
    }),
  ),
  {
    key: 'before',
    heading: messages.before,
    phoneLabel: messages.before,
    width: 172,
    isRight: true,
    lines: ['70%'],
    cell: (row, context) => (
      <Before
        texts={saleTexts(context.report.currency)}
        name={context.report.show}
        now={row.sum[context.report.show]}
        before={row.previous?.[context.report.show]}
        link={context.previous && linkOf(row, context.previous, context)}
        of={context.previous ? daysText(context.previous) : ''}
      />
    ),
  },
]

const PartTable = recordTable<Row, Context>({
  label: messages.name,
  loading: messages.loading,
  className: classes.table,
  hasFocus: true,
  columns,
  keyOf: ({ key, others }) => (others ? 'others' : `of ${key}`),
})
