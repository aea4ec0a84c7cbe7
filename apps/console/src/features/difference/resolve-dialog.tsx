import {
  listDifferences,
  resolveDifference,
} from '@greenroom/contract/reconciliation/reconciliation.endpoints'
import {
  type Difference,
  longestResolution,
  reconciliationMessages,
} from '@greenroom/contract/reconciliation/reconciliation.schema'
import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { failureMessage } from '../../lib/api/api-error.ts'
import { useCall } from '../../lib/api/hooks.ts'
import { notify } from '../../lib/notify.tsx'
import { SubmitButton } from '../../ui/busy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { kindTexts, resolveMessages as messages } from './difference-messages.ts'

interface ResolveDialogProps {
  opened: boolean
  difference: Difference
  onClose: () => void
  /** The card is gone, or will be. */
  onResolved: () => void
}

/** Closes a difference with a note (OQ-272). */
export function ResolveDialog({ opened, difference, onClose, onResolved }: ResolveDialogProps) {
  const [note, setNote] = useState('')
  const [error, setError] = useState<string>()
  const { call, isPending } = useCall(resolveDifference, {
    invalidates: [listDifferences],
    refreshesOnConflict: true,
  })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (note.trim() === '') return setError(reconciliationMessages.noteRequired)
    if ([...note].length > longestResolution) return setError(reconciliationMessages.noteTooLong)
    setError(undefined)
    try {
      const { message } = await call({ params: { id: difference._id }, body: { note } })
      notify.success(message)
      onClose()
      onResolved()
    } catch (reason) {
      setError(failureMessage(reason))
    }
  }

  return (
    <Dialog opened={opened} onClose={onClose} title={messages.title} closable={!isPending}>
      <form className="gr-stack" onSubmit={(event) => void submit(event)} noValidate>
        <p className="gr-quiet">
          {kindTexts[difference.kind].title}. {messages.help}
        </p>
        <Textarea
          label={messages.note}
          description={messages.noteHint}
          withAsterisk
          data-autofocus
          autosize
          minRows={3}
          maxRows={8}
          value={note}
          error={error}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <div className="gr-answers">
          <Button size="md" variant="default" disabled={isPending} onClick={onClose}>
            {messages.cancel}
          </Button>
          <SubmitButton busy={isPending}>{messages.resolve}</SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}
