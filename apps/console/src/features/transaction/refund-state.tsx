import { isRefundUnderWay, transactionAllows } from '@greenroom/contract/transaction/transaction.rules'
import type { Transaction } from '@greenroom/contract/transaction/transaction.schema'
import { useState } from 'react'
import { StatusGlyph } from '../../ui/status-glyph.tsx'
import classes from './refund-state.module.css'
import { refundMessages } from './transaction-messages.ts'

/** The state of a refund that is not done, below the status of its transaction (OQ-051, OQ-210). */
export function RefundState({ transaction }: { transaction: Pick<Transaction, 'status' | 'refund'> }) {
  const { refund } = transaction
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
