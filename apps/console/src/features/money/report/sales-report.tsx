import type { SalesReport as Sales, SalesSum } from '@greenroom/contract/money/report/report.schema'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Chart } from '../../../ui/chart/chart.tsx'
import { type Column, recordTable } from '../../../ui/record-table.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import classes from './report.module.css'
import { comparisonLabels, measureLabels, reportMessages as messages, stepTexts } from './report-messages.ts'
import { type Measure, ordersLink, type Report } from './report-search.ts'
import { axisText, changeText, daysText, tickText, valueText } from './report-texts.ts'

interface SalesReportProps {
  sales: Sales
  report: Report
  onShow: (measure: Measure) => void
}

const measures = Object.keys(measureLabels) as Measure[]

/** The totals of a report, the picture of one of them, and the table of all days, weeks or months. */
export function SalesReport({ sales, report, onShow }: SalesReportProps) {
  const { step, show, currency } = report
  const measure = measureLabels[show]
  return (
    <>
      <ul className={classes.totals} aria-label={messages.totals}>
        {measures.map((name) => (
          <Total key={name} name={name} sales={sales} report={report} />
        ))}
      </ul>
      <p className={classes.explanation}>{messages.explanation}</p>
      <div className={classes.shown}>
        <SegmentedControl
          label={messages.show}
          withLabel={false}
          options={measureLabels}
          value={show}
          onChange={onShow}
        />
      </div>
      <Chart
        label={messages.chart(measure, stepTexts[step], currency)}
        kind={step === 'day' ? 'line' : 'bars'}
        points={sales.steps.map(({ from, sum, previous }) => ({
          day: from,
          value: sum[show] ?? 0,
          ...(sales.previous && { previous: previous ? previous.sum[show] : null }),
        }))}
        names={{ value: daysText(report), previous: sales.previous ? daysText(sales.previous) : '' }}
        format={(value) => valueText(value, show, currency)}
        formatTick={(value) => tickText(value, show, currency)}
        formatDay={(day) => axisText(day, step)}
        height={220}
      />
      <StepTable
        label={messages.table(measureLabels.orders, stepTexts[step])}
        rows={sales.steps.toReversed()}
        report={report}
      />
    </>
  )
}

function Total({ name, sales, report }: { name: Measure; sales: Sales; report: Report }) {
  const { currency } = report
  const value = sales.total[name]
  const before = sales.previous?.total[name]
  const change = changeText(value, before)
  return (
    <li className={classes.total}>
      <span className={classes.name}>{measureLabels[name]}</span>
      <span className={classes.value}>
        <Value value={value} name={name} days={report} report={report} />
      </span>
      {sales.previous && report.compare !== 'none' && (
        <span className={classes.compared}>
          {change && <span className={classes.change}>{change}</span>}{' '}
          <span>
            {comparisonLabels[report.compare]}:{' '}
            <Value value={before ?? null} name={name} days={sales.previous} report={{ currency }} />
          </span>
        </span>
      )}
    </li>
  )
}

interface ValueProps {
  value: number | null
  name: Measure
  /** The days whose orders the value sums up. */
  days: { from: string; to: string }
  report: Pick<Report, 'currency'>
  /** The row has a link for the keyboard already. */
  isRepeated?: boolean
}

/** A number that opens the orders behind it. */
function Value({ value, name, days, report, isRepeated }: ValueProps): ReactNode {
  if (value === null) return <span className="gr-faint">–</span>
  const text = valueText(value, name, report.currency)
  if (value === 0) return <span className="gr-faint">{text}</span>
  return (
    <Link
      {...ordersLink(report.currency, days)}
      className={classes.number}
      tabIndex={isRepeated ? -1 : undefined}
      aria-label={messages.open(text, measureLabels[name], daysText(days))}
    >
      {text}
    </Link>
  )
}

type Step = Sales['steps'][number]
type Context = { report: Report }

const columns: readonly Column<Step, Context>[] = [
  {
    key: 'days',
    heading: messages.days,
    width: '20%',
    isRowHeading: true,
    lines: ['70%'],
    cell: (step, { report }) => (
      <Link {...ordersLink(report.currency, step)} className={classes.days}>
        {daysText(step)}
      </Link>
    ),
  },
  ...(['orders', 'completed', 'refunded', 'net', 'tax', 'average'] as const).map(
    (name: keyof SalesSum): Column<Step, Context> => ({
      key: name,
      heading: measureLabels[name],
      phoneLabel: measureLabels[name],
      isRight: true,
      lines: ['70%'],
      cell: (step, { report }) => (
        <Value value={step.sum[name]} name={name} days={step} report={report} isRepeated />
      ),
    }),
  ),
  {
    key: 'before',
    heading: messages.before,
    phoneLabel: messages.before,
    isRight: true,
    lines: ['70%'],
    cell: ({ previous, sum }, { report }) => {
      if (!previous) return <span className="gr-faint">–</span>
      const before = previous.sum[report.show]
      const change = changeText(sum[report.show], before)
      return (
        <span className={classes.before} title={daysText(previous)}>
          <Value value={before} name={report.show} days={previous} report={report} isRepeated />
          {change && <span className={classes.change}>{change}</span>}
        </span>
      )
    },
  },
]

const StepTable = recordTable<Step, Context>({
  label: '',
  loading: messages.loading,
  className: classes.table,
  columns,
  keyOf: ({ from }) => from,
})
