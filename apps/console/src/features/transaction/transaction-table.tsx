import { isWebAddress } from '@greenroom/contract/field'
import type { Transaction } from '@greenroom/contract/transaction/transaction.schema'
import type { ReactNode } from 'react'
import { formatTime } from '../../lib/dates.ts'
import { formatMoney } from '../../lib/money.ts'
import { notify } from '../../lib/notify.tsx'
import { formatPhone } from '../../lib/phone.ts'
import { Badge } from '../../ui/badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TransactionActions } from './transaction-actions.tsx'
import { columnWords, transactionWords } from './transaction-messages.ts'
import classes from './transaction-table.module.css'
import { completedSums, nameOf, statusBadge, trafficWords } from './transaction-words.ts'

interface TransactionTableProps {
  label: string
  rows: readonly Transaction[]
  onRefund: (transaction: Transaction) => void
  onIntent: () => void
}

/** The transactions of a page: what it is in the first line of a cell, when, where and how to reach in the second (TXN-09, OQ-049). */
export function TransactionTable({ label, rows, onRefund, onIntent }: TransactionTableProps) {
  return (
    <Frame label={label} foot={<Foot rows={rows} />}>
      {rows.map((transaction) => (
        <Row
          key={transaction._id}
          transaction={transaction}
          onRefund={() => onRefund(transaction)}
          onIntent={onIntent}
        />
      ))}
    </Frame>
  )
}

/** The table that has yet to come, shown after 150 ms so that a quick answer does not flash. */
export function TransactionTableSkeleton({ count }: { count: number }) {
  return (
    <Loading label={transactionWords.loading}>
      <Frame>
        {Array.from({ length: count }, (_, place) => `row-${place}`).map((key) => (
          <tr key={key}>
            <td className={classes.order}>
              <Lines widths={['70%', '90%']} />
            </td>
            <td className={classes.customer}>
              <Lines widths={['50%', '85%']} />
            </td>
            <td className={classes.title}>
              <Lines widths={['80%', '55%']} />
            </td>
            <td className={classes.amount}>
              <Lines widths={['88px']} />
            </td>
            <td className={classes.status}>
              <Lines widths={['90px']} />
            </td>
            <td className={classes.source}>
              <Lines widths={['40%', '80%']} />
            </td>
            <td className={classes.actions} />
          </tr>
        ))}
      </Frame>
    </Loading>
  )
}

function Frame({ label, foot, children }: { label?: string; foot?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label={label}>
        <colgroup>
          <col className={classes.orderColumn} />
          <col className={classes.customerColumn} />
          <col />
          <col className={classes.amountColumn} />
          <col className={classes.statusColumn} />
          <col className={classes.sourceColumn} />
          <col className={classes.actionsColumn} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{columnWords.order}</th>
            <th scope="col">{columnWords.customer}</th>
            <th scope="col">{columnWords.title}</th>
            <th scope="col" className={classes.amountHead}>
              {columnWords.amount}
            </th>
            <th scope="col">{columnWords.status}</th>
            <th scope="col">{columnWords.source}</th>
            <th scope="col">
              <span className={classes.unseen}>{columnWords.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
        {foot}
      </table>
    </div>
  )
}

function Row({
  transaction,
  onRefund,
  onIntent,
}: {
  transaction: Transaction
  onRefund: () => void
  onIntent: () => void
}) {
  const { reference_order_id: reference, entity_id: entity, user_id: user, meta } = transaction
  const name = nameOf(transaction)
  const badge = statusBadge(transaction.status)
  const traffic = trafficWords(meta)
  const way = `${traffic.medium} / ${traffic.campaign}`
  return (
    <tr>
      <td className={classes.order}>
        <span className={classes.reference}>
          {reference}
          <CopyButton
            value={reference}
            label={`Copy ${reference}`}
            className={classes.copy}
            onCopied={() => notify.success(transactionWords.idCopied, { durationMs: 3000 })}
            onFailed={() => notify.error(transactionWords.copyFailed)}
          />
        </span>
        <time className={classes.second} dateTime={transaction.created_at}>
          {formatTime(transaction.created_at)}
        </time>
      </td>
      <td className={classes.customer}>
        <span className={classes.name} title={name}>
          {name}
        </span>
        <span className={classes.contact}>
          <span className={classes.phone}>{formatPhone(user.phone)}</span>
          {user.phone && user.email && <span aria-hidden="true">·</span>}
          <span className={classes.email} title={user.email}>
            {user.email}
          </span>
        </span>
      </td>
      <td className={classes.title}>
        <span className={classes.first} title={entity.title}>
          {entity.title}
        </span>
        <StartAndLink transaction={transaction} />
      </td>
      <td className={classes.amount}>
        <Amount minor={transaction.amount} currency={transaction.currency_code} />
      </td>
      <td className={classes.status}>
        <Badge shape={badge.shape} tone={badge.tone}>
          {badge.words}
        </Badge>
      </td>
      <td className={classes.source}>
        <span className={classes.first}>{traffic.source}</span>
        <span className={classes.way} title={way}>
          {way}
        </span>
      </td>
      <td className={classes.actions}>
        <TransactionActions transaction={transaction} onRefund={onRefund} onIntent={onIntent} />
      </td>
    </tr>
  )
}

// Memberships and payment pages have no start, and only classes and events can be joined.
function StartAndLink({ transaction }: { transaction: Transaction }) {
  const { entity_id: entity, entity_type: type, meta } = transaction
  const link = meta.zoom_join_url
  const canJoin = link !== undefined && isWebAddress(link) && (type === 'masterclass' || type === 'events')
  if (!entity.start_time && !canJoin) return null
  return (
    <span className={classes.second}>
      {entity.start_time && <time dateTime={entity.start_time}>{formatTime(entity.start_time)}</time>}
      {entity.start_time && canJoin && <span aria-hidden="true"> · </span>}
      {canJoin && (
        <a
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          className={classes.join}
          aria-label={`${transactionWords.join} ${entity.title}`}
        >
          {transactionWords.join}
        </a>
      )}
    </span>
  )
}

function Amount({ minor, currency }: { minor: number; currency: Transaction['currency_code'] }) {
  return (
    <span className={classes.money}>
      <span className={classes.digits}>{formatMoney(minor, currency)}</span>
      <span className={classes.code}>{currency}</span>
    </span>
  )
}

function Foot({ rows }: { rows: readonly Transaction[] }) {
  const sums = completedSums(rows)
  if (sums.length === 0) return null
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={3} className={classes.footLabel}>
          {transactionWords.completedOnPage}
        </th>
        <td className={classes.footSums}>
          {sums.map(({ currency, sum }) => (
            <div key={currency}>
              <Amount minor={sum} currency={currency} />
            </div>
          ))}
        </td>
        <td colSpan={3} className={classes.footRest} />
      </tr>
    </tfoot>
  )
}

function Lines({ widths }: { widths: readonly string[] }) {
  return (
    <span className={classes.lines}>
      {widths.map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </span>
  )
}
