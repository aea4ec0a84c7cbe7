import type { GstReturnSummary } from '@greenroom/contract/money/gst-return/gst-return.schema'
import type { CurrencyMoney } from '@greenroom/contract/money/month-money/month-money.schema'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { formatAnyMoney } from '../../../lib/money.ts'
import { paths } from '../../../lib/paths.ts'
import { StatusGlyph } from '../../../ui/status-glyph.tsx'
import classes from './month-money.module.css'
import { monthMoneyMessages as messages } from './month-money-messages.ts'
import { type TieRow, type TieSection, tieSections } from './tie-rows.ts'

interface MonthTieProps {
  month: string
  money: CurrencyMoney
  /** The return of the month, which is in rupees. */
  summary: GstReturnSummary | undefined
  /** There is no other currency, so none is named. */
  isAlone: boolean
}

/** The money of a month in one currency, from the gateway to the return (OQ-804). */
export function MonthTie({ month, money, summary, isAlone }: MonthTieProps) {
  const { currency } = money
  return (
    <div className={classes.sections}>
      {tieSections(money, summary).map((section) => (
        <Section
          key={section.key}
          section={section}
          title={isAlone ? section.title : messages.inCurrency(section.title, currency)}
          currency={currency}
          month={month}
        />
      ))}
    </div>
  )
}

function Section({
  section: { help, rows },
  title,
  currency,
  month,
}: {
  section: TieSection
  title: string
  currency: string
  month: string
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes.section}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      <p className="gr-fine gr-quiet">{help}</p>
      <table className={classes.table} aria-labelledby={id}>
        <thead className="gr-unseen">
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">{messages.counted}</th>
            <th scope="col">{messages.amount}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.label}
              data-total={row.isTotal}
              data-beside={row.isBeside}
              data-open={row.isOpen || undefined}
            >
              <th scope="row">
                {row.isOpen && <StatusGlyph shape="ring" tone="warn" />}
                <Label row={row} month={month} />
              </th>
              <td className="gr-faint">{row.count?.toLocaleString('en-IN')}</td>
              <td>
                {row.amount === 0 && !row.isTotal ? (
                  <span className="gr-faint">–</span>
                ) : (
                  formatAnyMoney(row.amount, currency)
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The name of a row, which leads to the list that has its parts. */
function Label({ row: { label, leadsTo }, month }: { row: TieRow; month: string }) {
  switch (leadsTo) {
    case 'differences':
    case 'settlements':
      return (
        <Link to={paths[leadsTo]} search={{ month }} className={classes.link}>
          {label}
        </Link>
      )
    case 'documents':
      return (
        <Link to={paths.documents} search={{ month }} className={classes.link}>
          {label}
        </Link>
      )
    case 'disputes':
      return (
        <Link to={paths.disputes} search={{ tab: 'ended' }} className={classes.link}>
          {label}
        </Link>
      )
    case 'month':
      return (
        <Link {...paths.month(month)} className={classes.link}>
          {label}
        </Link>
      )
    default:
      return <span>{label}</span>
  }
}
