import { getBuyersReport } from '@greenroom/contract/money/report/report.endpoints'
import type { BuyerCounts, BuyersReport as Buyers } from '@greenroom/contract/money/report/report.schema'
import { useRead } from '../../../lib/api/hooks.ts'
import { buyerLabels, buyerMessages } from './other-report-messages.ts'
import classes from './report.module.css'
import { reportMessages as messages } from './report-messages.ts'
import { ReportRead, type ShownProps } from './report-read.tsx'
import { ordersLink, type Report, salesQuery } from './report-search.ts'
import { countText } from './report-texts.ts'
import { Totals } from './report-values.tsx'
import { stepsReport } from './steps-report.tsx'

const texts = { labels: buyerLabels, format: countText }
const Steps = stepsReport<keyof BuyerCounts>(texts)

/** How many people paid, new and returning: their totals, a picture, and the table of days, weeks or months. */
export function BuyersReport({ enabled, ...shown }: ShownProps) {
  const query = salesQuery(shown.report)
  const read = useRead(getBuyersReport, { query }, { enabled, keepPrevious: false })
  return (
    <ReportRead
      read={read}
      isEmpty={({ total, previous }) => total.buyers === 0 && !previous?.total.buyers}
      {...shown}
    >
      {(buyers) => <Shown buyers={buyers} report={shown.report} />}
    </ReportRead>
  )
}

function Shown({ buyers, report }: { buyers: Buyers; report: Report }) {
  const { total, previous, steps } = buyers
  const { currency, compare } = report
  return (
    <>
      <Totals
        texts={texts}
        total={total}
        previous={previous?.total}
        compare={compare}
        now={report}
        before={previous}
      />
      <p className={classes.explanation}>{buyerMessages.explanation}</p>
      <Steps
        report={report}
        steps={steps.map(({ counts, previous: before, ...days }) => ({
          ...days,
          values: counts,
          previous: before && { ...before, values: before.counts },
        }))}
        previous={previous}
        shown="buyers"
        texts={texts}
        // The list has orders, so the days open them and a number of buyers opens none.
        linkOf={(days, name) => (name === undefined ? ordersLink(currency, days) : undefined)}
        label={{
          chart: (measure, step) => messages.chart(measure, step, currency),
          table: buyerMessages.table,
        }}
      />
    </>
  )
}
