import type { SalesReport as Sales } from '@greenroom/contract/money/report/report.schema'
import { measureLabels, reportMessages as messages } from './report-messages.ts'
import { type Measure, ordersLink, type Report } from './report-search.ts'
import { tickText } from './report-texts.ts'
import { saleTexts } from './report-totals.tsx'
import { stepsReport } from './steps-report.tsx'

const Steps = stepsReport<Measure>({ labels: measureLabels })

/** The picture of one measure, and the table of all days, weeks or months. */
export function SalesReport({ sales, report }: { sales: Sales; report: Report }) {
  const { show, currency } = report
  return (
    <Steps
      report={report}
      steps={sales.steps.map(({ sum, previous, ...days }) => ({
        ...days,
        values: sum,
        previous: previous && { ...previous, values: previous.sum },
      }))}
      previous={sales.previous}
      shown={show}
      texts={saleTexts(currency)}
      formatTick={(value) => tickText(value, show, currency)}
      linkOf={(days) => ordersLink(currency, days)}
      label={{ chart: (measure, step) => messages.chart(measure, step, currency), table: messages.table }}
    />
  )
}
