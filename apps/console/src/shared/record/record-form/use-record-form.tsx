import { type FormErrors, useForm } from '@mantine/form'
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { ApiError, failureMessage, withReason } from '../../../lib/api/api-error.ts'
import { notify } from '../../../lib/notify.tsx'
import { readCredential } from '../../../lib/session.ts'
import { useIsShown } from '../../../lib/use-is-shown.ts'
import { focusFirstField } from '../../../ui/form-field.tsx'
import { useUnsavedChanges } from '../../../ui/unsaved-changes.ts'
import { fileMark } from '../../field/image-field/file-mark.ts'
import { type FieldConflict, isSame } from '../edit-conflict/merge-edits.ts'
import { type Edit, NothingLeft, saveEdit } from '../edit-conflict/save-edit.ts'
import { saveEditInToast } from '../edit-conflict/save-edit-in-toast.ts'
import { useEditConflict } from '../edit-conflict/use-edit-conflict.tsx'
import { formDraft } from './form-draft.ts'
import { takeFailure } from './passed-failure.ts'
import { forgetPickedFiles, keepPickedFile, readPickedFile } from './picked-files.ts'

interface Versioned {
  _id: string
  /** Missing from records that cannot be edited. */
  version?: number
}

/** A field as the question about an edit conflict shows it. */
export interface FieldLabel {
  label: string
  /** How a value reads; by default text as it is, booleans as Yes and No, and nothing as Empty. */
  show?: (value: never, fileOf: Sending['fileOf']) => ReactNode
}

/**
 * A section's declaration of its form. `V` is the type of the form values, `T` of the record, `E` of the values that an
 * edit compares and merges field by field (OQ-109), often `V` itself. All are plain JSON; a picked file is a mark.
 */
export interface RecordForm<V extends object, T extends Versioned, E extends object> {
  /** Names the form's drafts in the tab's storage. */
  name: string
  record: z.ZodMiniType<T>
  values: z.ZodMiniType<V>
  empty: () => V
  valuesOf: (record: T) => V
  editedOf: (values: V, base: T | null) => E
  /** @param isSubmit false while fields are still being filled */
  errors: (values: V, context: { base: T | null; isSubmit: boolean }) => FormErrors
  /** The field that a path of the server's errors belongs to; undefined shows its message beside the button. */
  fieldOf: (path: string, values: V, base?: T | null) => string | undefined
  labels: { [Field in keyof E & string]?: FieldLabel }
  /** Labels a field that `labels` does not list; by default with its name. */
  labelOf?: (field: string) => string
  /** The field that a duplicate is about, when the server does not name it (code DUPLICATE). */
  duplicateField?: string
}

/** Passed to a write that may send files. */
export interface Sending {
  /** The file with this mark; undefined for a stored URL. */
  fileOf: (mark: unknown) => File | undefined
  /** Called with the fraction that has been uploaded, from 0 to 1. */
  onProgress: (share: number) => void
  /** Aborted when the person cancels the upload. */
  signal: AbortSignal
}

interface Change<T, E> {
  /** The record as it is stored now. */
  stored: T
  version: number
  changes: Partial<E>
  /** All fields with the changes applied. */
  all: E
}

interface SaveMessages {
  pending: string
  success: string
  error: string | ((reason: unknown) => string)
}

/**
 * How the person learns the outcome, even after leaving the form: toasts of each save, or, where the form
 * itself shows the outcome, toasts of a save that outlives it.
 */
type OutcomeMessages =
  | { messages: { create?: SaveMessages; update?: SaveMessages }; awayMessages?: undefined }
  | { messages?: undefined; awayMessages: { success?: string; error: string } }

