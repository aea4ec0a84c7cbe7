import { checkOrder } from '@greenroom/contract/reconciliation/reconciliation.endpoints'
import { failureMessage } from '../../lib/api/api-error.ts'
import { useCall } from '../../lib/api/hooks.ts'
import { useMay } from '../../lib/api/permissions.ts'
import { notify } from '../../lib/notify.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { orderReads } from '../order-reads/order-reads.ts'

export const checkOrderMessages = {
  action: 'Check with Razorpay',
  pending: 'Asking Razorpay',
} as const

interface CheckOrderButtonProps {
  order: { _id: string; reference_order_id: string }
  /** A quiet button in a row of a table. */
  isInRow?: boolean
}

/** Asks the payment gateway about an order that is not paid, and tells in a toast what was found (OQ-270). */
export function CheckOrderButton({ order, isInRow = false }: CheckOrderButtonProps) {
  const check = useCall(checkOrder, { invalidates: orderReads })
  const mayCheck = useMay<typeof checkOrder>('money.write')
  const ask = () =>
    notify
      .progress(check.call({ params: { id: order._id } }), {
        pending: checkOrderMessages.pending,
        success: ({ data }) => data.message,
        error: failureMessage,
      })
      // The toast has reported it.
      .catch(() => {})
  if (!mayCheck) return null
  return (
    <BusyButton
      variant={isInRow ? 'subtle' : 'default'}
      size={isInRow ? 'xs' : undefined}
      aria-label={`${checkOrderMessages.action} ${order.reference_order_id}`}
      busy={check.isPending}
      onClick={() => void ask()}
    >
      {isInRow ? 'Check' : checkOrderMessages.action}
    </BusyButton>
  )
}
