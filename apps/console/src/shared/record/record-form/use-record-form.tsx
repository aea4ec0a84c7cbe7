import { useRef, useState } from 'react'
import { withReason } from '../../../lib/api/api-error.ts'
import { notify } from '../../../lib/notify.tsx'
import { readCredential } from '../../../lib/session.ts'
import { useIsShown } from '../../../lib/use-is-shown.ts'
import { useUnsavedChanges } from '../../../ui/unsaved-changes.ts'
import { useEditConflict } from '../edit-conflict/use-edit-conflict.tsx'
import type { RecordForm, RecordFormHandlers, Sending, Versioned } from './record-form.ts'
import { storeRecord } from './store-record.ts'
import { useFormDraft } from './use-form-draft.ts'
import { useFormFailure } from './use-form-failure.ts'

/**
 * Runs a form that creates or edits one record: validation on blur and submit, the draft, uploads, one submit at a time
 * with locked fields, server errors at their fields, other people's edits, and the question before leaving (OQ-012,
 * OQ-033, OQ-109).
 * @param record the record to edit; null creates one
 */
export function useRecordForm<
  V extends object,
  T extends Versioned,
  E extends object,
  A extends string = 'save',
>(spec: RecordForm<V, T, E>, record: T | null, handlers: RecordFormHandlers<V, T, E, A>) {
  const { files, wasSaved, send, end, notices, ...draft } = useFormDraft(spec, record)
  const { form, base, isDirty } = draft
  const [action, setAction] = useState<A | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const upload = useRef<AbortController>(null)
  const isSaving = useRef(false)
  const isMounted = useIsShown()
  const conflict = useEditConflict()
  const failure = useFormFailure(spec, draft, action !== null, handlers.reveal)

  const isHeld = (isDirty && !wasSaved.current) || action !== null
  const release = useUnsavedChanges(isHeld && isMounted.current, {
    isSaving: action !== null,
    askToClose: handlers.askToClose,
    parameter: handlers.parameter,
    // A running save may fail. Then only the draft has what was typed.
    forget: () => {
      if (!isSaving.current) draft.forget()
    },
  })

  /** @returns null if a question was not answered */
  const save = async (wanted: A, sending: Sending): Promise<T | null> => {
    await files.restored
    if (handlers.before && !(await handlers.before(form.getValues(), wanted, base))) return null
    if (base !== null && !isDirty) return base
    return storeRecord(
      spec,
      form.getValues(),
      base,
      spec.name + draft.recordId,
      handlers,
      sending,
      conflict.ask,
    )
  }

  const submit = async (wanted: A) => {
    if (isSaving.current) return
    failure.clear()
    const errors = spec.errors(form.getValues(), { base, isSubmit: true })
    if (Object.keys(errors).length > 0) return failure.showErrors(errors)
    isSaving.current = true
    setAction(wanted)
    failure.focus.keep()
    upload.current = new AbortController()
    const sending: Sending = { fileOf: files.fileOf, onProgress: setShare, signal: upload.current.signal }
    const endSending = send()
    let outcome: 'saved' | 'failed' = 'failed'
    try {
      let saved = await save(wanted, sending)
      if (saved === null) {
        if (!isMounted.current) notify.error(questionMissed)
        return
      }
      outcome = 'saved'
      end(isMounted.current)
      if (handlers.after) saved = await handlers.after(saved, wanted)
      release()
      if (isMounted.current) handlers.onSaved(saved, wanted)
      else if (handlers.awayMessages?.success) notify.success(handlers.awayMessages.success)
    } catch (reason) {
      // After the session has ended, the sign-in screen is already shown.
      if (readCredential() === null) return
      if (isMounted.current) {
        if (!handlers.onFailed?.(reason)) failure.show(reason)
      } else if (handlers.awayMessages) notify.error(withReason(handlers.awayMessages.error, reason))
    } finally {
      endSending(outcome)
      isSaving.current = false
      setAction(null)
      setShare(null)
    }
  }

  return {
    ...draft,
    name: spec.name,
    isSaving: action !== null,
    /** The submit button whose save is running. */
    action,
    /** Ref for the element around the fields. Fields with errors are focused inside it. */
    screen: failure.focus.screen,
    submit,
    /** Resets to the stored record or an empty form, and deletes the draft. */
    reset() {
      draft.reset()
      failure.clear()
    },
    /** Call it when the form closes: leaving no longer asks, and a running save neither navigates nor asks. */
    release: () => {
      isMounted.current = false
      release()
    },
    showErrors: failure.showErrors,
    pickFile: files.pick,
    fileOf: files.fileOf,
    notices: {
      ...notices,
      problem: failure.problem,
      status: failure.wasRefused ? ('not-saved' as const) : isDirty ? ('unsaved' as const) : undefined,
      share,
      cancelUpload: () => upload.current?.abort(),
    },
    /** Render it beside the form. */
    dialog: conflict.dialog,
  }
}

/** The part of useRecordForm that the shells of every section need. */
export type AnyRecordForm = Pick<
  ReturnType<typeof useRecordForm<{ _: 0 }, Versioned, object, string>>,
  | 'name'
  | 'recordId'
  | 'isSaving'
  | 'isDirty'
  | 'screen'
  | 'reset'
  | 'forget'
  | 'release'
  | 'notices'
  | 'dialog'
>

const questionMissed = 'Not saved. Open the form again and save: there is a question to answer first.'
