import type { createInvoice } from '@greenroom/contract/document/document.endpoints'
import { isWebAddress } from '@greenroom/contract/field'
import type { checkOrder } from '@greenroom/contract/reconciliation/reconciliation.endpoints'
import type { refundTransaction } from '@greenroom/contract/refund/refund.endpoints'
import type { Transaction } from '@greenroom/contract/transaction/transaction.schema'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../lib/api/permissions.ts'
import { formatTime } from '../../lib/dates.ts'
import { formatMoney } from '../../lib/money.ts'
import { paths } from '../../lib/paths.ts'
import { personName } from '../../lib/person-name.ts'
import { formatPhone } from '../../lib/phone.ts'
import { placesOf, useHiddenColumns } from '../../shared/columns/use-hidden-columns.ts'
import { CopyValue } from '../../shared/copy-value/copy-value.tsx'
import { OrderId } from '../../shared/order-id/order-id.tsx'
import { transactionStatusBadge } from '../../shared/order-status/order-status.ts'
import { PersonLink } from '../../shared/person-link/person-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { DataTable, DataTableSkeleton } from '../../ui/data-table.tsx'
import { RefundState } from './refund-state.tsx'
import { TransactionActions } from './transaction-actions.tsx'
import { trafficLabels } from './transaction-labels.ts'
import {
  choosableTransactionColumns,
  transactionColumns,
  transactionEntityLabels,
  transactionMessages,
} from './transaction-messages.ts'
import classes from './transaction-table.module.css'

interface TransactionTableProps {
  label: string
  rows: readonly Transaction[]
  /** Names the type in each row, where the rows are of several. */
  namesType?: boolean
  onRefund: (transaction: Transaction) => void
  onIntent: () => void
}

/**
 * The table of transactions. Each cell has the main value in its first line, and time, place and contact in the second
 * (TXN-09, OQ-049).
 */
export function TransactionTable({
  label,
  rows,
  namesType = false,
  onRefund,
  onIntent,
}: TransactionTableProps) {
  const hasActions = useHasActions()
  const hidden = useHiddenPlaces()
  return (
    <DataTable
      label={label}
      className={tableClass(hasActions)}
      columns={hasActions ? columns : columns.slice(0, -1)}
      hidden={hidden}
    >
      {rows.map((transaction) => (
        <Row
          key={transaction._id}
          transaction={transaction}
          namesType={namesType}
          hasActions={hasActions}
          onRefund={() => onRefund(transaction)}
          onIntent={onIntent}
        />
      ))}
    </DataTable>
  )
}

/** Tells whether the role includes one of the actions of a row. Without any there is no column for them. */
function useHasActions(): boolean {
  const mayCheck = useMay<typeof checkOrder>('money.write')
  const mayRefund = useMay<typeof refundTransaction>('money.refund')
  const mayInvoice = useMay<typeof createInvoice>('money.read', 'personal.read')
  return mayCheck || mayRefund || mayInvoice
}

function useHiddenPlaces(): number[] {
  const { hidden } = useHiddenColumns('transactions', Object.keys(choosableTransactionColumns))
  return placesOf(hidden, Object.keys(transactionColumns))
}

function tableClass(hasActions: boolean): string {
  return hasActions ? `${classes.table}` : `${classes.table} ${classes.withoutActions}`
}

/** The skeleton of the table. */
export function TransactionTableSkeleton({ count }: { count: number }) {
  const hasActions = useHasActions()
  const hidden = useHiddenPlaces()
  return (
    <DataTableSkeleton
      label={transactionMessages.loading}
      count={count}
      className={tableClass(hasActions)}
      columns={hasActions ? columns : columns.slice(0, -1)}
      hidden={hidden}
      cells={[
        { className: classes.order, widths: ['70%', '90%'] },
        { className: classes.customer, widths: ['50%', '85%'] },
        { className: classes.title, widths: ['80%', '55%'] },
        { className: classes.amount, widths: ['88px'] },
        { className: classes.status, widths: ['90px'] },
        { className: classes.source, widths: ['40%', '80%'] },
        ...(hasActions ? [{ className: classes.actions, widths: [] }] : []),
      ]}
    />
  )
}

const columns = [
  { className: classes.orderColumn, head: transactionColumns.order, headClass: classes.orderHead },
  { className: classes.customerColumn, head: transactionColumns.customer, headClass: classes.customerHead },
  { head: transactionColumns.title, headClass: classes.titleHead },
  { className: classes.amountColumn, head: transactionColumns.amount, headClass: classes.amountHead },
  { className: classes.statusColumn, head: transactionColumns.status, headClass: classes.statusHead },
  { className: classes.sourceColumn, head: transactionColumns.source, headClass: classes.sourceHead },
  {
    className: classes.actionsColumn,
    head: <span className="gr-unseen">{transactionColumns.actions}</span>,
  },
]

function Row({
  transaction,
  namesType,
  hasActions,
  onRefund,
  onIntent,
}: {
  transaction: Transaction
  namesType: boolean
  hasActions: boolean
  onRefund: () => void
  onIntent: () => void
}) {
  const { reference_order_id: reference, entity_id: entity, user_id: user, meta } = transaction
  const name = personName(user)
  const badge = transactionStatusBadge(transaction.status)
  const traffic = trafficLabels(meta)
  const way = `${traffic.medium} / ${traffic.campaign}`
  return (
    <tr data-record={transaction._id}>
      <td className={classes.order}>
        <span className={classes.reference}>
          <Link {...paths.transaction(transaction._id)} className={classes.link} aria-label={reference}>
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
          <time dateTime={transaction.created_at}>{formatTime(transaction.created_at)}</time>
        </span>
      </td>
      <td className={classes.customer}>
        <span className={classes.name} title={name}>
          <PersonLink person={`order.${transaction._id}`}>{name}</PersonLink>
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
      </td>
      <td className={classes.title}>
        <span className={classes.first} title={entity.title}>
          {entity.title}
        </span>
        <StartAndLink transaction={transaction} namesType={namesType} />
      </td>
      <td className={classes.amount}>
        <Amount minor={transaction.amount} currency={transaction.currency_code} />
      </td>
      <td className={classes.status}>
        <Badge shape={badge.shape} tone={badge.tone}>
          {badge.label}
        </Badge>
        <RefundState transaction={transaction} />
      </td>
      <td className={classes.source}>
        <span className={classes.first}>{traffic.source}</span>{' '}
        <span className={classes.way} title={way}>
          {way}
        </span>
      </td>
      {hasActions && (
        <td className={classes.actions}>
          <TransactionActions transaction={transaction} onRefund={onRefund} onIntent={onIntent} />
        </td>
      )}
    </tr>
  )
}

// Memberships and payment pages have no start, and only classes and events can be joined.
function StartAndLink({ transaction, namesType }: { transaction: Transaction; namesType: boolean }) {
  const { entity_id: entity, entity_type: type, meta } = transaction
  const link = meta.zoom_join_url
  const canJoin = link !== undefined && isWebAddress(link) && (type === 'masterclass' || type === 'events')
  if (!entity.start_time && !canJoin && !namesType) return null
  return (
    <span className={classes.second}>
      {namesType && transactionEntityLabels[type]}
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

function Amount({ minor, currency }: { minor: number; currency: Transaction['currency_code'] }) {
  return (
    <span className="gr-nowrap">
      <span className={classes.digits}>{formatMoney(minor, currency)}</span>
      <span className={classes.code}>{currency}</span>
    </span>
  )
}
