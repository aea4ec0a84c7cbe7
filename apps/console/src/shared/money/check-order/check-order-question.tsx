import type { EndpointDeclaration } from '@greenroom/contract/endpoint'
import { checkOrder } from '@greenroom/contract/money/reconciliation/reconciliation.endpoints'
import { failureMessage } from '../../../lib/api/api-error.ts'
import { useCall } from '../../../lib/api/hooks.ts'
import { notify } from '../../../lib/notify.tsx'
import { useIsShown } from '../../../lib/use-is-shown.ts'
import { ConfirmDialog } from '../../record/question/confirm-dialog.tsx'
import { orderReads } from '../order-reads/order-reads.ts'
import { checkOrderMessages as messages } from './check-order-messages.ts'

interface CheckOrderQuestionProps {
  opened: boolean
  order: { _id: string; reference_order_id: string }
  reads: readonly EndpointDeclaration[]
  onClose: () => void
}

/**
 * Asks before the payment gateway is asked about an order: what it says completes the order and issues its document
 * (OQ-527). A toast says what was found (OQ-270).
 */
export function CheckOrderQuestion({ opened, order, reads, onClose }: CheckOrderQuestionProps) {
  const { call } = useCall(checkOrder, { invalidates: [...orderReads, ...reads] })
  const isShown = useIsShown(opened)
  return (
    <ConfirmDialog
      opened={opened}
      title={messages.title(order.reference_order_id)}
      confirmLabel={messages.confirm}
      cancelLabel={messages.cancel}
      destructive={false}
      describeFailure={failureMessage}
      onConfirm={() =>
        notify.progress(call({ params: { id: order._id } }), {
          pending: messages.pending,
          success: ({ data }) => data.message,
          error: (reason) => (isShown.current ? undefined : failureMessage(reason)),
        })
      }
      onClose={onClose}
    >
      {messages.effect}
    </ConfirmDialog>
  )
}
