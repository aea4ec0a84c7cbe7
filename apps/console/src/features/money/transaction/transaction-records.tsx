import type { issueDebitNote } from '@greenroom/contract/money/document/document.endpoints'
import { listRefundReasons } from '@greenroom/contract/money/refund/refund.endpoints'
import type {
  TransactionDetail,
  TransactionDocument,
  TransactionRefund,
} from '@greenroom/contract/money/transaction/transaction-detail.schema'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '../../../lib/api/hooks.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { formatTime } from '../../../lib/dates.ts'
import { formatMoney } from '../../../lib/money.ts'
import { CorrectInvoiceButton } from '../../../shared/money/correct-invoice/correct-invoice-button.tsx'
import { DocumentDownload } from '../../../shared/money/tax-document/document-download.tsx'
import { DocumentLink } from '../../../shared/money/tax-document/document-link.tsx'
import { documentKindLabels, flagLabelsOf } from '../../../shared/money/tax-document/tax-document-messages.ts'
import { CopiedFact } from '../../../shared/record/record-page/record-page.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { formatDay } from '../../../ui/day-field-props.ts'
import { prefetchDialogs } from '../../../ui/dialog.tsx'
import { FieldHint } from '../../../ui/field-hint.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import type { GlyphShape, GlyphTone } from '../../../ui/status-glyph.tsx'
import { debitNoteMessages } from './debit-note-messages.ts'
import { staffName } from './staff-name.ts'
import { refundMessages } from './transaction-messages.ts'
import { transactionPageMessages as messages } from './transaction-page-messages.ts'
import classes from './transaction-records.module.css'

const DebitNoteDialog = lazyDialog('debit-note', () =>
  import('./debit-note-dialog.tsx').then((part) => part.DebitNoteDialog),
)

/** The tax documents of an order, the newest first. */
export function TransactionDocuments({ order }: { order: TransactionDetail }) {
  if (order.documents.length === 0) {
    return <p className="gr-small gr-faint">{withoutDocuments(order)}</p>
  }
  // Each correction replaces the invoice before it.
  const current = order.documents.find(({ kind }) => kind === 'invoice')
  // The gateway has made none of these refunds, or a smaller one.
  const unpaid = order.differences.some(({ kind }) => kind === 'refund-not-made' || kind === 'refund-differs')
    ? order.documents.find(({ can_debit }) => can_debit > 0)
    : undefined
  const hasLeft = order.status === 'completed' && order.refunded_amount < order.amount
  return (
    <ul className={classes.records}>
      {order.documents.map((document) => (
        <DocumentRow
          key={document._id}
          document={document}
          canCorrect={document === current && hasLeft}
          isDebitProposed={document === unpaid}
        />
      ))}
    </ul>
  )
}

function withoutDocuments({ status, document_state: state, outside_document: outside }: TransactionDetail) {
  if (outside !== null) return messages.outsideDocument(outside)
  if (status !== 'completed' && status !== 'refunded') return messages.notPaid
  if (state === 'none') return messages.nothingPaid
  if (state === 'elsewhere') return messages.otherBooks
  return state === 'on-request' ? messages.onRequest : messages.due
}

interface DocumentRowProps {
  document: TransactionDocument
  canCorrect: boolean
  /** Whether the credit note probably should not stand. */
  isDebitProposed: boolean
}

