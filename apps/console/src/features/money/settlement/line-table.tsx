import type { SettlementLine } from '@greenroom/contract/money/settlement/settlement.schema'
import { Link } from '@tanstack/react-router'
import { formatTime } from '../../../lib/dates.ts'
import { formatAnyMoney } from '../../../lib/money.ts'
import { paths } from '../../../lib/paths.ts'
import { OrderId } from '../../../shared/money/order-id/order-id.tsx'
import { Badge } from '../../../ui/badge.tsx'
import phone from '../../../ui/phone-sums.module.css'
import { type Column, recordTable } from '../../../ui/record-table.tsx'
import classes from './line-table.module.css'
import { lineColumns as headings, settlementPageMessages as messages } from './settlement-messages.ts'

const columns: readonly Column<SettlementLine>[] = [
  {
    key: 'kind',
    heading: headings.kind,
    lines: ['40%', '70%'],
    cell: ({ kind, type, entity_id, made_at, description, dispute_id, has_difference }) => (
      <>
        <div className={classes.kind}>
          <span className="gr-bold">{kind === 'other' ? type : messages.kinds[kind]}</span>
          {has_difference && (
            <Badge shape="ring" tone="warn">
              {messages.difference}
            </Badge>
          )}
        </div>
        <div className="gr-fine gr-faint gr-break">
          <span className="gr-mono">{entity_id}</span>
          {made_at !== null && ` · ${formatTime(made_at)}`}
        </div>
        {(dispute_id !== null || description !== null) && (
          <div className="gr-fine gr-faint gr-break">
            {[dispute_id === null ? null : messages.dispute(dispute_id), description]
              .filter((part) => part !== null)
              .join(' · ')}
          </div>
        )}
      </>
    ),
  },
  {
    key: 'order',
    heading: headings.order,
    lines: ['70%', '40%'],
    cell: ({ order, payment_id, kind }) =>
      order ? (
        <>
          <Link
            {...paths.transaction(order._id)}
            className={classes.link}
            aria-label={order.reference_order_id}
          >
            <OrderId reference={order.reference_order_id} />
          </Link>
          <div>
            <Link
              to={paths.documents}
              search={{ q: order.reference_order_id }}
              className={classes.link}
              aria-label={messages.documentsOf(order.reference_order_id)}
            >
              {messages.documents}
            </Link>
          </div>
        </>
      ) : (
        <span className="gr-fine gr-faint gr-mono gr-break">
          {kind === 'payment' ? '–' : (payment_id ?? '–')}
        </span>
      ),
  },
  figure('amount', ({ amount }) => amount),
  figure('fee', ({ fee }) => (fee ? -fee : fee)),
  figure('tax', ({ tax }) => tax),
  figure('moved', ({ credit, debit }) => credit - debit),
]

function figure(
  name: 'amount' | 'fee' | 'tax' | 'moved',
  read: (line: SettlementLine) => number | null,
): Column<SettlementLine> {
  return {
    key: name,
    heading: headings[name],
    phoneLabel: headings[name],
    width: 'clamp(104px, 11cqi, 150px)',
    className: `gr-num gr-nowrap ${phone.sum} ${name === 'moved' ? 'gr-bold' : ''}`,
    isRight: true,
    lines: ['64px'],
    cell: (line) => {
      const amount = read(line)
      if (amount === null || (amount === 0 && name !== 'moved')) return <span className="gr-faint">–</span>
      return formatAnyMoney(amount, line.currency)
    },
  }
}

/** The lines of a settlement, each with its order (OQ-781). */
export const LineTable = recordTable<SettlementLine>({
  label: messages.linesLabel,
  loading: messages.linesLoading,
  keyOf: ({ _id }) => _id,
  className: classes.table,
  columns,
})
