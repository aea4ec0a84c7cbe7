import {
  listDifferences,
  resolveDifference,
  resolveDifferences,
} from '@greenroom/contract/money/reconciliation/reconciliation.endpoints'
import {
  type Difference,
  differenceTitles,
  longestResolution,
  reconciliationMessages,
} from '@greenroom/contract/money/reconciliation/reconciliation.schema'
import { ApiError, failureMessage } from '../../../lib/api/api-error.ts'
import { useCall } from '../../../lib/api/hooks.ts'
import { differenceName } from '../../../shared/money/difference/difference-texts.ts'
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

const suggestions = { label: messages.usualNotes, texts: messages.notes }

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
      suggestions={suggestions}
      submitLabel={messages.resolve}
      cancelLabel={messages.cancel}
      isPending={isPending}
      send={(note) => call({ params: { id: difference._id }, body: { note }, version: difference.version })}
      onClose={onClose}
      onDone={onResolved}
    />
  )
}

interface ResolveSeveralDialogProps extends Omit<ResolveDialogProps, 'difference'> {
  /** As the list has them now. */
  differences: readonly Difference[]
}

/** Closes several differences with one note: all of them, or none (OQ-679). */
export function ResolveSeveralDialog({
  opened,
  differences,
  onClose,
  onResolved,
}: ResolveSeveralDialogProps) {
  const { call, isPending } = useCall(resolveDifferences, {
    invalidates: [listDifferences],
    refreshesOnConflict: true,
  })
  return (
    <ReasonDialog
      opened={opened}
      draft={['resolve-differences', 'selected']}
      title={messages.severalTitle(differences.length)}
      help={`${kindsText(differences)}. ${messages.severalHelp}`}
      label={messages.note}
      hint={messages.noteHint}
      rule={rule}
      suggestions={suggestions}
      submitLabel={messages.resolve}
      cancelLabel={messages.cancel}
      isPending={isPending}
      staysOnConflict
      refusalText={(reason) => refusalText(reason, differences)}
      send={(note) =>
        call({ body: { note, differences: differences.map(({ _id, version }) => ({ id: _id, version })) } })
      }
      onClose={onClose}
      onDone={onResolved}
    />
  )
}

/** How many refused differences are named. */
const mostNamed = 5

/** The server's message, and each difference that it refused with its reason. */
function refusalText(reason: unknown, differences: readonly Difference[]): string {
  const errors = reason instanceof ApiError ? reason.errors : []
  const named = errors.flatMap(({ path, message }) => {
    const difference = differences[Number(path.split('.')[1])]
    return difference ? [messages.refused(differenceName(difference), message)] : []
  })
  const more = named.length > mostNamed ? [messages.moreRefused(named.length - mostNamed)] : []
  return [failureMessage(reason), ...named.slice(0, mostNamed), ...more].join(' ')
}

/** "Payment without an order (2), Settled amount differs (1)". */
function kindsText(differences: readonly Difference[]): string {
  const counts = new Map<string, number>()
  for (const { kind } of differences) {
    counts.set(differenceTitles[kind], (counts.get(differenceTitles[kind]) ?? 0) + 1)
  }
  return [...counts].map(([title, count]) => `${title} (${count})`).join(', ')
}
