import type { createInvoice } from '@greenroom/contract/money/document/document.endpoints'
import type { checkOrder } from '@greenroom/contract/money/reconciliation/reconciliation.endpoints'
import type { refundTransaction } from '@greenroom/contract/money/refund/refund.endpoints'
import type { Transaction } from '@greenroom/contract/money/transaction/transaction.schema'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../../lib/api/permissions.ts'
import { formatTime } from '../../../lib/dates.ts'
import { formatMoney } from '../../../lib/money.ts'
import { paths } from '../../../lib/paths.ts'
import { personName } from '../../../lib/person-name.ts'
import { formatPhone } from '../../../lib/phone.ts'
import { OrderId } from '../../../shared/money/order-id/order-id.tsx'
import { transactionStatusBadge } from '../../../shared/money/order-status/order-status.ts'
import { soldLabels } from '../../../shared/money/sold-picker/sold-labels.ts'
import { PersonLink } from '../../../shared/people/person-link/person-link.tsx'
import { useHiddenColumns } from '../../../shared/record/columns/use-hidden-columns.ts'
import { CopyValue } from '../../../shared/record/copy-value/copy-value.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { type Column, choosableColumns, recordTable } from '../../../ui/record-table.tsx'
import { joinLink } from './join-link.ts'
import { RefundState } from './refund-state.tsx'
import { TransactionActions } from './transaction-actions.tsx'
import { trafficLabels } from './transaction-labels.ts'
import {
  transactionColumns as headings,
  transactionMessages,
  transactionTableLabels,
} from './transaction-messages.ts'
import classes from './transaction-table.module.css'

interface Context {
  /** Names the type in each row, where the rows are of several. */
  namesType?: boolean
  onRefund: (transaction: Transaction) => void
  onIntent: () => void
}

// Each column has a share of the frame, but never less than its values need. Title takes what is left.
const columns: readonly Column<Transaction, Context>[] = [
  {
    key: 'order',
    heading: headings.order,
    width: 'var(--order)',
    className: classes.order,
    lines: ['70%', '90%'],
    cell: ({ _id, reference_order_id: reference, created_at }) => (
      <>
        <span className={classes.reference}>
          <Link {...paths.transaction(_id)} className={classes.link} aria-label={reference}>
            <OrderId reference={reference} />
          </Link>
          <CopyValue
            value={reference}
            label={`Copy ${reference}`}
            className={classes.copy}
            copied={transactionMessages.idCopied}
          />
        </span>
        <span className={classes.second}>
          <span className={classes.what}>{transactionMessages.bought} </span>
          <time dateTime={created_at}>{formatTime(created_at)}</time>
        </span>
      </>
    ),
  },
  {
    key: 'customer',
    heading: headings.customer,
    width: 'var(--customer)',
    isChoosable: true,
    lines: ['50%', '85%'],
    cell: ({ _id, user_id: user }) => (
      <>
        <span className={classes.name} title={personName(user)}>
          <PersonLink person={`order.${_id}`}>{personName(user)}</PersonLink>
        </span>
        <span className={classes.contact}>
          <span className={classes.phone}>{formatPhone(user.phone)}</span>
          {user.phone && user.email && (
            <span className={classes.dot} aria-hidden="true">
              ·
            </span>
          )}
          <span className="gr-ellipsis gr-shrink" title={user.email}>
            {user.email}
          </span>
        </span>
      </>
    ),
  },
  {
    key: 'title',
    heading: headings.title,
    headClass: classes.titleHead,
    className: classes.title,
    isChoosable: true,
    lines: ['80%', '55%'],
    cell: (transaction, { namesType = false }) => (
      <>
        <span className={classes.first} title={transaction.entity_id.title}>
          {transaction.entity_id.title}
        </span>
        <StartAndLink transaction={transaction} namesType={namesType} />
      </>
    ),
  },
  {
    key: 'amount',
    heading: headings.amount,
    headClass: classes.amountHead,
    width: 'var(--amount)',
    className: classes.amount,
    isRight: true,
    lines: ['88px'],
    cell: ({ amount, currency_code: currency }) => (
      <span className="gr-nowrap">
        <span className={classes.digits}>{formatMoney(amount, currency)}</span>
        <span className={classes.code}>{currency}</span>
      </span>
    ),
  },
  {
    key: 'status',
    heading: headings.status,
    width: 'var(--status)',
    className: classes.status,
    isChoosable: true,
    lines: ['90px'],
    cell: (transaction) => {
      const { label, ...glyph } = transactionStatusBadge(transaction.status)
      return (
        <>
          <Badge {...glyph}>{label}</Badge>
          <RefundState transaction={transaction} />
        </>
      )
    },
  },
  {
    key: 'source',
    heading: headings.source,
    headClass: classes.sourceHead,
    width: 'var(--source)',
    className: classes.source,
    isChoosable: true,
    lines: ['40%', '80%'],
    cell: ({ meta }) => {
      const { source, medium, campaign } = trafficLabels(meta)
      const way = `${medium} / ${campaign}`
      return (
        <>
          <span className={classes.first}>{source}</span>{' '}
          <span className={classes.way} title={way}>
            {way}
          </span>
        </>
      )
    },
  },
  {
    key: 'actions',
    heading: headings.actions,
    width: 'var(--actions)',
    className: classes.actions,
    lines: [],
    cell: (transaction, { onRefund, onIntent }) => (
      <TransactionActions
        transaction={transaction}
        onRefund={() => onRefund(transaction)}
        onIntent={onIntent}
      />
    ),
  },
]
/** The columns that can be hidden; order and amount always show. */
export const choosableTransactionColumns = choosableColumns(columns)

/**
 * The table of transactions. Each cell has the main value in its first line, and time, place and contact in the second
 * (TXN-09, OQ-049).
 */
export const TransactionTable = recordTable({
  label: transactionTableLabels.all,
  loading: transactionMessages.loading,
  className: classes.table,
  columns,
  keyOf: ({ _id }) => _id,
  useHidden,
})

/** Returns what the person hides, and the actions for a role that includes none of them. */
function useHidden(): readonly string[] {
  const { hidden } = useHiddenColumns('transactions', Object.keys(choosableTransactionColumns))
  const mayCheck = useMay<typeof checkOrder>('money.write')
  const mayRefund = useMay<typeof refundTransaction>('money.refund')
  const mayInvoice = useMay<typeof createInvoice>('money.read', 'personal.read')
  return mayCheck || mayRefund || mayInvoice ? hidden : [...hidden, 'actions']
}

// Memberships and payment pages have no start, and only classes and events can be joined.
function StartAndLink({ transaction, namesType }: { transaction: Transaction; namesType: boolean }) {
  const { entity_id: entity, entity_type: type } = transaction
  const link = joinLink(transaction)
  const canJoin = link !== undefined && (type === 'masterclass' || type === 'events')
  if (!entity.start_time && !canJoin && !namesType) return null
  return (
    <span className={classes.second}>
      {namesType && soldLabels[type]}
      {namesType && (entity.start_time || canJoin) && <span aria-hidden="true"> · </span>}
      {entity.start_time && (
        <>
          <span className={classes.what}>{transactionMessages.starts} </span>
          <time dateTime={entity.start_time}>{formatTime(entity.start_time)}</time>
        </>
      )}
      {entity.start_time && canJoin && <span aria-hidden="true"> · </span>}
      {canJoin && (
        <a
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          className={classes.join}
          aria-label={`${transactionMessages.join} ${entity.title}`}
        >
          {transactionMessages.join}
        </a>
      )}
    </span>
  )
}
