import { createInvoice } from '@greenroom/contract/money/document/document.endpoints'
import type { refundTransaction } from '@greenroom/contract/money/refund/refund.endpoints'
import { transactionAllows } from '@greenroom/contract/money/transaction/transaction.rules'
import type { Transaction } from '@greenroom/contract/money/transaction/transaction.schema'
import { Button } from '@mantine/core'
import { failureMessage } from '../../../lib/api/api-error.ts'
import { useCall } from '../../../lib/api/hooks.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { notify } from '../../../lib/notify.tsx'
import { downloadPdf } from '../../../lib/pdf-download.ts'
import { CheckOrderButton } from '../../../shared/money/check-order/check-order-button.tsx'
import { BusyButton } from '../../../ui/busy-button.tsx'
import classes from './transaction-actions.module.css'
import { invoiceMessages, refundMessages } from './transaction-messages.ts'

interface TransactionActionsProps {
  transaction: Transaction
  onRefund: () => void
  /** Called on hover and focus of the refund button: prefetch the dialog. */
  onIntent: () => void
  /** Rows have quiet buttons with short labels. */
  isInRow?: boolean
}

/** Refund and invoice of a transaction, each if the rules allow it (TXN-12, TXN-13, OQ-051). */
export function TransactionActions({
  transaction,
  onRefund,
  onIntent,
  isInRow = true,
}: TransactionActionsProps) {
  const look = isInRow ? { variant: 'subtle', size: 'xs' } : { variant: 'default' }
  const invoice = useCall(createInvoice, { invalidates: [] })
  const mayRefund = useMay<typeof refundTransaction>('money.refund')
  const mayInvoice = useMay<typeof createInvoice>('money.read', 'personal.read')
  const { reference_order_id: reference } = transaction

  const download = async () => {
    const work = invoice
      .call({ body: { order_id: transaction._id } })
      .then(({ data }) => downloadPdf(data.data, invoiceMessages.fileName))
    await notify
      .progress(work, {
        pending: invoiceMessages.pending,
        success: invoiceMessages.success,
        error: failureMessage,
      })
      // The toast has reported it.
      .catch(() => {})
  }

  return (
    <div className={classes.buttons} data-large={!isInRow || undefined}>
      {transaction.status === 'pending' && <CheckOrderButton order={transaction} isInRow={isInRow} />}
      {mayRefund && transactionAllows.refund(transaction) && (
        <Button
          {...look}
          aria-label={`${refundMessages.action} ${reference}`}
          onClick={onRefund}
          onPointerEnter={onIntent}
          onFocus={onIntent}
        >
          {refundMessages.action}
        </Button>
      )}
      {mayInvoice && transactionAllows.invoice(transaction) && (
        <BusyButton
          {...look}
          aria-label={`${invoiceMessages.action} ${reference}`}
          busy={invoice.isPending}
          onClick={() => void download()}
        >
          {invoiceMessages.action}
        </BusyButton>
      )}
    </div>
  )
}
