import { createErasure, listErasures } from '@greenroom/contract/personal-data/personal-data.endpoints'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { failureMessage } from '../../lib/api/api-error.ts'
import { useCall } from '../../lib/api/hooks.ts'
import { notify } from '../../lib/notify.tsx'
import { SubmitButton } from '../../ui/busy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { personalDataMessages as messages } from './personal-data-messages.ts'

interface EraseDialogProps {
  opened: boolean
  person: string
  /** A text that confirms: the person's name or e-mail address. */
  example: string
  onClose: () => void
  onStarted: () => void
}

/** Asks for the person's name before it starts an erasure (OQ-346). */
export function EraseDialog({ opened, person, example, onClose, onStarted }: EraseDialogProps) {
  const [confirmation, setConfirmation] = useState('')
  const [error, setError] = useState<string>()
  const { call, isPending } = useCall(createErasure, { invalidates: [listErasures] })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    setError(undefined)
    try {
      await call({ body: { person, confirmation } })
      notify.success(messages.erasureStarted)
      onStarted()
    } catch (reason) {
      setError(failureMessage(reason))
    }
  }

  return (
    <Dialog opened={opened} onClose={onClose} title={messages.eraseTitle} closable={!isPending}>
      <form className="gr-stack" noValidate onSubmit={(event) => void submit(event)}>
        <p className="gr-quiet">{messages.eraseEffect}</p>
        <TextInput
          label={messages.confirmation(example)}
          withAsterisk
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          value={confirmation}
          error={error}
          onChange={(event) => setConfirmation(event.currentTarget.value)}
        />
        <div className="gr-answers">
          <Button size="md" variant="default" disabled={isPending} onClick={onClose}>
            {messages.cancel}
          </Button>
          <SubmitButton busy={isPending} color="red">
            {messages.confirm}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}
