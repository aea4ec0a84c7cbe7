import type { RefundBatchRow } from '@greenroom/contract/money/refund-batch/refund-batch.schema'
import { Link } from '@tanstack/react-router'
import { formatMoney } from '../../../lib/money.ts'
import { paths } from '../../../lib/paths.ts'
import { personName } from '../../../lib/person-name.ts'
import { OrderId } from '../../../shared/money/order-id/order-id.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { type Column, recordTable } from '../../../ui/record-table.tsx'
import classes from './refund-batch.module.css'
import { batchRowMessages as messages, rowStates } from './refund-batch-messages.ts'

/** The orders of a batch, or of its preview (OQ-840). */
const columns: readonly Column<RefundBatchRow, { isPreview?: boolean }>[] = [
  {
    key: 'order',
    heading: messages.columns.order,
    lines: ['80%'],
    isRowHeading: true,
    cell: ({ order }) => (
      <Link {...paths.transaction(order._id)} className={classes.link} aria-label={order.reference_order_id}>
        <OrderId reference={order.reference_order_id} />
      </Link>
    ),
  },
  {
    key: 'buyer',
    heading: messages.columns.buyer,
    lines: ['60%'],
    cell: ({ buyer }) => <span className="gr-break">{personName(buyer)}</span>,
  },
  {
    key: 'state',
    heading: messages.columns.state,
    width: '34%',
    lines: ['50%'],
    cell: ({ state, reason }, { isPreview }) => {
      const shown = rowStates[state]
      return (
        <>
          <Badge shape={shown.shape} tone={shown.tone}>
            {isPreview && state === 'waiting' ? messages.toRefund : shown.label}
          </Badge>
          {reason !== null && <p className="gr-fine gr-quiet gr-break">{reason}</p>}
        </>
      )
    },
  },
  {
    key: 'amount',
    heading: messages.columns.amount,
    width: 130,
    isRight: true,
    className: 'gr-num gr-nowrap',
    lines: ['64px'],
    cell: ({ amount, currency_code }) =>
      amount === 0 ? <span className="gr-faint">–</span> : formatMoney(amount, currency_code),
  },
]

export const BatchRows = recordTable<RefundBatchRow, { isPreview?: boolean }>({
  label: messages.label,
  loading: messages.loading,
  keyOf: ({ order }) => order._id,
  className: classes.rows,
  columns,
})
