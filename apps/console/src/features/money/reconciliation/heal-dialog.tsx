import { healDifference } from '@greenroom/contract/money/reconciliation/reconciliation.endpoints'
import type { Difference } from '@greenroom/contract/money/reconciliation/reconciliation.schema'
import { failureMessage } from '../../../lib/api/api-error.ts'
import { useCall } from '../../../lib/api/hooks.ts'
import { isOutdated } from '../../../lib/api/outdated.ts'
import { notify } from '../../../lib/notify.tsx'
import { orderReads } from '../../../shared/money/order-reads/order-reads.ts'
import { FactQuestion } from '../../../shared/record/question/fact-question.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { differenceCardMessages as messages } from './difference-messages.ts'
import { amountText, sideLine } from './difference-texts.ts'

interface HealDialogProps {
  opened: boolean
  difference: Difference
  onClose: () => void
  /** The card is gone, or will be. */
  onDone: () => void
}

/** Asks before what the gateway says is recorded, with the order, both amounts and the document (OQ-523). */
export function HealDialog({ opened, difference, onClose, onDone }: HealDialogProps) {
  const heal = useCall(healDifference, { invalidates: orderReads, refreshesOnConflict: true })
  // A difference that was resolved while the question is open has no action any more. The server says so.
  const action =
    difference.action ?? (difference.kind === 'refund-unknown' ? 'record-refund' : 'complete-order')
  const order = difference.order?.reference_order_id ?? ''
  const sides = [
    { term: messages.here, value: sideLine(difference.ours) },
    { term: messages.there, value: sideLine(difference.gateway) },
  ]
  const run = async () => {
    try {
      await notify.progress(heal.call({ params: { id: difference._id }, version: difference.version }), {
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
      destructive={false}
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
            ...sides,
          ]}
        />
        <p>{messages.effect[action](sideAmount(difference))}</p>
      </div>
    </FactQuestion>
  )
}

/** The amount that is recorded: what the gateway says. */
function sideAmount({ gateway }: Difference): string {
  return amountText(gateway) ?? ''
}
