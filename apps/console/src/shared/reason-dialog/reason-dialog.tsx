import { Button, Textarea } from '@mantine/core'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { failureMessage } from '../../lib/api/api-error.ts'
import { isOutdated } from '../../lib/api/hooks.ts'
import { notify } from '../../lib/notify.tsx'
import { SubmitButton } from '../../ui/busy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface ReasonDialogProps {
  opened: boolean
  title: string
  /** What submitting does. */
  help: ReactNode
  label: string
  hint: string
  /** The rule of the text, with its messages. */
  rule: { max: number; required: string; tooLong: string }
  submitLabel: string
  cancelLabel: string
  isPending: boolean
  /** Sends the text. Resolves to the server's message. */
  send: (text: string) => Promise<{ message: string }>
  onClose: () => void
  /** The record left the list, or will: there is nothing left to ask. */
  onDone: () => void
}

/** Asks for a required text and sends it. A text is kept while the dialog stays mounted. */
export function ReasonDialog({
  opened,
  title,
  help,
  label,
  hint,
  rule,
  submitLabel,
  cancelLabel,
  isPending,
  send,
  onClose,
  onDone,
}: ReasonDialogProps) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
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
    onDone()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    if (text.trim() === '') return refuse(rule.required)
    if ([...text].length > rule.max) return refuse(rule.tooLong)
    setError(undefined)
    try {
      const { message } = await send(text)
      notify.success(message)
      leave()
    } catch (reason) {
      if (!isOutdated(reason)) return refuse(failureMessage(reason))
      // Somebody else was faster.
      notify.error(failureMessage(reason))
      leave()
    }
  }

  return (
    <Dialog opened={opened} onClose={close} title={title} closable={!isPending}>
      <form className="gr-stack" onSubmit={(event) => void submit(event)} noValidate>
        <p className="gr-quiet">{help}</p>
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
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div className="gr-answers">
          <Button size="md" variant="default" disabled={isPending} onClick={close}>
            {cancelLabel}
          </Button>
          <SubmitButton busy={isPending}>{submitLabel}</SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}
