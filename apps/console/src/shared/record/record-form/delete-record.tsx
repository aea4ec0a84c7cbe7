import { Button } from '@mantine/core'
import { useState } from 'react'
import { failureMessage } from '../../../lib/api/api-error.ts'
import { notify, type Undo } from '../../../lib/notify.tsx'
import { useIsShown } from '../../../lib/use-is-shown.ts'
import { useSeenRecord } from '../edit-conflict/use-seen-record.ts'
import { ConfirmDialog } from '../question/confirm-dialog.tsx'
import type { AnyRecordForm } from './use-record-form.tsx'

interface DeleteRecordProps<T> {
  of: AnyRecordForm
  /** The question, with the name of the record, and one sentence about the effect. */
  messages: { remove: string; removeTitle: (name: string) => string; removeEffect: string }
  progress: { pending: string; success: string; error: string }
  name: string
  /** Deletes the record in the version that the person has seen. */
  remove: (version: number) => Promise<T>
  /** The version that was opened. */
  version: number
  /** Returns what brings the record back. */
  undo?: (response: T) => Undo | undefined
  /** The record is gone, and nothing of its form is kept. */
  onRemoved: () => void
}

/** The Delete button of a form in a dialog, with its question: the dialog's extraAction. */
export function DeleteRecord<T>({
  of,
  messages,
  progress,
  name,
  remove,
  version,
  undo,
  onRemoved,
}: DeleteRecordProps<T>) {
  const [isAsking, setAsking] = useState(false)
  const seen = useSeenRecord({ version })
  const isShown = useIsShown()
  return (
    <>
      <Button
        size="md"
        variant="subtle"
        className="gr-delete"
        mr="auto"
        disabled={of.isSaving}
        onClick={() => setAsking(true)}
      >
        {messages.remove}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={messages.removeTitle(name)}
        confirmLabel={messages.remove}
        describeFailure={failureMessage}
        onConfirm={async () => {
          await notify.progress(seen.during(remove(seen.record.version)), progress, { undo })
          of.forget()
          of.release()
          if (isShown.current) onRemoved()
        }}
        onClose={() => setAsking(false)}
      >
        {messages.removeEffect}
      </ConfirmDialog>
    </>
  )
}
