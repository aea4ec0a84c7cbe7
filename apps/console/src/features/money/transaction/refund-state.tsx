import { isRefundUnderWay, transactionAllows } from '@greenroom/contract/money/transaction/transaction.rules'
import type { Transaction } from '@greenroom/contract/money/transaction/transaction.schema'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatShortMoney } from '../../../lib/money.ts'
import { paths } from '../../../lib/paths.ts'
import { StatusGlyph } from '../../../ui/status-glyph.tsx'
import classes from './refund-state.module.css'
import { refundMessages } from './transaction-messages.ts'

/** What was refunded of a transaction, and the state of a refund that is not done (OQ-051, OQ-210, OQ-260). */
export function RefundState({ transaction }: { transaction: RefundedTransaction }) {
  const { status, refunded_amount: refunded, amount, currency_code: currency } = transaction
  const isPart = status !== 'refunded' && refunded > 0
  // The column is narrow.
  const money = (minor: number) => formatShortMoney(minor, currency)
  return (
    <>
      {isPart && (
        <div className={classes.state}>
          <StatusGlyph shape="turn" tone="mute" />
          <span>{refundMessages.refundedOf(money(refunded), money(amount))}</span>
        </div>
      )}
      <LatestState transaction={transaction} />
    </>
  )
}

type RefundedTransaction = Pick<
  Transaction,
  'status' | 'refund' | 'refund_request' | 'refunded_amount' | 'amount' | 'currency_code'
>

function LatestState({ transaction }: { transaction: RefundedTransaction }) {
  const { refund, refund_request: request } = transaction
  if (isRefundUnderWay(transaction)) {
    const isWaiting = refund?.state === 'unknown'
    return (
      <div className={classes.state}>
        <StatusGlyph shape={isWaiting ? 'ring' : 'half'} tone={isWaiting ? 'warn' : 'info'} />
        <span>
          {refundMessages.underWay}
          {isWaiting && <span className="gr-block gr-faint">{refundMessages.waiting}</span>}
        </span>
      </div>
    )
  }
  if (request) {
    return (
      <div className={classes.state}>
        <StatusGlyph shape="ring" tone="warn" />
        <span className="gr-shrink">
          <Link to={paths.refundRequests} className={classes.request}>
            {refundMessages.requested}
          </Link>
          <span className="gr-block gr-faint gr-ellipsis" title={request.requested_by}>
            {refundMessages.requestedBy(request.requested_by)}
          </span>
        </span>
      </div>
    )
  }
  if (refund?.state !== 'failed' || !transactionAllows.refund(transaction)) return null
  return (
    <div className={classes.state}>
      <StatusGlyph shape="cross" tone="bad" />
      <span>
        {refundMessages.failed}
        {refund.reason && <RefusalReason reason={refund.reason} />}
      </span>
    </div>
  )
}

/** Why a refund failed. Two lines of it are shown until it is pressed: the text of a gateway may fill the column. */
function RefusalReason({ reason }: { reason: string }) {
  const [isWhole, setIsWhole] = useState(false)
  return (
    <button
      type="button"
      className={classes.reason}
      title={isWhole ? undefined : reason}
      aria-expanded={isWhole}
      onClick={() => setIsWhole(!isWhole)}
    >
      <span data-clamped={isWhole ? undefined : true}>{reason}</span>
    </button>
  )
}
