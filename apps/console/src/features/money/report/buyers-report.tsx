import type { BuyerCounts, BuyersReport as Buyers } from '@greenroom/contract/money/report/report.schema'
import { Link } from '@tanstack/react-router'
import { Chart } from '../../../ui/chart/chart.tsx'
import { type Column, recordTable } from '../../../ui/record-table.tsx'
import classes from './report.module.css'
import { buyerLabels, comparisonLabels, reportMessages as messages, stepTexts } from './report-messages.ts'
import { ordersLink, type Report } from './report-search.ts'
import { axisText, changeText, countText, daysText } from './report-texts.ts'

const names = Object.keys(buyerLabels) as (keyof BuyerCounts)[]

/** How many people paid, new and returning: their totals, a picture, and the table of days, weeks or months. */
export function BuyersReport({ buyers, report }: { buyers: Buyers; report: Report }) {
  const { total, previous, steps } = buyers
  const { step, currency, compare } = report
  return (
    <>
      <ul className={classes.totals} aria-label={messages.totals}>
        {names.map((name) => {
          const change = changeText(total[name], previous?.total[name])
          return (
            <li key={name} className={classes.total}>
              <span className={classes.name}>{buyerLabels[name]}</span>
              <span className={classes.value}>{countText(total[name])}</span>
              {previous && compare !== 'none' && (
                <span className={classes.compared}>
                  {change && <span className={classes.change}>{change}</span>} {comparisonLabels[compare]}:{' '}
                  {countText(previous.total[name])}
                </span>
              )}
            </li>
          )
        })}
      </ul>
      <p className={classes.explanation}>{messages.buyersExplanation}</p>
      <Chart
        label={messages.chart(buyerLabels.buyers, stepTexts[step], currency)}
        kind={step === 'day' ? 'line' : 'bars'}
        points={steps.map(({ from, counts, previous: before }) => ({
          day: from,
          value: counts.buyers,
          ...(previous && { previous: before ? before.counts.buyers : null }),
        }))}
        names={{ value: daysText(report), previous: previous ? daysText(previous) : '' }}
        format={countText}
        formatDay={(day) => axisText(day, step)}
        height={220}
      />
      <BuyerTable label={messages.buyersTable(stepTexts[step])} rows={steps.toReversed()} report={report} />
    </>
  )
}

type Step = Buyers['steps'][number]
type Context = { report: Report }

const columns: readonly Column<Step, Context>[] = [
  {
    key: 'days',
    heading: messages.days,
    width: '30%',
    isRowHeading: true,
    lines: ['70%'],
    cell: (step, { report }) => (
      <Link {...ordersLink(report.currency, step)} className={classes.days}>
        {daysText(step)}
      </Link>
    ),
  },
  ...names.map(
    (name): Column<Step, Context> => ({
      key: name,
      heading: buyerLabels[name],
      phoneLabel: buyerLabels[name],
      isRight: true,
      lines: ['70%'],
      cell: ({ counts }) => countText(counts[name]),
    }),
  ),
  {
    key: 'before',
    heading: messages.before,
    phoneLabel: messages.before,
    isRight: true,
    lines: ['70%'],
    cell: ({ counts, previous }) => {
      if (!previous) return <span className="gr-faint">–</span>
      const change = changeText(counts.buyers, previous.counts.buyers)
      return (
        <span className={classes.before} title={daysText(previous)}>
          {countText(previous.counts.buyers)}
          {change && <span className={classes.change}>{change}</span>}
        </span>
      )
    },
  },
]

const BuyerTable = recordTable<Step, Context>({
  label: messages.days,
  loading: messages.loading,
  className: classes.table,
  columns,
  keyOf: ({ from }) => from,
})
