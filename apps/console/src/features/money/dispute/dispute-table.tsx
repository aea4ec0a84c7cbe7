import { type Dispute, disputeStates } from '@greenroom/contract/money/dispute/dispute.schema'
import { Link } from '@tanstack/react-router'
import { serverNow } from '../../../lib/clock.ts'
import { formatTime } from '../../../lib/dates.ts'
import { formatAnyMoney } from '../../../lib/money.ts'
import { paths } from '../../../lib/paths.ts'
import { OrderId } from '../../../shared/money/order-id/order-id.tsx'
import { Badge } from '../../../ui/badge.tsx'
import phone from '../../../ui/phone-sums.module.css'
import { type Column, recordTable } from '../../../ui/record-table.tsx'
import { disputeColumns as headings, disputeMessages as messages } from './dispute-messages.ts'
import classes from './dispute-table.module.css'

const columns: readonly Column<Dispute>[] = [
  {
    key: 'due',
    heading: headings.due,
    width: 226,
    lines: ['70%', '50%'],
    cell: ({ respond_by: due, ended_at: ended, dispute_id }) => (
      <>
        <div className="gr-bold gr-nowrap">{dueText(due, ended)}</div>
        <div className="gr-fine gr-faint gr-mono gr-ellipsis" title={dispute_id}>
          {dispute_id}
        </div>
      </>
    ),
  },
  {
    key: 'order',
    heading: headings.order,
    lines: ['70%', '50%'],
    cell: ({ order, payment_id, sandbox }) => (
      <>
        {order ? (
          <>
            <Link
              {...paths.transaction(order._id)}
              className={classes.link}
              aria-label={order.reference_order_id}
            >
              <OrderId reference={order.reference_order_id} />
            </Link>
            <div className="gr-fine gr-faint gr-ellipsis">{order.entity_title}</div>
          </>
        ) : (
          <span className="gr-fine gr-faint gr-mono gr-break">{payment_id}</span>
        )}
        {sandbox && <div className="gr-fine gr-faint">{messages.sandbox}</div>}
      </>
    ),
  },
  {
    key: 'reason',
    heading: headings.reason,
    lines: ['80%', '40%'],
    cell: ({ reason_description: reason, reason_code: code, phase }) => (
      <>
        <div className="gr-break">{reason ?? (code === null ? '–' : plain(code))}</div>
        {phase !== null && <div className="gr-fine gr-faint">{plain(phase)}</div>}
      </>
    ),
  },
  {
    key: 'amount',
    heading: headings.amount,
    phoneLabel: headings.amount,
    width: 124,
    className: `gr-num gr-nowrap gr-bold ${phone.sum}`,
    isRight: true,
    lines: ['64px'],
    cell: ({ amount, currency }) => (amount === null ? '–' : formatAnyMoney(amount, currency)),
  },
  {
    key: 'taken',
    heading: headings.taken,
    phoneLabel: headings.taken,
    width: 124,
    className: `gr-num gr-nowrap ${phone.sum}`,
    isRight: true,
    lines: ['64px'],
    cell: ({ taken, amount_deducted: deducted, currency }) =>
      taken === 0 && deducted === 0 ? (
        <span className="gr-faint">–</span>
      ) : (
        formatAnyMoney(taken === 0 ? deducted : taken, currency)
      ),
  },
  {
    key: 'state',
    heading: headings.state,
    width: 150,
    lines: ['70%'],
    cell: ({ state, ended_at }) => (
      <Badge
        shape={ended_at === null ? 'ring' : state === 'lost' ? 'cross' : 'tick'}
        tone={ended_at === null ? 'warn' : state === 'lost' ? 'bad' : 'ok'}
      >
        {disputeStates[state] ?? plain(state)}
      </Badge>
    ),
  },
]

/** The deadline of an open dispute, or when an ended one ended. */
function dueText(due: string | null, ended: string | null): string {
  if (ended !== null) return `${headings.ended} ${formatTime(ended)}`
  if (due === null) return messages.none
  return Date.parse(due) < serverNow() ? `${messages.over} ${formatTime(due)}` : formatTime(due)
}

/** "goods_not_received" as "Goods not received". */
function plain(code: string): string {
  const text = code.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The disputes of payments (OQ-783). */
export const DisputeTable = recordTable<Dispute>({
  label: messages.tableLabel,
  loading: messages.loading,
  keyOf: ({ _id }) => _id,
  className: classes.table,
  columns,
})
