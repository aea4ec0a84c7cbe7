import { dayIn, taxTimeZone } from '@greenroom/contract/calendar-day'
import { dueDay } from '@greenroom/contract/money/gst-return/gst-return.rules'
import type { GstMonth } from '@greenroom/contract/money/gst-return/gst-return.schema'
import { Link } from '@tanstack/react-router'
import { serverNow } from '../../../lib/clock.ts'
import { formatMonth } from '../../../lib/dates.ts'
import { formatMoney } from '../../../lib/money.ts'
import { paths } from '../../../lib/paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { formatDay } from '../../../ui/day-field-props.ts'
import { LineParts } from '../../../ui/line-parts.tsx'
import { type Column, recordTable } from '../../../ui/record-table.tsx'
import { monthColumns as headings, monthMessages as messages } from './month-messages.ts'
import { isLate } from './month-steps.ts'
import classes from './month-table.module.css'
import { nextStepText } from './month-texts.ts'
import { StepProgress } from './step-progress.tsx'

interface Context {
  /** The day in India, YYYY-MM-DD. */
  today: string
}

const columns: readonly Column<GstMonth, Context>[] = [
  {
    key: 'month',
    heading: headings.month,
    width: 186,
    className: classes.month,
    lines: ['60%', '50%'],
    cell: ({ month, filed_at }, { today }) => (
      <>
        <Link {...paths.month(month)} className={classes.open}>
          {formatMonth(month)}
        </Link>
        {filed_at === null ? (
          isLate(month, today) ? (
            <Badge shape="ring" tone="warn">
              {messages.late(formatDay(dueDay(month)))}
            </Badge>
          ) : (
            <Badge>{messages.due(formatDay(dueDay(month)))}</Badge>
          )
        ) : (
          <Badge shape="tick" tone="ok">
            {messages.filed}
          </Badge>
        )}
      </>
    ),
  },
  {
    key: 'documents',
    heading: headings.documents,
    className: 'gr-quiet',
    lines: ['80%'],
    cell: (month) => <LineParts text={messages.documents(month)} />,
  },
  ...(['taxable', 'cgst', 'sgst', 'igst', 'total'] as const).map(
    (name): Column<GstMonth, Context> => ({
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
    key: 'progress',
    heading: headings.progress,
    width: 200,
    lines: ['60%', '80%'],
    cell: (month) => {
      const next = nextStepText(month)
      return month.filed_at === null ? (
        <>
          <StepProgress month={month} />
          {next && <div className="gr-fine gr-faint">{next}</div>}
        </>
      ) : (
        <span className="gr-faint">–</span>
      )
    },
  },
]

/** The table of months. Each currency has its own line. */
export const MonthTable = recordTable<GstMonth, Context, keyof Context>({
  label: messages.tableLabel,
  loading: messages.loading,
  className: classes.table,
  columns,
  keyOf: ({ month }) => month,
  useFacts: (): Context => ({ today: dayIn(new Date(serverNow()), taxTimeZone) }),
})
