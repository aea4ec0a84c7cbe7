import { Button, Textarea } from '@mantine/core'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { failureMessage } from '../../../lib/api/api-error.ts'
import { isOutdated } from '../../../lib/api/outdated.ts'
import { notify } from '../../../lib/notify.tsx'
import { useIsShown } from '../../../lib/use-is-shown.ts'
import { SubmitButton } from '../../../ui/busy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Suggestions } from '../../../ui/suggestions.tsx'
import { useKeptDialog } from '../kept-dialog/use-kept-dialog.tsx'

interface ReasonDialogProps {
  opened: boolean
  /** Names the draft of the text: 'decline-refund', and the record's id. */
  draft: readonly [name: string, id: string]
  title: string
  /** What submitting does. */
  help: ReactNode
  label: string
  hint: string
  /** The rule of the text, with its messages. */
  rule: { max: number; required: string; tooLong: string }
  /** Usual texts, which a press takes over. */
  suggestions?: { label: string; texts: readonly string[] }
  submitLabel: string
  cancelLabel: string
  isPending: boolean
  /** Whether the dialog stays when a record was changed meanwhile, because others are left to ask about. */
  staysOnConflict?: boolean
  /** What is said of a refusal; the server's message unless it is given. */
  refusalText?: (reason: unknown) => string
  /** Sends the text. Resolves to the server's message. */
  send: (text: string) => Promise<{ message: string }>
  onClose: () => void
  /** The record left the list, or will: there is nothing left to ask. */
  onDone: () => void
}

const Reason = z.object({ text: z.string() })

/** Asks for a required text and sends it. */
export function ReasonDialog({
  opened,
  draft: [name, id],
  title,
  help,
  label,
  hint,
  rule,
  suggestions,
  submitLabel,
  cancelLabel,
  isPending,
  staysOnConflict = false,
  refusalText = failureMessage,
  send,
  onClose,
  onDone,
}: ReasonDialogProps) {
  const kept = useKeptDialog({
    name,
    id,
    values: Reason,
    start: { text: '' },
    what: `the ${label.toLowerCase()}`,
    opened,
    isSaving: isPending,
    onClose,
  })
  const { text } = kept.values
  const [error, setError] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)

  const refuse = (message: string) => {
    setError(message)
    field.current?.focus()
  }
  const leave = () => {
    kept.finish()
    onClose()
    onDone()
  }

  const isShown = useIsShown(opened)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    if (text.trim() === '') return refuse(rule.required)
    if ([...text].length > rule.max) return refuse(rule.tooLong)
    setError(undefined)
    try {
      const { message } = await send(text)
      notify.success(message)
      if (isShown.current) leave()
    } catch (reason) {
      if (isShown.current && (staysOnConflict || !isOutdated(reason))) return refuse(refusalText(reason))
      // Somebody else was faster.
      notify.error(failureMessage(reason))
      if (isShown.current) leave()
    }
  }

  return (
    <>
      <Dialog opened={opened} onClose={kept.close} title={title} closable={!isPending}>
        <form className="gr-stack" onSubmit={(event) => void submit(event)} noValidate>
          <p className="gr-quiet">{help}</p>
          {kept.notice}
          <Textarea
            ref={field}
            readOnly={isPending}
            label={label}
            description={hint}
            withAsterisk
            data-autofocus
            autosize
            minRows={3}
            maxRows={8}
            value={text}
            error={error}
            onChange={(event) => kept.change({ text: event.currentTarget.value })}
          />
          {suggestions && (
            <Suggestions
              label={suggestions.label}
              choices={suggestions.texts}
              disabled={isPending}
              onPick={(choice) => {
                setError(undefined)
                // Another suggestion is replaced, own words are kept.
                const isOwn = text.trim() !== '' && !suggestions.texts.includes(text)
                kept.change({ text: isOwn ? `${text.trimEnd()} ${choice}` : choice })
                field.current?.focus()
              }}
            />
          )}
          <div className="gr-answers">
            <Button size="md" variant="subtle" disabled={isPending} onClick={kept.close}>
              {cancelLabel}
            </Button>
            <SubmitButton busy={isPending}>{submitLabel}</SubmitButton>
          </div>
        </form>
      </Dialog>
      {kept.question}
    </>
  )
}
