import {
  acceptDifference,
  healDifference,
  refundDifference,
} from '@greenroom/contract/money/reconciliation/reconciliation.endpoints'
import type {
  Difference,
  DifferenceAction,
} from '@greenroom/contract/money/reconciliation/reconciliation.schema'
import { failureMessage } from '../../../lib/api/api-error.ts'
import { useCall } from '../../../lib/api/hooks.ts'
import { isOutdated } from '../../../lib/api/outdated.ts'
import { notify } from '../../../lib/notify.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { FactQuestion } from '../../record/question/fact-question.tsx'
import { orderReads } from '../order-reads/order-reads.ts'
import { differenceCardMessages as messages } from './difference-messages.ts'
import { amountText, sideLine } from './difference-texts.ts'

interface HealDialogProps {
  opened: boolean
  difference: Difference
  action: DifferenceAction
  onClose: () => void
  /** The card is gone, or will be. */
  onDone: () => void
}

/** Asks before money or an order changes, with the order, both amounts and what follows (OQ-523, OQ-752). */
export function HealDialog({ opened, difference, action, onClose, onDone }: HealDialogProps) {
  const options = { invalidates: orderReads, refreshesOnConflict: true }
  const heal = useCall(healDifference, options)
  const accept = useCall(acceptDifference, options)
  const refund = useCall(refundDifference, options)
  const params = { id: difference._id }
  const { version } = difference
  const body = { amount: difference.gateway.amount ?? 0 }
  const send = (): Promise<unknown> => {
    if (action === 'accept-amount') return accept.call({ params, body, version })
    if (action === 'refund-payment') return refund.call({ params, body, version })
    return heal.call({ params, version })
  }
  const order = difference.order?.reference_order_id ?? ''
  const sides = [
    { term: messages.here, value: sideLine(difference.ours) },
    { term: messages.there, value: sideLine(difference.gateway) },
  ]
  const run = async () => {
    try {
      await notify.progress(send(), {
        ...messages.progress[action],
        error: (reason) => (isOutdated(reason) ? failureMessage(reason) : undefined),
      })
    } catch (reason) {
      if (!isOutdated(reason)) throw reason
    }
    onDone()
  }
  return (
    <FactQuestion
      opened={opened}
      title={messages.question[action](order)}
      confirmLabel={messages.actions[action]}
      cancelLabel={messages.cancel}
      destructive={action === 'refund-payment'}
      facts={sides}
      describeFailure={failureMessage}
      onConfirm={run}
      onClose={onClose}
    >
      <div className="gr-stack">
        <DescriptionList
          items={[
            { term: messages.order, value: order },
            { term: messages.item, value: difference.order?.entity_title ?? '' },
            ...(action === 'refund-payment' ? refundedPayment(difference) : []),
            ...sides,
          ]}
        />
        <p>{messages.effect[action](sideAmount(difference))}</p>
      </div>
    </FactQuestion>
  )
}

/** Which payment goes back, and which one the order keeps, so that nobody refunds the wrong one. */
function refundedPayment({ payment_id, order }: Difference) {
  const kept = order?.payment_id
  return [
    { term: messages.refunded, value: payment_id ?? '' },
    ...(kept && kept !== payment_id ? [{ term: messages.kept, value: kept }] : []),
  ]
}

/** The amount that is recorded: what the gateway says. */
function sideAmount({ gateway }: Difference): string {
  return amountText(gateway) ?? ''
}
