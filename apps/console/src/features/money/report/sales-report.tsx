import type { SalesReport as Sales } from '@greenroom/contract/money/report/report.schema'
import { Link } from '@tanstack/react-router'
import { Chart } from '../../../ui/chart/chart.tsx'
import { type Column, recordTable } from '../../../ui/record-table.tsx'
import classes from './report.module.css'
import { measureLabels, reportMessages as messages, stepTexts } from './report-messages.ts'
import { measures, ordersLink, type Report } from './report-search.ts'
import { axisText, daysText, tickText, valueText } from './report-texts.ts'
import { Before, Value } from './report-totals.tsx'

/** The picture of one measure, and the table of all days, weeks or months. */
export function SalesReport({ sales, report }: { sales: Sales; report: Report }) {
  const { step, show, currency } = report
  return (
    <>
      <Chart
        label={messages.chart(measureLabels[show], stepTexts[step], currency)}
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
      <StepTable label={messages.table(stepTexts[step])} rows={sales.steps.toReversed()} report={report} />
    </>
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
  ...measures.map(
    (name): Column<Step, Context> => ({
      key: name,
      heading: measureLabels[name],
      phoneLabel: measureLabels[name],
      isRight: true,
      lines: ['70%'],
      cell: (step, { report: { currency } }) => (
        <Value
          value={step.sum[name]}
          name={name}
          currency={currency}
          link={ordersLink(currency, step)}
          of={daysText(step)}
          isRepeated
        />
      ),
    }),
  ),
  {
    key: 'before',
    heading: messages.before,
    phoneLabel: messages.before,
    isRight: true,
    lines: ['70%'],
    cell: ({ previous, sum }, { report: { show, currency } }) => (
      <Before
        now={sum[show]}
        before={previous?.sum[show]}
        name={show}
        currency={currency}
        link={previous ? ordersLink(currency, previous) : undefined}
        of={previous ? daysText(previous) : ''}
      />
    ),
  },
]

const StepTable = recordTable<Step, Context>({
  label: messages.days,
  loading: messages.loading,
  className: classes.table,
  columns,
  keyOf: ({ from }) => from,
})
