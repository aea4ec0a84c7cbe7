import type { CurrencyCode } from '@greenroom/contract/money'
import type { SalesSum } from '@greenroom/contract/money/report/report.schema'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import classes from './report.module.css'
import { measureLabels, reportMessages as messages } from './report-messages.ts'
import { type Measure, ordersLink, type Report } from './report-search.ts'
import { valueText } from './report-texts.ts'
import { Totals, type ValueTexts } from './report-values.tsx'

/** Names and formats the sums of orders in a currency. */
export function saleTexts(currency: CurrencyCode): ValueTexts<Measure> {
  return { labels: measureLabels, format: (value, name) => valueText(value, name, currency) }
}

interface ReportTotalsProps {
  total: SalesSum
  previous?: { from: string; to: string; total: SalesSum } | undefined
  report: Report
  onShow: (measure: Measure) => void
}

/** The totals of orders beside those of the earlier period, and the choice of what is shown below them. */
export function ReportTotals({ total, previous, report, onShow }: ReportTotalsProps) {
  const { currency, compare, show } = report
  return (
    <>
      <Totals
        texts={saleTexts(currency)}
        total={total}
        previous={previous?.total}
        compare={compare}
        now={report}
        before={previous}
        linkOf={(days) => ordersLink(currency, days)}
      />
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
