import type { SpanSum } from '@greenroom/contract/desk/overview/overview.rules'
import type { CurrencyCode } from '@greenroom/contract/money'
import { Link } from '@tanstack/react-router'
import { formatMoney } from '../../../lib/money.ts'
import classes from './day-table.module.css'
import { ordersLink } from './overview-links.ts'
import { moneyMessages as messages } from './overview-messages.ts'
import { dayText } from './overview-texts.ts'

interface DayTableProps {
  days: readonly { now: SpanSum; before: SpanSum }[]
  currency: CurrencyCode
}

/** The days of the chart as a table, the latest first. */
export function DayTable({ days, currency }: DayTableProps) {
  const { columns } = messages
  const money = (minor: number) => formatMoney(minor, currency)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys scroll it
    <section className={classes.scroll} aria-label={messages.tableLabel(currency)} tabIndex={0}>
      <table className={classes.table} aria-label={messages.tableLabel(currency)}>
        <thead>
          <tr>
            <th scope="col">{columns.day}</th>
            <th scope="col">{columns.orders}</th>
            <th scope="col">{columns.completed}</th>
            <th scope="col">{columns.refunded}</th>
            <th scope="col">{columns.net}</th>
            <th scope="col">{columns.before(days.length)}</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ now, before }) => (
            <tr key={now.from}>
              <th scope="row">
                <Link {...ordersLink(currency, now)} className="gr-underline">
                  {dayText(now.from)}
                </Link>
              </th>
              <td>{now.orders.toLocaleString('en-IN')}</td>
              <td>{money(now.completed)}</td>
              <td>{money(now.refunded)}</td>
              <td>{money(now.net)}</td>
              <td>{money(before.net)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
