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
import { type FormEvent, useRef, useState } from 'react'
import { failureMessage } from '../../lib/api/api-error.ts'
import { isOutdated, useCall } from '../../lib/api/hooks.ts'
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
  const field = useRef<HTMLTextAreaElement>(null)

  const refuse = (message: string) => {
    setError(message)
    field.current?.focus()
  }
  const close = () => {
    setError(undefined)
    onClose()
  }
  const leave = () => {
    close()
    onResolved()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    if (note.trim() === '') return refuse(reconciliationMessages.noteRequired)
    if ([...note].length > longestResolution) return refuse(reconciliationMessages.noteTooLong)
    setError(undefined)
    try {
      const { message } = await call({ params: { id: difference._id }, body: { note } })
      notify.success(message)
      leave()
    } catch (reason) {
      if (!isOutdated(reason)) return refuse(failureMessage(reason))
      // Somebody else resolved it meanwhile: there is nothing left to ask.
      notify.error(failureMessage(reason))
      leave()
    }
  }

  return (
    <Dialog opened={opened} onClose={close} title={messages.title} closable={!isPending}>
      <form className="gr-stack" onSubmit={(event) => void submit(event)} noValidate>
        <p className="gr-quiet">
          {kindTexts[difference.kind].title}. {messages.help}
        </p>
        <Textarea
          ref={field}
          readOnly={isPending}
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
          <Button size="md" variant="default" disabled={isPending} onClick={close}>
            {messages.cancel}
          </Button>
          <SubmitButton busy={isPending}>{messages.resolve}</SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}
