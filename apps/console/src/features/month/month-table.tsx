import type { GstMonth } from '@greenroom/contract/gst-return/gst-return.schema'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { formatMonth } from '../../lib/dates.ts'
import { formatMoney } from '../../lib/money.ts'
import { paths } from '../../lib/paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { DataTable, DataTableSkeleton } from '../../ui/data-table.tsx'
import { monthColumns, monthMessages } from './month-messages.ts'
import classes from './month-table.module.css'

interface MonthTableProps {
  months: readonly GstMonth[]
  onOpen: (month: GstMonth) => void
  onIntent: () => void
}

const amounts = ['taxable', 'cgst', 'sgst', 'igst', 'total'] as const

/** The table of months. Each currency has its own line. */
export function MonthTable({ months, onOpen, onIntent }: MonthTableProps) {
  return (
    <DataTable label={monthMessages.tableLabel} className={classes.table} columns={columns}>
      {months.map((month) => (
        <tr key={month.month} data-month={month.month}>
          <td className={classes.month}>
            <button
              type="button"
              aria-haspopup="dialog"
              className={classes.open}
              onPointerEnter={onIntent}
              onFocus={onIntent}
              onClick={() => onOpen(month)}
            >
              {formatMonth(month.month)}
            </button>
          </td>
          {/* A line breaks between invoices and credit notes. */}
          <td className={classes.documents}>
            {monthMessages
              .documents(month.invoices, month.credit_notes)
              .split(/(?<=,) /)
              .map((part, place) => (
                <Fragment key={part}>
                  {place > 0 && ' '}
                  <span className="gr-nowrap">{part}</span>
                </Fragment>
              ))}
          </td>
          {amounts.map((name) => (
            <td key={name} className={classes[name]} data-label={monthColumns[name]}>
              {month.sums.length === 0 ? (
                <span className="gr-faint">–</span>
              ) : (
                month.sums.map((sum) => (
                  <span key={sum.currency_code} className={classes.amount}>
                    {formatMoney(sum[name], sum.currency_code)}
                  </span>
                ))
              )}
            </td>
          ))}
          <td className={classes.todo}>
            {month.state_missing > 0 && (
              <Link
                className={classes.link}
                to={paths.documents}
                search={{ tab: 'state-missing', month: month.month }}
              >
                {monthMessages.stateMissing(month.state_missing)}
              </Link>
            )}
            {month.rate_missing > 0 && (
              <button
                type="button"
                aria-haspopup="dialog"
                className={classes.link}
                onPointerEnter={onIntent}
                onFocus={onIntent}
                onClick={() => onOpen(month)}
              >
                {monthMessages.rateMissing(month.rate_missing)}
              </button>
            )}
          </td>
          <td className={classes.status}>
            {month.filed_at === null ? (
              <Badge>{monthMessages.notFiled}</Badge>
            ) : (
              <Badge shape="tick" tone="ok">
                {monthMessages.filed}
              </Badge>
            )}
          </td>
        </tr>
      ))}
    </DataTable>
  )
}

const columns = (Object.keys(monthColumns) as (keyof typeof monthColumns)[]).map((name) => ({
  className: classes[`${name}Column`],
  head: monthColumns[name],
  headClass: (amounts as readonly string[]).includes(name) ? classes.numberHead : undefined,
}))

export function MonthTableSkeleton({ count }: { count: number }) {
  return (
    <DataTableSkeleton
      label={monthMessages.loading}
      count={count}
      className={classes.table}
      columns={columns}
      cells={(Object.keys(monthColumns) as (keyof typeof monthColumns)[]).map((name) => ({
        className: classes[name],
        widths: [name === 'documents' ? '80%' : '60%'],
      }))}
    />
  )
}
