import { listGstMonths } from '@greenroom/contract/money/gst-return/gst-return.endpoints'
import { compareMonth } from '@greenroom/contract/money/reconciliation/reconciliation.endpoints'
import { failureMessage } from '../../../lib/api/api-error.ts'
import { useCall } from '../../../lib/api/hooks.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { notify } from '../../../lib/notify.tsx'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { monthPageMessages as messages } from './month-messages.ts'

interface CompareMonthButtonProps {
  month: string
  /** Whether a comparison of the month runs or waits. */
  isRunning?: boolean
  /** Whether it is the next button to press. */
  isMain?: boolean
}

/** Compares each day of a month with the payment gateway, as Differences does for one day (OQ-678). */
export function CompareMonthButton({ month, isRunning = false, isMain = false }: CompareMonthButtonProps) {
  const mayCompare = useMay<typeof compareMonth>('money.write')
  const compare = useCall(compareMonth, { invalidates: [listGstMonths] })
  if (!mayCompare) return null
  const request = () =>
    notify
      .progress(compare.call({ body: { month } }), {
        pending: messages.comparing,
        success: ({ data }) => messages.compareRequested(data.days),
        error: failureMessage,
      })
      // The toast has reported it.
      .catch(() => {})
  return (
    <BusyButton
      variant={isMain ? 'filled' : 'default'}
      size="sm"
      busy={compare.isPending || isRunning}
      onClick={() => void request()}
    >
      {messages.compareAgain}
    </BusyButton>
  )
}
