import { withdrawRefundRequest } from '@greenroom/contract/money/refund-request/refund-request.endpoints'
import type { RefundRequest } from '@greenroom/contract/money/refund-request/refund-request.schema'
import { failureMessage } from '../../../lib/api/api-error.ts'
import { useCall } from '../../../lib/api/hooks.ts'
import { isOutdated } from '../../../lib/api/outdated.ts'
import { formatMoney } from '../../../lib/money.ts'
import { notify } from '../../../lib/notify.tsx'
import { ConfirmDialog } from '../../../shared/record/question/confirm-dialog.tsx'
import { withdrawMessages as messages } from './refund-request-messages.ts'
import { refundRequestReads } from './refund-request-reads.ts'

interface WithdrawDialogProps {
  opened: boolean
  request: RefundRequest
  onClose: () => void
  /** The card is gone, or will be. */
  onDone: () => void
}

/** Asks for confirmation and withdraws one's own request (OQ-352). */
export function WithdrawDialog({ opened, request, onClose, onDone }: WithdrawDialogProps) {
  const { call } = useCall(withdrawRefundRequest, {
    invalidates: refundRequestReads,
    refreshesOnConflict: true,
  })
  const run = async () => {
    try {
      const { message } = await call({ params: { id: request._id } })
      notify.success(message)
    } catch (reason) {
      if (!isOutdated(reason)) throw reason
      notify.error(failureMessage(reason))
    }
    onDone()
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={messages.title(formatMoney(request.amount, request.currency_code))}
      confirmLabel={messages.withdraw}
      cancelLabel={messages.cancel}
      describeFailure={failureMessage}
      onConfirm={run}
      onClose={onClose}
    >
      {messages.effect}
    </ConfirmDialog>
  )
}
