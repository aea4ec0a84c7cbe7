import type {
  healDifference,
  refundDifference,
} from '@greenroom/contract/money/reconciliation/reconciliation.endpoints'
import type {
  Difference,
  DifferenceAction,
} from '@greenroom/contract/money/reconciliation/reconciliation.schema'
import { useMay } from '../../../lib/api/permissions.ts'
import { formatTime } from '../../../lib/dates.ts'
import { FieldHint } from '../../../ui/field-hint.tsx'
import { LightButton } from '../../../ui/light-button.tsx'
import { differenceCardMessages as messages } from './difference-messages.ts'

/** Returns what the person may do about a difference, the main action first. */
export function useDifferenceActions({ actions }: Pick<Difference, 'actions'>): DifferenceAction[] {
  const mayHeal = useMay<typeof healDifference>('money.write')
  const mayRefund = useMay<typeof refundDifference>('money.refund')
  return actions.filter((one) => (one === 'refund-payment' ? mayRefund : mayHeal))
}

interface DifferenceActionsProps {
  actions: readonly DifferenceAction[]
  /** Names the difference for screen readers. */
  label: string
  /** Asks before what the gateway says is recorded. */
  onHeal: (action: DifferenceAction) => void
  /** Called on hover and focus: prefetch the dialog. */
  onIntent: () => void
}

/** A button for each action, the main one last. */
export function DifferenceActions({ actions, label, onHeal, onIntent }: DifferenceActionsProps) {
  return actions.toReversed().map((action) => (
    <LightButton
      key={action}
      primary={action === actions[0]}
      aria-label={`${messages.actions[action]} ${label}`}
      onClick={() => onHeal(action)}
      onPointerEnter={onIntent}
      onFocus={onIntent}
    >
      {messages.actions[action]}
    </LightButton>
  ))
}

/** Says that the payment is being refunded, or why its last refund was not made (OQ-776). */
export function RefundNotes({ refunding_at, refund_failure }: Difference) {
  return (
    <>
      {refunding_at !== null && (
        <p className="gr-small gr-faint">{messages.refunding(formatTime(refunding_at))}</p>
      )}
      {refund_failure !== null && <FieldHint tone="warn">{messages.refundFailed(refund_failure)}</FieldHint>}
    </>
  )
}
