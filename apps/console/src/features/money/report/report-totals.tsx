import type { SalesSum } from '@greenroom/contract/money/report/report.schema'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import classes from './report.module.css'
import { comparisonLabels, measureLabels, reportMessages as messages } from './report-messages.ts'
import { type Measure, measures, ordersLink, type Report } from './report-search.ts'
import { changeText, daysText, valueText } from './report-texts.ts'

interface ReportTotalsProps {
  total: SalesSum
  previous?: { from: string; to: string; total: SalesSum } | undefined
  report: Report
  onShow: (measure: Measure) => void
}

/** The totals of a report beside those of the earlier period, and the choice of what is shown below them. */
export function ReportTotals({ total, previous, report, onShow }: ReportTotalsProps) {
  const { currency, compare, show } = report
  const ofDays = (days: { from: string; to: string }) => ({
    link: ordersLink(currency, days),
    of: daysText(days),
  })
  return (
    <>
      <ul className={classes.totals} aria-label={messages.totals}>
        {measures.map((name) => {
          const change = changeText(total[name], previous?.total[name])
          return (
            <li key={name} className={classes.total}>
              <span className={classes.name}>{measureLabels[name]}</span>
              <span className={classes.value}>
                <Value value={total[name]} name={name} currency={currency} {...ofDays(report)} />
              </span>
              {previous && compare !== 'none' && (
                <span className={classes.compared}>
                  {change && <span className={classes.change}>{change}</span>} {comparisonLabels[compare]}:{' '}
                  <Value value={previous.total[name]} name={name} currency={currency} {...ofDays(previous)} />
                </span>
              )}
            </li>
          )
        })}
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
    </>
  )
}

interface ValueProps {
  value: number | null
  name: Measure
  currency: Report['currency']
  /** The list with the orders behind the value; absent where the list has no such filter. */
  link?: LinkProps | undefined
  /** Whose orders they are: the days, or a part. */
  of: string
  /** The row has a link for the keyboard already. */
  isRepeated?: boolean
}

/** A number that opens the orders behind it. */
export function Value({ value, name, currency, link, of, isRepeated }: ValueProps): ReactNode {
  if (value === null) return <span className="gr-faint">–</span>
  const text = valueText(value, name, currency)
  if (value === 0) return <span className="gr-faint">{text}</span>
  if (!link) return text
  return (
    <Link
      {...link}
      className={classes.number}
      tabIndex={isRepeated ? -1 : undefined}
      aria-label={messages.open(text, measureLabels[name], of)}
    >
      {text}
    </Link>
  )
}

interface BeforeProps extends Omit<ValueProps, 'value'> {
  now: number | null
  /** undefined where there is nothing to compare with. */
  before: number | null | undefined
}

/** A value of the earlier period, with the change since. */
export function Before({ now, before, ...value }: BeforeProps) {
  if (before === undefined) return <span className="gr-faint">–</span>
  const change = changeText(now, before)
  return (
    <span className={classes.before} title={value.of}>
      <Value value={before} {...value} isRepeated />
      {change && <span className={classes.change}>{change}</span>}
    </span>
  )
}
