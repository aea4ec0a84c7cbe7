import { useForm } from '@mantine/form'
import { useEffect, useMemo, useRef, useState } from 'react'
import { fileMark } from '../../field/image-field/file-mark.ts'
import { isSame } from '../edit-conflict/merge-edits.ts'
import { formDraft } from './form-draft.ts'
import { forgetPickedFiles, keepPickedFile, readPickedFile } from './picked-files.ts'
import type { RecordForm, Versioned } from './record-form.ts'

/** Holds a form's values and picked files, and keeps what is typed as a draft. */
export function useFormDraft<V extends object, T extends Versioned, E extends object>(
  spec: RecordForm<V, T, E>,
  record: T | null,
) {
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

  const forget = () => {
    draft.clear()
    void forgetPickedFiles(files.marks)
  }
  /** Whether the last save has succeeded. Then nothing is kept. */
  const wasSaved = useRef(false)

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

  return {
    files,
    wasSaved,
    send: draft.send,
    notices: {
      isRestored: restored !== null,
      /** Labels of fields whose picked file could not be kept. */
      lost: files.lost.length > 0 ? lostLabels(spec, restored?.values, files.lost) : [],
    },
    /** Id of the form's record; null for a new one. */
    recordId: id,
    form,
    base,
    isDirty,
    /** Bases the edit on another version of its record, after a write outside the form. */
    rebase: (next: T) => setBase((current) => (current?.version === base?.version ? next : current)),
    forget,
    /** Called after a save. */
    end(isMounted: boolean) {
      wasSaved.current = true
      // Once the form has unmounted, another instance may keep a draft of its own under this name.
      if (isMounted) forget()
      else void forgetPickedFiles(files.marks)
    },
    /** Returns to the stored record or an empty form. */
    reset() {
      const first = record ? spec.valuesOf(record) : spec.empty()
      wasSaved.current = false
      forget()
      setRestored(null)
      setBase(record)
      files.clear()
      form.setInitialValues(first)
      form.setValues(first)
      form.clearErrors()
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
  }
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

function jsonText(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