/** What a section does with its form; `A` names its submit buttons. */
type RecordFormHandlers<V, T, E, A extends string> = OutcomeMessages & {
  create?: (values: V, sending: Sending) => Promise<T>
  update?: (change: Change<T, E>, sending: Sending) => Promise<T>
  /**
   * Asks questions before a save. Resolves to false to return to the form.
   * @param base the record that the edit began from; null for a new one
   */
  before?: (values: V, action: A, base: T | null) => Promise<boolean>
  /** Runs after a save while the form is still locked, such as publishing. It must not throw for an expected failure. */
  after?: (saved: T, action: A) => Promise<T>
  /** Called after a save, unless the form has unmounted. */
  onSaved: (saved: T, action: A) => void
  /** @returns true when the section has handled the failure itself */
  onFailed?: (reason: unknown) => boolean
  /** Makes fields with errors visible, for instance by changing the step; returns those to focus. */
  reveal?: (paths: readonly string[]) => readonly string[]
  /** The search parameter that opens the form, if the form closes while its path stays. */
  parameter?: string
  /** For a form in a dialog that the address opens: asks whether the dialog may close. */
  askToClose?: () => void
}

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
  const id = record?._id ?? null
  const [draft] = useState(() => formDraft(spec.name, spec.values, spec.record, id))
  const [restored, setRestored] = useState(draft.read)
  // The record as the edit began: a restored edit is still compared with it and not with what others saved since.
  const [base, setBase] = useState(restored ? restored.base : record)
  const start = useMemo(() => (base ? spec.valuesOf(base) : spec.empty()), [spec, base])
  const form = useForm<V>({
    initialValues: restored?.values ?? start,
    validate: (values) => spec.errors(values, { base, isSubmit: false }),
    validateInputOnBlur: true,
  })
  const { values } = form
  const files = usePickedFiles(restored?.marks ?? [], (lost) => {
    form.setValues(withoutMarks(form.getValues(), start, lost))
  })
  // An edit is compared as it would be sent; a new record may hold entries that an edit does not have.
  const isDirty = useMemo(
    () =>
      !(base === null
        ? isSame(values, start)
        : isSame(spec.editedOf(values, base), spec.editedOf(start, base))),
    [spec, values, base, start],
  )

  const [action, setAction] = useState<A | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [wasRefused, setRefused] = useState(false)
  const upload = useRef<AbortController>(null)
  const isSaving = useRef(false)
  const isMounted = useIsShown()
  const conflict = useEditConflict()
  const focus = useFieldFocus(action !== null)

  const forgetDraft = () => {
    draft.clear()
    void forgetPickedFiles(files.marks)
  }
  const wasSaved = useRef(false)
  const isHeld = (isDirty && !wasSaved.current) || action !== null
  const release = useUnsavedChanges(isHeld && isMounted.current, {
    isSaving: action !== null,
    askToClose: handlers.askToClose,
    parameter: handlers.parameter,
    // A running save may fail. Then only the draft has what was typed.
    forget: () => {
      if (!isSaving.current) forgetDraft()
    },
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer record is taken over only while nothing is typed
  useEffect(() => {
    if (record === null || base === null || record.version === base.version || isDirty) return
    setBase(record)
    form.setInitialValues(spec.valuesOf(record))
    form.setValues(spec.valuesOf(record))
  }, [record])

  // Written on every change, because the session can end while somebody types. Unmounting does not clear it: the screen
  // may have failed.
  const markList = files.marks.join('\n')
  useEffect(() => {
    if (wasSaved.current) return
    const text = JSON.stringify(values)
    const marks = markList === '' ? [] : markList.split('\n').filter((mark) => text.includes(jsonText(mark)))
    if (isDirty) draft.write({ values, base, marks })
    else draft.clear()
  }, [draft, values, markList, base, isDirty])

  const showErrors = (errors: FormErrors) => {
    form.setErrors(errors)
    const names = Object.keys(errors)
    focus.request(handlers.reveal?.(names) ?? names)
  }

  /** Marks the fields that caused a failure and focuses the first. Other reasons appear beside the buttons. */
  const showReason = (reason: unknown) => {
    const errors: Record<string, string> = {}
    const others: string[] = []
    const named = reason instanceof ApiError ? reason.errors : []
    for (const { path, message } of named) {
      const field = spec.fieldOf(path, form.getValues(), base)
      if (field === undefined) others.push(message)
      else errors[field] ??= message
    }
    if (spec.duplicateField && named.length === 0 && isDuplicate(reason)) {
      errors[spec.duplicateField] = reason.message
    }
    if (Object.keys(errors).length > 0) showErrors(errors)
    else if (others.length === 0) others.push(isAborted(reason) ? uploadCancelled : failureMessage(reason))
    setProblem(others.length > 0 ? others.join(' ') : null)
  }
  const showFailure = (reason: unknown) => {
    setRefused(true)
    showReason(reason)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useEffect(() => {
    const failure = takeFailure(id)
    if (failure) showReason(failure.reason)
  }, [])

  const store = async (sending: Sending): Promise<T | null> => {
    const typed = form.getValues()
    const unsupported = () => Promise.reject(new Error(`The form ${spec.name} cannot be saved.`))
    const { create = unsupported, update = unsupported, messages } = handlers
    // The toast of the next try replaces that of a failure.
    const subject = spec.name + id
    if (base === null) {
      const work = create(typed, sending)
      return messages?.create ? notify.progress(work, messages.create, { subject, isOnScreen: true }) : work
    }
    let stored = base
    const edit: Edit<E, T> = {
      loaded: { values: spec.editedOf(spec.valuesOf(base), base), version: base.version ?? 0 },
      typed: spec.editedOf(typed, base),
      save: (changes, version) => {
        // What was typed makes no difference to the record.
        if (Object.keys(changes).length === 0) return Promise.resolve(stored)
        const all = { ...spec.editedOf(spec.valuesOf(stored), stored), ...changes }
        return update({ stored, version, changes, all }, sending)
      },
      read: (current) => {
        stored = z.parse(spec.record, current) as T
        return { values: spec.editedOf(spec.valuesOf(stored), stored), version: stored.version ?? 0 }
      },
      // An unmounted form asks nothing and keeps its draft.
      ask: (conflicts) => conflict.ask(labelled(spec, conflicts, files.fileOf)),
    }
    try {
      return await (messages?.update
        ? saveEditInToast<E, T>(edit, messages.update, subject)
        : saveEdit<E, T>(edit))
    } catch (reason) {
      // The record is what was wanted, so the form is done.
      if (!(reason instanceof NothingLeft)) throw reason
      if (!messages?.update) notify.success(reason.message)
      return stored
    }
  }

  const submit = async (wanted: A) => {
    if (isSaving.current) return
    setProblem(null)
    setRefused(false)
    const errors = spec.errors(form.getValues(), { base, isSubmit: true })
    if (Object.keys(errors).length > 0) return showErrors(errors)
    isSaving.current = true
    setAction(wanted)
    focus.keep()
    upload.current = new AbortController()
    const sending: Sending = { fileOf: files.fileOf, onProgress: setShare, signal: upload.current.signal }
    const endSending = draft.send()
    let outcome: 'saved' | 'failed' = 'failed'
    try {
      await files.restored
      if (handlers.before && !(await handlers.before(form.getValues(), wanted, base))) {
        if (!isMounted.current) notify.error(questionMissed)
        return
      }
      const isUnchanged = base !== null && !isDirty
      let saved = isUnchanged ? base : await store(sending)
      if (saved === null) {
        if (!isMounted.current) notify.error(questionMissed)
        return
      }
      outcome = 'saved'
      wasSaved.current = true
      // Once the form has unmounted, another instance may keep a draft of its own under this name.
      if (isMounted.current) forgetDraft()
      else void forgetPickedFiles(files.marks)
      if (handlers.after) saved = await handlers.after(saved, wanted)
      release()
      if (isMounted.current) handlers.onSaved(saved, wanted)
      else if (handlers.awayMessages?.success) notify.success(handlers.awayMessages.success)
    } catch (reason) {
      // After the session has ended, the sign-in screen is already shown.
      if (readCredential() === null) return
      if (isMounted.current) {
        if (!handlers.onFailed?.(reason)) showFailure(reason)
      } else if (handlers.awayMessages) notify.error(withReason(handlers.awayMessages.error, reason))
    } finally {
      endSending(outcome)
      isSaving.current = false
      setAction(null)
      setShare(null)
    }
  }

  /** Resets to the stored record or an empty form, and deletes the draft. */
  const reset = () => {
    const first = record ? spec.valuesOf(record) : spec.empty()
    wasSaved.current = false
    forgetDraft()
    setRestored(null)
    setBase(record)
    files.clear()
    form.setInitialValues(first)
    form.setValues(first)
    form.clearErrors()
    setProblem(null)
    setRefused(false)
  }

  return {
    /** Name of the form, and the id of its record; null for a new one. */
    name: spec.name,
    recordId: id,
    form,
    base,
    isDirty,
    isSaving: action !== null,
    /** The submit button whose save is running. */
    action,
    /** Ref for the element around the fields. Fields with errors are focused inside it. */
    screen: focus.screen,
    submit,
    reset,
    forget: forgetDraft,
    /** Bases the edit on another version of its record, after a write outside the form. */
    rebase: (next: T) => setBase((current) => (current?.version === base?.version ? next : current)),
    /** Call it when the form closes: leaving no longer asks, and a running save neither navigates nor asks. */
    release: () => {
      isMounted.current = false
      release()
    },
    showErrors,
    pickFile: files.pick,
    fileOf: files.fileOf,
    notices: {
      isRestored: restored !== null,
      /** Labels of fields whose picked file could not be kept. */
      lost: files.lost.length > 0 ? lostLabels(spec, restored?.values, files.lost) : [],
      problem,
      status: wasRefused ? ('not-saved' as const) : isDirty ? ('unsaved' as const) : undefined,
      share,
      cancelUpload: () => upload.current?.abort(),
    },
    /** Props of an ImageField whose value is a stored URL, a mark, or empty. */
    image(field: keyof V & string, { removable = false }: { removable?: boolean } = {}) {
      const value = values[field] as string | null
      const file = files.fileOf(value) ?? null
      const stored = file === null && value && !files.isRestoring(value) ? value : null
      const set = (next: unknown) => form.setFieldValue(field, next as never)
      const onRemove = file ? () => set(start[field]) : () => set(spec.empty()[field])
      return {
        file,
        stored,
        error: form.errors[field],
        onPick: (picked: File) => set(files.pick(picked)),
        ...(file !== null || (removable && stored !== null) ? { onRemove } : {}),
      }
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

const uploadCancelled = 'The upload was cancelled. Nothing is saved.'
const questionMissed = 'Not saved. Open the form again and save: there is a question to answer first.'

/** Whether a save failed because the person cancelled its upload. */
export function isAborted(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'AbortError'
}

function isDuplicate(reason: unknown): reason is ApiError {
  return reason instanceof ApiError && reason.code === 'DUPLICATE'
}

/** The picked files of a form by their marks; those of a restored draft are read back from IndexedDB. */
function usePickedFiles(restoredMarks: readonly string[], onLost: (marks: readonly string[]) => void) {
  const [files, setFiles] = useState<ReadonlyMap<string, File>>(new Map())
  const [lost, setLost] = useState<readonly string[]>([])
  const [restored, setRestored] = useState<Promise<void>>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useEffect(() => {
    if (restoredMarks.length === 0) return
    const read = async () => {
      const found = await Promise.all(
        restoredMarks.map(async (mark) => [mark, await readPickedFile(mark)] as const),
      )
      const kept = found.filter((one): one is [string, File] => one[1] !== undefined)
      const missing = found.filter(([, file]) => file === undefined).map(([mark]) => mark)
      setFiles((before) => new Map([...kept, ...before]))
      if (missing.length === 0) return
      setLost(missing)
      onLost(missing)
    }
    setRestored(read())
  }, [])
  return {
    lost,
    restored,
    /** Whether the value is the mark of a file that is still being read. */
    isRestoring: (value: string) => restoredMarks.includes(value),
    marks: [...files.keys()],
    fileOf: (mark: unknown) => (typeof mark === 'string' ? files.get(mark) : undefined),
    /** @returns the file's mark in the form's values */
    pick(file: File): string {
      const mark = fileMark(file)
      setFiles((before) => new Map(before).set(mark, file))
      void keepPickedFile(mark, file)
      return mark
    },
    clear() {
      setFiles(new Map())
      setLost([])
    },
  }
}

/** Focuses fields once their errors are rendered, and returns the focus that locked fields lose during a save. */
function useFieldFocus(isLocked: boolean) {
  const screen = useRef<HTMLDivElement>(null)
  const kept = useRef<Element>(null)
  const [requested, setRequested] = useState<readonly string[]>()
  useLayoutEffect(() => {
    if (isLocked) return
    if (requested) {
      if (screen.current) focusFirstField(screen.current, requested)
      setRequested(undefined)
    } else if (kept.current instanceof HTMLElement && document.activeElement === document.body) {
      kept.current.focus()
    }
    kept.current = null
  }, [requested, isLocked])
  return {
    screen,
    request: setRequested,
    keep: () => {
      kept.current = document.activeElement
    },
  }
}

/** Replaces marks whose files are lost: a field has its first value again, a list loses the entry. */
function withoutMarks<V extends object>(values: V, start: V, marks: readonly string[]): V {
  const isLost = (value: unknown) => typeof value === 'string' && marks.includes(value)
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => {
      if (isLost(value)) return [field, start[field as keyof V]]
      return [field, Array.isArray(value) ? value.filter((one) => !isLost(one)) : value]
    }),
  ) as V
}

function lostLabels<V extends object, T extends Versioned, E extends object>(
  spec: RecordForm<V, T, E>,
  values: V | undefined,
  marks: readonly string[],
): string[] {
  return Object.entries(values ?? {})
    .filter(([, value]) => marks.some((mark) => JSON.stringify(value ?? '').includes(jsonText(mark))))
    .map(([field]) => `the ${(spec.labels[field as keyof E & string]?.label ?? field).toLowerCase()}`)
}

function labelled<V extends object, T extends Versioned, E extends object>(
  spec: RecordForm<V, T, E>,
  conflicts: readonly FieldConflict<E>[],
  fileOf: Sending['fileOf'],
) {
  return conflicts.map(({ field, stored, typed }) => {
    const { label = spec.labelOf?.(field) ?? field, show }: Partial<FieldLabel> = spec.labels[field] ?? {}
    const written = (value: unknown): ReactNode => {
      const file = fileOf(value)
      if (file) return file.name
      if (value === null || value === undefined || value === '') return 'Empty'
      if (typeof value === 'boolean') return value ? 'Yes' : 'No'
      return show ? show(value as never, fileOf) : String(value)
    }
    return { field, label, stored: written(stored), typed: written(typed) }
  })
}

function jsonText(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