function DocumentRow({ document, canCorrect, isDebitProposed }: DocumentRowProps) {
  const mayDebit = useMay<typeof issueDebitNote>('money.write')
  const [isDebiting, setDebiting] = useState(false)
  const prefetch = () => prefetchDialogs(DebitNoteDialog)
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
        {flagLabelsOf(document.flags).map((label) => (
          <Badge key={label} shape="ring" tone="warn">
            {label}
          </Badge>
        ))}
        <span className={classes.amount}>{formatMoney(document.total, document.currency_code)}</span>
      </div>
      <div className={classes.foot}>
        <span className={classes.second}>{formatDay(document.document_date)}</span>
        <div className={classes.actions}>
          {canCorrect && <CorrectInvoiceButton id={document._id} serial={document.serial} />}
          {mayDebit && document.can_debit > 0 && (
            <Button
              variant="subtle"
              size="xs"
              aria-label={debitNoteMessages.actionOf(document.serial)}
              aria-haspopup="dialog"
              onPointerEnter={prefetch}
              onFocus={prefetch}
              onClick={() => setDebiting(true)}
            >
              {debitNoteMessages.action}
            </Button>
          )}
          <DocumentLink id={document._id} serial={document.serial} />
          <DocumentDownload id={document._id} serial={document.serial} />
        </div>
      </div>
      {isDebitProposed && <FieldHint tone="warn">{debitNoteMessages.proposed}</FieldHint>}
      <DebitNoteDialog opened={isDebiting} note={document} onClose={() => setDebiting(false)} />
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
  const hasReason = refunds.some(({ reason_code }) => reason_code !== null)
  const { data: reasons } = useRead(listRefundReasons, {}, { enabled: hasReason })
  if (refunds.length === 0) return <p className="gr-small gr-faint">{messages.noRefunds}</p>
  return (
    <>
      {refunded > 0 && (
        <p className={classes.sum}>
          {refundMessages.refundedOf(formatMoney(refunded, currency), formatMoney(amount, currency))}
        </p>
      )}
      <ul className={classes.records}>
        {refunds.map((refund) => (
          <RefundRow
            key={refund._id}
            refund={refund}
            by={staffName(order, refund.requested_by)}
            reason={reasons?.find(({ code }) => code === refund.reason_code)?.label}
          />
        ))}
      </ul>
    </>
  )
}

interface RefundRowProps {
  refund: TransactionRefund
  /** Who of the staff asked for it. */
  by: string
  /** Label of the reason; its code is shown until the list is loaded. */
  reason: string | undefined
}

function RefundRow({ refund, by, reason }: RefundRowProps) {
  const badge = refundBadges[refund.state]
  return (
    <li>
      <div className={classes.first}>
        <Badge shape={badge.shape} tone={badge.tone}>
          {badge.label}
        </Badge>
        {refund.reason_code !== null && <span>{reason ?? refund.reason_code}</span>}
        <span className={classes.amount}>{formatMoney(refund.amount, refund.currency_code)}</span>
      </div>
      {refund.note !== null && <p className={classes.note}>{refund.note}</p>}
      {refund.state === 'failed' && refund.reason !== null && (
        <p className="gr-small gr-danger gr-break">{refund.reason}</p>
      )}
      <div className={classes.second}>
        <time dateTime={refund.requested_at}>{formatTime(refund.requested_at)}</time>{' '}
        {refund.origin === 'gateway' ? (
          <span className="gr-break">{messages.inDashboard}</span>
        ) : (
          <span className="gr-break" title={refund.requested_by}>
            {messages.by(by)}
          </span>
        )}
        {refund.state === 'processed' && refund.settled_at !== null && (
          <>, {processedText({ ...refund, settled_at: refund.settled_at })}</>
        )}
        {refund.gateway_refund_id !== null && (
          <div>
            <CopiedFact
              name="Refund ID"
              value={refund.gateway_refund_id}
              label={`Copy ${refund.gateway_refund_id}`}
              isCode
            />
          </div>
        )}
      </div>
    </li>
  )
}

/** When Razorpay made a refund, and since when it is known here if that is another minute. */
function processedText({
  refunded_at,
  settled_at,
}: {
  refunded_at: string | null
  settled_at: string
}): string {
  const made = formatTime(refunded_at ?? settled_at)
  const known = formatTime(settled_at)
  const text = messages.processed(made)
  return made === known ? text : `${text}, ${messages.knownSince(known)}`
}
