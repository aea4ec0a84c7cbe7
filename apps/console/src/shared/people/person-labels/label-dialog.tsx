import {
  addPersonLabel,
  listPeople,
  listPersonLabels,
  removePersonLabel,
} from '@greenroom/contract/people/people-list/people-list.endpoints'
import { getPersonPage } from '@greenroom/contract/people/person/person.endpoints'
import { Button, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { failureMessage } from '../../../lib/api/api-error.ts'
import { useCall, useRead } from '../../../lib/api/hooks.ts'
import { notify } from '../../../lib/notify.tsx'
import { isFound } from '../../../lib/searched-text.ts'
import { useIsShown } from '../../../lib/use-is-shown.ts'
import { SubmitButton } from '../../../ui/busy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Suggestions } from '../../../ui/suggestions.tsx'
import classes from './label-dialog.module.css'
import { labelMessages as messages } from './label-messages.ts'

interface LabelDialogProps {
  opened: boolean
  person: string
  name: string
  /** As the screen behind has them. */
  labels: readonly string[]
  onClose: () => void
}

const mostSuggested = 8
const invalidates = [listPeople, listPersonLabels, getPersonPage]

/** Adds and removes labels of a person (OQ-735). Each press is saved at once. */
export function LabelDialog({ opened, person, name, labels: given, onClose }: LabelDialogProps) {
  const used = useRead(listPersonLabels, {}, { enabled: opened })
  const adding = useCall(addPersonLabel, { invalidates })
  const removing = useCall(removePersonLabel, { invalidates })
  const [labels, setLabels] = useState(given)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const isShown = useIsShown(opened)
  // A change by this dialog arrives here before the screen behind has it.
  useEffect(() => setLabels(given), [given])

  const add = async (label: string) => {
    if (adding.isPending) return
    setError(undefined)
    try {
      const { data, message } = await adding.call({ params: { person }, body: { label } })
      setLabels(data.labels)
      setTyped('')
      notify.success(message)
    } catch (reason) {
      if (isShown.current) setError(failureMessage(reason))
      else notify.error(failureMessage(reason))
    }
    field.current?.focus()
  }
  const remove = async (label: string) => {
    if (removing.isPending) return
    try {
      const { data, message } = await removing.call({ params: { person }, body: { label } })
      setLabels(data.labels)
      notify.success(message)
    } catch (reason) {
      notify.error(failureMessage(reason))
    }
    field.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void add(typed)
  }
  const offered = (used.data ?? []).filter((label) => !labels.includes(label) && isFound(label, typed))

  return (
    <Dialog opened={opened} onClose={onClose} title={messages.title(name)}>
      <form className="gr-stack" onSubmit={submit} noValidate>
        <p className="gr-small gr-quiet">{messages.help}</p>
        {labels.length === 0 ? (
          <p className="gr-small gr-faint">{messages.none}</p>
        ) : (
          <ul className={classes.labels} aria-label={messages.current}>
            {labels.map((label) => (
              <li key={label} className={classes.label}>
                <span className="gr-break">{label}</span>
                <button
                  type="button"
                  className={classes.remove}
                  aria-label={messages.remove(label)}
                  onClick={() => void remove(label)}
                >
                  <IconX size={14} stroke={1.5} aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
        )}
        <TextInput
          ref={field}
          label={messages.label}
          description={messages.hint}
          data-autofocus
          autoComplete="off"
          maxLength={40}
          value={typed}
          error={error}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Suggestions
          label={messages.known}
          choices={offered.slice(0, mostSuggested)}
          disabled={adding.isPending}
          onPick={(label) => void add(label)}
        />
        <div className="gr-answers">
          <Button size="md" variant="subtle" onClick={onClose}>
            {messages.done}
          </Button>
          <SubmitButton busy={adding.isPending}>{messages.add}</SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}
