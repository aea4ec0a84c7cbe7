import {
  listDifferences,
  resolveDifference,
} from '@greenroom/contract/money/reconciliation/reconciliation.endpoints'
import {
  type Difference,
  differenceTitles,
  longestResolution,
  reconciliationMessages,
} from '@greenroom/contract/money/reconciliation/reconciliation.schema'
import { useCall } from '../../../lib/api/hooks.ts'
import { ReasonDialog } from '../../../shared/record/reason-dialog/reason-dialog.tsx'
import { resolveMessages as messages } from './difference-messages.ts'

interface ResolveDialogProps {
  opened: boolean
  difference: Difference
  onClose: () => void
  /** The card is gone, or will be. */
  onResolved: () => void
}

const rule = {
  max: longestResolution,
  required: reconciliationMessages.noteRequired,
  tooLong: reconciliationMessages.noteTooLong,
}

/** Closes a difference with a note (OQ-272). */
export function ResolveDialog({ opened, difference, onClose, onResolved }: ResolveDialogProps) {
  const { call, isPending } = useCall(resolveDifference, {
    invalidates: [listDifferences],
    refreshesOnConflict: true,
  })
  return (
    <ReasonDialog
      opened={opened}
      draft={['resolve-difference', difference._id]}
      title={messages.title}
      help={`${differenceTitles[difference.kind]}. ${messages.help}`}
      label={messages.note}
      hint={messages.noteHint}
      rule={rule}
      submitLabel={messages.resolve}
      cancelLabel={messages.cancel}
      isPending={isPending}
      send={(note) => call({ params: { id: difference._id }, body: { note }, version: difference.version })}
      onClose={onClose}
      onDone={onResolved}
    />
  )
}
