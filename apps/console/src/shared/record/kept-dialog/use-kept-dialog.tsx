import { type ReactNode, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { RestoredNotice } from '../../../ui/form-notice.tsx'
import { useUnsavedChanges } from '../../../ui/unsaved-changes.ts'
import { isSame } from '../edit-conflict/merge-edits.ts'
import { ConfirmDialog } from '../question/confirm-dialog.tsx'
import { formDraft } from '../record-form/form-draft.ts'

interface KeptDialog<V extends object> {
  /** Names the draft in the tab's storage. */
  name: string
  /** The record that the dialog is about; null for none. */
  id?: string | null
  values: z.ZodMiniType<V>
  /** The values of an untouched dialog. Read once. */
  start: NoInfer<V>
  /** What the question calls the typed values: "the dates". */
  what: string
  opened: boolean
  isSaving: boolean
  onClose: () => void
}

/**
 * Keeps what is typed into a dialog that is not a record form: it asks before the dialog closes, before Back and before
 * signing out, and keeps a draft over a reload and the end of the session (OQ-531).
 */
export function useKeptDialog<V extends object>({
  name,
  id = null,
  values: schema,
  start,
  what,
  opened,
  isSaving,
  onClose,
}: KeptDialog<V>) {
  const [draft] = useState(() => formDraft(name, schema, z.null(), id))
  const [first] = useState(start)
  const [restored, setRestored] = useState(draft.read)
  const [values, setValues] = useState(restored?.values ?? first)
  const [isAsking, setAsking] = useState(false)
  const isDone = useRef(false)
  const isDirty = !isSame(values, first)

  const askToClose = () => {
    if (!isSaving) setAsking(true)
  }
  const release = useUnsavedChanges(opened && (isDirty || isSaving) && !isDone.current, {
    isSaving,
    askToClose,
    forget: () => draft.clear(),
  })
  // Written on every change, because the session can end while somebody types.
  useEffect(() => {
    if (isDone.current) return
    if (isDirty) draft.write({ values: values, base: null, marks: [] })
    else draft.clear()
  }, [draft, values, isDirty])
  // The dialog can close without an answer to its question.
  if (!opened && isAsking) setAsking(false)

  const finish = ({ keepsDraft = false } = {}) => {
    isDone.current = true
    if (!keepsDraft) draft.clear()
    release()
  }
  const question: ReactNode = (
    <ConfirmDialog
      opened={opened && isAsking}
      title={`Discard ${what}?`}
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      onConfirm={async () => {
        finish()
        onClose()
      }}
      onClose={() => setAsking(false)}
    >
      What you entered in this dialog will be lost.
    </ConfirmDialog>
  )
  return {
    values,
    change: (changes: Partial<V> | ((values: V) => Partial<V>)) =>
      setValues((before) => ({
        ...before,
        ...(typeof changes === 'function' ? changes(before) : changes),
      })),
    isDirty,
    /** Closes the dialog, or asks if something would be lost. */
    close: () => {
      if (isDirty && !isDone.current) return askToClose()
      release()
      onClose()
    },
    /** Call it once the values are saved, or no longer needed, before the dialog closes. */
    finish,
    /** Says that a draft was restored: above the fields. */
    notice: restored && (
      <RestoredNotice
        lost={[]}
        onDiscard={() => {
          setRestored(null)
          setValues(first)
        }}
      />
    ),
    /** Render it beside the dialog. */
    question,
  }
}
