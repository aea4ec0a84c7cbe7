import { refundTransaction } from '@greenroom/contract/refund/refund.endpoints'
import { listTransactions } from '@greenroom/contract/transaction/transaction.endpoints'
import type { Transaction } from '@greenroom/contract/transaction/transaction.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { queryKey, useCall } from '../../lib/api/hooks.ts'
import { formatTime } from '../../lib/dates.ts'
import { formatMoney } from '../../lib/money.ts'
import { notify } from '../../lib/notify.tsx'
import { personName } from '../../lib/person-name.ts'
import { formatPhone } from '../../lib/phone.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { closesQuestion, isRefused, refundFailure, refundFailureHelp, refundSuccess } from './refund-toast.ts'
import { refundMessages, transactionEntityLabels } from './transaction-messages.ts'
import classes from './transaction-refund-dialog.module.css'

interface TransactionRefundDialogProps {
  opened: boolean
  transaction: Transaction
  onClose: () => void
  /** The refund button is gone, or will be. */
  onDone: () => void
}

/** Asks for confirmation of a refund, with the buyer and the amount, and requests it (TXN-13, TXN-19, OQ-051). */
export function TransactionRefundDialog({
  opened,
  transaction,
  onClose,
  onDone,
}: TransactionRefundDialogProps) {
  const client = useQueryClient()
  const { call } = useCall(refundTransaction, { invalidates: [listTransactions] })

  const showState = () => client.invalidateQueries({ queryKey: queryKey(listTransactions) })
  const wasRefused = useRef(false)

  const refund = async () => {
    try {
      await notify.progress(call({ body: { order_id: transaction._id } }), {
        pending: refundMessages.pending,
        success: refundSuccess,
        error: refundFailure,
      })
    } catch (reason) {
      // The question shows a refusal as long as it is open. Then the list does.
      if (isRefused(reason)) wasRefused.current = true
      // After any other outcome the list shows the current state: in progress, or refunded by someone else.
      else await showState()
      if (!closesQuestion(reason)) throw reason
    }
    onDone()
  }
  const close = () => {
    if (wasRefused.current) void showState()
    wasRefused.current = false
    onClose()
  }

  return (
    <ConfirmDialog
      opened={opened}
      title={refundMessages.title(
        formatMoney(transaction.amount, transaction.currency_code),
        personName(transaction.user_id),
      )}
      onConfirm={refund}
      onClose={close}
      describeFailure={refundFailureHelp}
    >
      <DescriptionList
        items={[
          {
            term: refundMessages.boughtWhat,
            value: `${transaction.entity_id.title} (${transactionEntityLabels[transaction.entity_type]})`,
          },
          { term: refundMessages.boughtWhen, value: formatTime(transaction.created_at) },
          {
            term: refundMessages.buyer,
            value: [personName(transaction.user_id), formatPhone(transaction.user_id.phone)].join(', '),
          },
          { term: refundMessages.order, value: transaction.reference_order_id },
        ]}
      />
      <p className={classes.effect}>{refundMessages.effect}</p>
    </ConfirmDialog>
  )
}
