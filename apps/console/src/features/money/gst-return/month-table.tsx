import type { GstMonth } from '@greenroom/contract/money/gst-return/gst-return.schema'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { formatMonth } from '../../../lib/dates.ts'
import { formatMoney } from '../../../lib/money.ts'
import { paths } from '../../../lib/paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { type Column, recordTable } from '../../../ui/record-table.tsx'
import { monthColumns as headings, monthMessages as messages } from './month-messages.ts'
import classes from './month-table.module.css'

interface Actions {
  onOpen: (month: GstMonth) => void
  onIntent: () => void
}

const columns: readonly Column<GstMonth, Actions>[] = [
  {
    key: 'month',
    heading: headings.month,
    width: 150,
    lines: ['60%'],
    cell: (month, actions) => (
      <OpenButton {...actions} month={month} className={classes.open}>
        {formatMonth(month.month)}
      </OpenButton>
    ),
  },
  {
    key: 'documents',
    heading: headings.documents,
    className: 'gr-quiet',
    lines: ['80%'],
    // A line breaks between invoices and credit notes.
    cell: ({ invoices, credit_notes }) =>
      messages
        .documents(invoices, credit_notes)
        .split(/(?<=,) /)
        .map((part, place) => (
          <Fragment key={part}>
            {place > 0 && ' '}
            <span className="gr-nowrap">{part}</span>
          </Fragment>
        )),
  },
  ...(['taxable', 'cgst', 'sgst', 'igst', 'total'] as const).map(
    (name): Column<GstMonth> => ({
      key: name,
      heading: headings[name],
      phoneLabel: headings[name],
      className: `gr-num gr-nowrap ${classes.sum} ${name === 'total' ? 'gr-bold' : ''}`,
      isRight: true,
      // Not a share: on a phone the lines are beside the label, without a width of their own.
      lines: ['52px'],
      cell: ({ sums }) =>
        sums.length === 0 ? (
          <span className="gr-faint">–</span>
        ) : (
          sums.map((sum) => (
            <span key={sum.currency_code} className={classes.amount}>
              {formatMoney(sum[name], sum.currency_code)}
            </span>
          ))
        ),
    }),
  ),
  {
    key: 'open',
    heading: headings.open,
    lines: ['60%'],
    cell: (month, actions) => (
      <>
        {month.state_missing > 0 && (
          <Link
            className={classes.link}
            to={paths.documents}
            search={{ tab: 'state-missing', month: month.month }}
          >
            {messages.stateMissing(month.state_missing)}
          </Link>
        )}
        {month.rate_missing > 0 && (
          <OpenButton {...actions} month={month} className={classes.link}>
            {messages.rateMissing(month.rate_missing)}
          </OpenButton>
        )}
      </>
    ),
  },
  {
    key: 'status',
    heading: headings.status,
    width: 104,
    lines: ['60%'],
    cell: ({ filed_at }) =>
      filed_at === null ? (
        <Badge>{messages.notFiled}</Badge>
      ) : (
        <Badge shape="tick" tone="ok">
          {messages.filed}
        </Badge>
      ),
  },
]
function OpenButton({
  month,
  className,
  children,
  onOpen,
  onIntent,
}: Actions & { month: GstMonth; className: string | undefined; children: string }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className={className}
      onPointerEnter={onIntent}
      onFocus={onIntent}
      onClick={() => onOpen(month)}
    >
      {children}
    </button>
  )
}

/** The table of months. Each currency has its own line. */
export const MonthTable = recordTable({
  label: messages.tableLabel,
  loading: messages.loading,
  className: classes.table,
  columns,
  keyOf: ({ month }) => month,
})
