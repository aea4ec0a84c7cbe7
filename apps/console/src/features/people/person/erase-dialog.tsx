import {
  createErasure,
  getPerson,
  listErasures,
} from '@greenroom/contract/people/person/personal-data.endpoints'
import type { PersonPreview } from '@greenroom/contract/people/person/personal-data.schema'
import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { failureMessage } from '../../../lib/api/api-error.ts'
import { queryKey, useCall } from '../../../lib/api/hooks.ts'
import { isStale } from '../../../lib/api/outdated.ts'
import { notify } from '../../../lib/notify.tsx'
import { useIsShown } from '../../../lib/use-is-shown.ts'
import { SubmitButton } from '../../../ui/busy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { type Fact, FactChanges, useConfirmedFacts } from '../../../ui/use-confirmed-facts.tsx'
import { personalDataMessages as messages } from './personal-data-messages.ts'

interface EraseDialogProps {
  opened: boolean
  /** What the screen behind the dialog shows of the person. */
  preview: Pick<PersonPreview, 'person' | 'preview'>
  /** What is erased. A press on a change only accepts it (OQ-526). */
  facts: readonly Fact[]
  /** A text that confirms: the person's name or e-mail address. */
  example: string
  onClose: () => void
  onStarted: () => void
}

/** Asks for the person's name before it starts an erasure (OQ-346). */
export function EraseDialog({ opened, preview, facts, example, onClose, onStarted }: EraseDialogProps) {
  const [confirmation, setConfirmation] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const { call } = useCall(createErasure, { invalidates: [listErasures] })
  const isShown = useIsShown(opened)
  const client = useQueryClient()
  const confirmed = useConfirmedFacts(opened, facts)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setError(undefined)
    if (!confirmed.confirm()) return
    setBusy(true)
    try {
      await call({ body: { person: preview.person, confirmation, preview: preview.preview } })
      notify.success(messages.erasureStarted)
      if (isShown.current) onStarted()
    } catch (reason) {
      if (isShown.current) setError(failureMessage(reason))
      else notify.error(failureMessage(reason))
      // The screen behind shows what there is now. The dialog names the difference.
      if (isStale(reason)) {
        await client.invalidateQueries({ queryKey: queryKey(getPerson) })
        confirmed.settle()
      }
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog opened={opened} onClose={onClose} title={messages.eraseTitle} closable={!isBusy}>
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
        <FactChanges facts={confirmed} confirmLabel={messages.confirm} />
        <div className="gr-answers">
          <Button size="md" variant="subtle" disabled={isBusy} onClick={onClose}>
            {messages.cancel}
          </Button>
          <SubmitButton busy={isBusy} color="red">
            {messages.confirm}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}
