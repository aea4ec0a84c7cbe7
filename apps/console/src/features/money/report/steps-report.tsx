import { Link, type LinkProps } from '@tanstack/react-router'
import { type Column, recordTable } from '../../../ui/record-table.tsx'
import classes from './report.module.css'
import { ReportChart } from './report-chart.tsx'
import { reportMessages as messages, stepTexts } from './report-messages.ts'
import type { Report } from './report-search.ts'
import { axisText, daysText } from './report-texts.ts'
import { Before, type Days, namesOf, Value, type Values, type ValueTexts } from './report-values.tsx'

/** The values of a day, week or month, and of the same part of the earlier period. */
interface Step<Name extends string> extends Days {
  values: Values<Name>
  /** null where the earlier period has no such day; undefined without one. */
  previous?: (Days & { values: Values<Name> }) | null | undefined
}

interface StepsReportProps<Name extends string> {
  report: Report
  /** The earliest first. */
  steps: readonly Step<Name>[]
  previous: Days | undefined
  /** The value that the picture shows, and that is compared. */
  shown: Name
  texts: ValueTexts<Name>
  /** Formats a value for the axis; as the texts if absent. */
  formatTick?: ((value: number) => string) | undefined
  /** The list with the rows of some days; of one value if it differs. Absent where the viewer opens none. */
  linkOf: (days: Days, name?: Name) => LinkProps | undefined
  /** What the picture is of: "Collected", and the names of the table and the picture. */
  label: { chart: (measure: string, step: string) => string; table: (step: string) => string }
}

/**
 * Declares a report by day, week or month: the picture of one value, and the table of all.
 * @param texts the labels of the values, in the order of the columns
 */
export function stepsReport<Name extends string>(texts: Pick<ValueTexts<Name>, 'labels'>) {
  type Context = Pick<StepsReportProps<Name>, 'texts' | 'shown' | 'linkOf'>
  const number = { isRight: true, lines: ['70%'] } as const
  const columns: readonly Column<Step<Name>, Context>[] = [
    {
      key: 'days',
      heading: messages.days,
      width: '18%',
      isRowHeading: true,
      lines: ['70%'],
      cell: (step, { linkOf }) => {
        const link = linkOf(step)
        if (!link) return <span className={classes.part}>{daysText(step)}</span>
        return (
          <Link {...link} className={classes.days}>
            {daysText(step)}
          </Link>
        )
      },
    },
    ...namesOf(texts).map(
      (name): Column<Step<Name>, Context> => ({
        key: name,
        heading: texts.labels[name],
        phoneLabel: texts.labels[name],
        ...number,
        cell: (step, { texts: all, linkOf }) => (
          <Value
            texts={all}
            name={name}
            value={step.values[name]}
            link={linkOf(step, name)}
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
      width: 172,
      ...number,
      cell: ({ values, previous }, { shown, texts: all, linkOf }) => (
        <Before
          texts={all}
          name={shown}
          now={values[shown]}
          before={previous?.values[shown]}
          link={previous ? linkOf(previous, shown) : undefined}
          of={previous ? daysText(previous) : ''}
        />
      ),
    },
  ]
  const Table = recordTable<Step<Name>, Context>({
    label: messages.days,
    loading: messages.loading,
    className: classes.table,
    hasFocus: true,
    columns,
    keyOf: ({ from }) => from,
  })

  return function StepsReport({
    report,
    steps,
    previous,
    formatTick,
    label,
    ...shown
  }: StepsReportProps<Name>) {
    const { texts: all, shown: name } = shown
    const format = (value: number) => all.format(value, name)
    return (
      <ReportChart
        label={label.chart(all.labels[name], stepTexts[report.step])}
        kind={report.step === 'day' ? 'line' : 'bars'}
        points={steps.map(({ from, values, previous: before }) => ({
          day: from,
          value: values[name] ?? 0,
          ...(previous && { previous: before ? before.values[name] : null }),
        }))}
        days={report}
        previous={previous}
        format={format}
        formatTick={formatTick ?? format}
        formatDay={(day) => axisText(day, report.step)}
      >
        <Table label={label.table(stepTexts[report.step])} rows={steps.toReversed()} {...shown} />
      </ReportChart>
    )
  }
}
