import { NoteText } from '@greenroom/contract/money/transaction/transaction-detail.schema'
import { Textarea } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { failureMessage } from '../../../lib/api/api-error.ts'
import { notify } from '../../../lib/notify.tsx'
import { useIsShown } from '../../../lib/use-is-shown.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { useUnsavedChanges } from '../../../ui/unsaved-changes.ts'
import { formDraft } from '../record-form/form-draft.ts'
import classes from './note-form.module.css'

const messages = {
  note: 'Note',
  hint: "Notes can't be changed or deleted.",
  add: 'Add note',
  pending: 'Adding note',
  added: 'Note added',
} as const

interface NoteFormProps {
  /** Names the draft of the record: 'order-note', and the record's id. */
  draft: readonly [name: string, id: string]
  placeholder: string
  isPending: boolean
  /** Sends the note. */
  send: (text: string) => Promise<unknown>
  /** Whenever it changes, the field takes the focus; not while it is 0. */
  focusing?: number
}

const Note = z.object({ text: z.string() })

/** Tells whether a note was typed and not sent. */
export function hasNoteDraft([name, id]: NoteFormProps['draft']): boolean {
  return formDraft(name, Note, z.null(), id).read() !== null
}

/** The field for a note of staff, which is never changed or deleted (OQ-282, OQ-468). */
export function NoteForm({ draft: [name, id], placeholder, isPending, send, focusing = 0 }: NoteFormProps) {
  const [draft] = useState(() => formDraft(name, Note, z.null(), id))
  const [text, setText] = useState(() => draft.read()?.values.text ?? '')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  /** Keeps the text for this tab too, so that it survives the end of the session. */
  const type = (typed: string) => {
    setText(typed)
    if (typed.trim() === '') draft.clear()
    else draft.write({ values: { text: typed }, base: null, marks: [] })
  }
  useEffect(() => {
    if (focusing > 0) field.current?.focus()
  }, [focusing])
  const isShown = useIsShown()
  const release = useUnsavedChanges(text.trim() !== '', {
    isSaving: isPending,
    // A note that is being sent may fail. Then only the draft has it.
    forget: () => {
      if (!isPending) type('')
    },
  })

  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const { error: refused } = z.safeParse(NoteText, text)
    setError(refused?.issues[0]?.message)
    if (refused) {
      field.current?.focus()
      return
    }
    const endSending = draft.send()
    try {
      await notify.progress(send(text), {
        pending: messages.pending,
        success: messages.added,
        error: (reason) => (isShown.current ? undefined : failureMessage(reason)),
      })
      endSending('saved')
      release()
      // Once it has unmounted, another instance may keep a draft of its own.
      if (isShown.current) type('')
    } catch (reason) {
      endSending('failed')
      setError(failureMessage(reason))
    }
    field.current?.focus()
  }

  return (
    <form className={classes.form} onSubmit={(event) => void add(event)} noValidate>
      <Textarea
        ref={field}
        label={messages.note}
        placeholder={placeholder}
        description={error === undefined ? messages.hint : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={error}
        autosize
        minRows={2}
        maxRows={12}
        readOnly={isPending}
        value={text}
        onChange={(event) => {
          type(event.currentTarget.value)
          setError(undefined)
        }}
      />
      <BusyButton type="submit" variant="default" busy={isPending} className={classes.add}>
        {messages.add}
      </BusyButton>
    </form>
  )
}
