import { declineRefundRequest } from '@greenroom/contract/money/refund-request/refund-request.endpoints'
import {
  refundRequestMessages as contractMessages,
  longestDecision,
  type RefundRequest,
} from '@greenroom/contract/money/refund-request/refund-request.schema'
import { useCall } from '../../../lib/api/hooks.ts'
import { formatMoney } from '../../../lib/money.ts'
import { ReasonDialog } from '../../../shared/record/reason-dialog/reason-dialog.tsx'
import { declineMessages as messages } from './refund-request-messages.ts'
import { refundRequestReads } from './refund-request-reads.ts'

interface DeclineDialogProps {
  opened: boolean
  request: RefundRequest
  onClose: () => void
  /** The card is gone, or will be. */
  onDone: () => void
}

const rule = {
  max: longestDecision,
  required: contractMessages.declineReasonRequired,
  tooLong: contractMessages.declineReasonTooLong,
}

/** Declines a refund with a reason (OQ-352). */
export function DeclineDialog({ opened, request, onClose, onDone }: DeclineDialogProps) {
  const { call, isPending } = useCall(declineRefundRequest, {
    invalidates: refundRequestReads,
    refreshesOnConflict: true,
  })
  return (
    <ReasonDialog
      opened={opened}
      draft={['decline-refund', request._id]}
      title={messages.title(formatMoney(request.amount, request.currency_code))}
      help={messages.help}
      label={messages.reason}
      hint={messages.reasonHint}
      rule={rule}
      submitLabel={messages.decline}
      cancelLabel={messages.cancel}
      isPending={isPending}
      send={(reason) => call({ params: { id: request._id }, body: { reason } })}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
