import { daysOfChart } from '@greenroom/contract/desk/overview/overview.rules'
import type { DaySum } from '@greenroom/contract/desk/overview/overview.schema'
import type { CurrencyCode } from '@greenroom/contract/money'
import { Link } from '@tanstack/react-router'
import { formatMoney } from '../../../lib/money.ts'
import classes from './money-chart.module.css'
import { ordersLink } from './overview-links.ts'
import { moneyMessages as messages } from './overview-messages.ts'
import { dayText } from './overview-texts.ts'

interface MoneyChartProps {
  money: readonly DaySum[]
  currency: CurrencyCode
  /** YYYY-MM-DD */
  today: string
  /** Shows the table with the same data. */
  isTable: boolean
}

const days = 30
const height = 72
/** Width of a bar's place; the bar leaves a gap of 2. */
const step = 10

/** The sums of the last thirty days as bars, or as a table (OQ-446). */
export function MoneyChart({ money, currency, today, isTable }: MoneyChartProps) {
  const sums = daysOfChart(money, currency, today, days)
  if (isTable) return <DayTable sums={sums} currency={currency} />
  const highest = sums.reduce((most, sum) => (sum.net > most.net ? sum : most))
  const label = messages.chart(
    currency,
    highest.net > 0 ? messages.most(formatMoney(highest.net, currency), dayText(highest.from)) : null,
  )
  return (
    <figure className={classes.figure}>
      <svg
        className={classes.chart}
        viewBox={`0 0 ${days * step} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        <line className={classes.ground} x1="0" x2={days * step} y1={height - 0.5} y2={height - 0.5} />
        {sums.map((sum, n) => {
          const tall = highest.net > 0 ? Math.max(0, sum.net / highest.net) * (height - 1) : 0
          return (
            <rect
              key={sum.from}
              className={classes.bar}
              data-today={sum.from === today || undefined}
              x={n * step + 1}
              width={step - 2}
              y={height - tall}
              height={tall}
            >
              <title>{`${dayText(sum.from)}: ${formatMoney(sum.net, currency)}`}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption className={classes.caption} aria-hidden="true">
        <span>{dayText(sums[0]?.from ?? today)}</span>
        <span>{dayText(today)}</span>
      </figcaption>
    </figure>
  )
}

function DayTable({ sums, currency }: { sums: ReturnType<typeof daysOfChart>; currency: CurrencyCode }) {
  const { columns } = messages
  const money = (minor: number) => formatMoney(minor, currency)
  return (
    <section className={classes.scroll} aria-label={messages.tableLabel(currency)}>
      <table className={classes.table} aria-label={messages.tableLabel(currency)}>
        <thead>
          <tr>
            <th scope="col">{columns.day}</th>
            <th scope="col">{columns.orders}</th>
            <th scope="col">{columns.completed}</th>
            <th scope="col">{columns.refunded}</th>
            <th scope="col">{columns.net}</th>
          </tr>
        </thead>
        <tbody>
          {sums.toReversed().map((sum) => (
            <tr key={sum.from}>
              <th scope="row">
                <Link {...ordersLink(currency, sum)} className="gr-underline">
                  {dayText(sum.from)}
                </Link>
              </th>
              <td>{sum.orders.toLocaleString('en-IN')}</td>
              <td>{money(sum.completed)}</td>
              <td>{money(sum.refunded)}</td>
              <td>{money(sum.net)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
