import type { GstReturnSummary, TaxSum } from '@greenroom/contract/money/gst-return/gst-return.schema'
import { formatMoney } from '../../../lib/money.ts'
import { PartReading } from '../../../ui/part-reading.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { gstTableLabels, monthPageMessages as messages, monthColumns } from './month-messages.ts'
import classes from './month-sums.module.css'

const amounts = ['taxable', 'cgst', 'sgst', 'igst', 'total'] as const

/** The tables of GSTR-1 with their sums, below them those of the registers. */
export function MonthSums({
  summary,
  hasFailed,
  onRetry,
}: {
  summary: GstReturnSummary | undefined
  hasFailed: boolean
  onRetry: () => void
}) {
  if (summary === undefined) {
    return (
      <PartReading
        label={messages.sumsLoading}
        failure={messages.sumsFailed}
        retry={messages.retry}
        hasFailed={hasFailed}
        onRetry={onRetry}
      >
        <div className={classes.waiting}>
          {gstRows.map((table) => (
            <Skeleton key={table} width="100%" />
          ))}
        </div>
      </PartReading>
    )
  }
  const row = (key: string, label: string, sum: TaxSum) => (
    <tr key={key} data-sum={key} data-empty={sum.count === 0 || undefined}>
      <th scope="row">
        {label} <span className="gr-faint">({sum.count.toLocaleString('en-IN')})</span>
      </th>
      {amounts.map((one) => (
        <td key={one} data-label={monthColumns[one]}>
          {sum[one] === 0 ? <span className="gr-faint">–</span> : formatMoney(sum[one], 'INR')}
        </td>
      ))}
    </tr>
  )
  return (
    <table className={classes.table} aria-label={messages.tables}>
      <thead>
        <tr>
          <th scope="col">{messages.tables}</th>
          {amounts.map((one) => (
            <th key={one} scope="col">
              {monthColumns[one]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{summary.tables.map(({ table, ...sum }) => row(table, gstTableLabels[table], sum))}</tbody>
      <tfoot>
        {row('reported', messages.reported, summary.reported)}
        {row('registered', messages.registered, summary.registered)}
      </tfoot>
    </table>
  )
}

const gstRows = Object.keys(gstTableLabels)
