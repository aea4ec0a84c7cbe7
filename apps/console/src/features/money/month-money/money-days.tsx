import { listMoneyDays } from '@greenroom/contract/money/month-money/month-money.endpoints'
import {
  type DayBasis,
  dayBases,
  type MoneyDay,
} from '@greenroom/contract/money/month-money/month-money.schema'
import { useId } from 'react'
import { useRead } from '../../../lib/api/hooks.ts'
import { formatMonth } from '../../../lib/dates.ts'
import { formatAnyMoney } from '../../../lib/money.ts'
import { ExportButton } from '../../../shared/record/export/export-button.tsx'
import { formatDay } from '../../../ui/day-field-props.ts'
import filter from '../../../ui/filter-bar.module.css'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { PartReading } from '../../../ui/part-reading.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import classes from './month-money.module.css'
import { dayMessages as messages, monthMoneyMessages } from './month-money-messages.ts'

interface MoneyDaysProps {
  month: string
  by: DayBasis
  onBy: (by: DayBasis) => void
}

const sums = ['paid', 'refunded', 'lost', 'net'] as const
type DaySums = Pick<MoneyDay, 'orders' | (typeof sums)[number]>
const choices = [...dayBases].reverse().map((value) => ({ value, label: messages.bases[value] }))

/** What came in and went out on each day of a month, by the day that somebody chooses (OQ-805). */
export function MoneyDays({ month, by, onBy }: MoneyDaysProps) {
  const id = useId()
  const read = useRead(listMoneyDays, { query: { month, by } })
  return (
    <section aria-labelledby={id} className={classes.section}>
      <h2 id={id} className={classes.title}>
        {messages.title}
      </h2>
      <div className={`${filter.bar} ${classes.days}`}>
        <FilterSelect
          className={classes.basis}
          label={messages.by}
          data={choices}
          value={by}
          clearable={false}
          onChange={(value) => {
            const chosen = dayBases.find((one) => one === value)
            if (chosen) onBy(chosen)
          }}
        />
        <ExportButton
          className={`${filter.button} gr-push`}
          title={messages.exportTitle}
          what={read.data && messages.exportWhat(formatMonth(month), messages.bases[by])}
          request={(format) => ({ kind: 'settlements', format, of: 'days', month, by })}
        >
          {messages.export}
        </ExportButton>
      </div>
      <p className="gr-fine gr-quiet">{messages.help[by]}</p>
      {read.data === undefined ? (
        <PartReading
          label={messages.loading}
          failure={messages.loadFailed}
          retry={monthMoneyMessages.retry}
          hasFailed={read.error !== null}
          onRetry={() => void read.refetch()}
        >
          <div className={classes.waiting}>
            {choices.map(({ value }) => (
              <Skeleton key={value} width="100%" />
            ))}
          </div>
        </PartReading>
      ) : read.data.days.length === 0 ? (
        <p className="gr-small gr-quiet">{messages.empty}</p>
      ) : (
        <DayTable days={read.data.days} hasLost={by === 'refunded'} />
      )}
    </section>
  )
}

function DayTable({ days, hasLost }: { days: readonly MoneyDay[]; hasLost: boolean }) {
  const columns = sums.filter((name) => name !== 'lost' || hasLost)
  const currencies = [...new Set(days.map(({ currency }) => currency))]
  const cells = (row: DaySums, currency: string) => (
    <>
      <td data-label={messages.orders}>{row.orders.toLocaleString('en-IN')}</td>
      {columns.map((name) => (
        <td key={name} data-label={messages[name]} data-empty={row[name] === 0 || undefined}>
          {row[name] === 0 && name !== 'net' ? (
            <span className="gr-faint">–</span>
          ) : (
            formatAnyMoney(name === 'refunded' || name === 'lost' ? 0 - row[name] : row[name], currency)
          )}
        </td>
      ))}
    </>
  )
  return (
    <table className={classes.dayTable} aria-label={messages.tableLabel}>
      <thead>
        <tr>
          <th scope="col">{messages.day}</th>
          <th scope="col">{messages.orders}</th>
          {columns.map((name) => (
            <th key={name} scope="col">
              {messages[name]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map((row) => (
          <tr key={`${row.day} ${row.currency}`}>
            <th scope="row">{formatDay(row.day)}</th>
            {cells(row, row.currency)}
          </tr>
        ))}
      </tbody>
      <tfoot>
        {currencies.map((currency) => (
          <tr key={currency}>
            <th scope="row">
              {messages.total}
              {currencies.length > 1 && ` ${currency}`}
            </th>
            {cells(totalOf(days.filter((row) => row.currency === currency)), currency)}
          </tr>
        ))}
      </tfoot>
    </table>
  )
}

function totalOf(days: readonly MoneyDay[]): DaySums {
  const total = { orders: 0, paid: 0, refunded: 0, lost: 0, net: 0 }
  for (const day of days) {
    total.orders += day.orders
    for (const name of sums) total[name] += day[name]
  }
  return total
}
