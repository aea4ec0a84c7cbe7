import type {
  TransactionDetail,
  TransactionDocument,
  TransactionRefund,
} from '@greenroom/contract/transaction/transaction.schema'
import { formatCardTime } from '../../lib/dates.ts'
import { formatMoney } from '../../lib/money.ts'
import { CopyValue } from '../../shared/copy-value/copy-value.tsx'
import { Badge } from '../../ui/badge.tsx'
import { formatDay } from '../../ui/day-field-props.ts'
import type { GlyphShape, GlyphTone } from '../../ui/status-glyph.tsx'
import { documentKindLabels, transactionPageMessages as messages } from './transaction-page-messages.ts'
import classes from './transaction-records.module.css'

/** The tax documents of an order, the newest first. */
export function TransactionDocuments({ order }: { order: TransactionDetail }) {
  if (order.documents.length === 0) {
    return (
      <p className="gr-small gr-faint">
        {order.outside_document === null
          ? messages.noDocuments
          : messages.outsideDocument(order.outside_document)}
      </p>
    )
  }
  return (
    <ul className={classes.records}>
      {order.documents.map((document) => (
        <DocumentRow key={document._id} document={document} />
      ))}
    </ul>
  )
}

function DocumentRow({ document }: { document: TransactionDocument }) {
  return (
    <li>
      <div className={classes.first}>
        <span className="gr-bold">{documentKindLabels[document.kind]}</span>
        <span className={classes.serial}>{document.serial}</span>
        {document.is_state_missing && (
          <Badge shape="ring" tone="warn">
            {messages.stateMissing}
          </Badge>
        )}
        <span className={classes.amount}>{formatMoney(document.total, document.currency_code)}</span>
      </div>
      <div className={classes.second}>{formatDay(document.document_date)}</div>
    </li>
  )
}

const refundBadges: Record<
  TransactionRefund['state'],
  { label: string; shape: GlyphShape; tone: GlyphTone }
> = {
  requested: { label: 'Requested', shape: 'half', tone: 'info' },
  unknown: { label: 'Not confirmed', shape: 'ring', tone: 'warn' },
  failed: { label: 'Failed', shape: 'cross', tone: 'bad' },
  processed: { label: 'Processed', shape: 'turn', tone: 'mute' },
}

/** The refunds of an order, the newest first: each may be a part of the amount. */
export function TransactionRefunds({ order }: { order: TransactionDetail }) {
  const { refunds, refunded_amount: refunded, amount, currency_code: currency } = order
  if (refunds.length === 0) return <p className="gr-small gr-faint">{messages.noRefunds}</p>
  return (
    <>
      {refunded > 0 && (
        <p className={classes.sum}>
          {messages.refundedOf(formatMoney(refunded, currency), formatMoney(amount, currency))}
        </p>
      )}
      <ul className={classes.records}>
        {refunds.map((refund) => (
          <RefundRow key={refund._id} refund={refund} />
        ))}
      </ul>
    </>
  )
}

function RefundRow({ refund }: { refund: TransactionRefund }) {
  const badge = refundBadges[refund.state]
  return (
    <li>
      <div className={classes.first}>
        <Badge shape={badge.shape} tone={badge.tone}>
          {badge.label}
        </Badge>
        {refund.reason_code !== null && <span>{refund.reason_code}</span>}
        <span className={classes.amount}>{formatMoney(refund.amount, refund.currency_code)}</span>
      </div>
      {refund.note !== null && <p className={classes.note}>{refund.note}</p>}
      {refund.state === 'failed' && refund.reason !== null && (
        <p className="gr-small gr-danger gr-break">{refund.reason}</p>
      )}
      <div className={classes.second}>
        <time dateTime={refund.requested_at}>{formatCardTime(refund.requested_at)}</time>{' '}
        <span className="gr-break">
          {refund.origin === 'gateway' ? messages.inDashboard : messages.by(refund.requested_by)}
        </span>
        {refund.gateway_refund_id !== null && (
          <span className={classes.gateway}>
            <span className="gr-mono gr-break">{refund.gateway_refund_id}</span>
            <CopyValue
              value={refund.gateway_refund_id}
              label={`Copy ${refund.gateway_refund_id}`}
              copied={messages.copied('Refund ID')}
              className={classes.copy}
            />
          </span>
        )}
      </div>
    </li>
  )
}
