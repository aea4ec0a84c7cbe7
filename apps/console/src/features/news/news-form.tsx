import { characterCount, completedWebAddress } from '@greenroom/contract/field'
import type { News } from '@greenroom/contract/news/news.schema'
import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { type FormErrors, useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ApiError, failureMessage } from '../../lib/api/api-error.ts'
import { paths } from '../../lib/paths.ts'
import { readCredential } from '../../lib/session.ts'
import { isSame } from '../../shared/edit-conflict/merge-edits.ts'
import { useEditConflict } from '../../shared/edit-conflict/use-edit-conflict.tsx'
import { fileMark } from '../../shared/image-field/image-choice.ts'
import { ImageField } from '../../shared/image-field/image-field.tsx'
import { CountedLabel } from '../../ui/counted-label.tsx'
import { FormField, focusFirstField } from '../../ui/form-field.tsx'
import { ProblemNotice, RestoredNotice, SendingNotice } from '../../ui/form-notice.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { FieldRow, FormSection } from '../../ui/form-section.tsx'
import { useUnsavedChanges } from '../../ui/unsaved-changes.ts'
import { labelConflicts } from './news-conflicts.tsx'
import { newsDraft } from './news-draft.ts'
import classes from './news-form.module.css'
import { emptyValues, formPathOf, type NewsFormValues, newsErrors, valuesOf } from './news-form-values.ts'
import { formWords } from './news-messages.ts'
import { useNewsSave } from './news-save.ts'

const headingLimit = 500
const fieldNames = Object.keys(emptyValues())

/** The form of a news snippet (NEWS-06 to NEWS-12). @param record the snippet that is edited; null makes a new one */
export function NewsForm({ record }: { record: News | null }) {
  const id = record?._id ?? null
  const navigate = useNavigate()

  const [restored, setRestored] = useState(() => newsDraft.read(id))
  // What was loaded: an edit that is taken up again is still compared with what it began from.
  const [base, setBase] = useState(restored?.base ?? record)
  const [file, setFile] = useState<File | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [wasRefused, setWasRefused] = useState(false)

  const start = base ? valuesOf(base) : emptyValues()
  const form = useForm<NewsFormValues>({
    initialValues: restored?.values ?? start,
    validate: newsErrors,
    validateInputOnBlur: true,
  })
  const { values } = form
  const wasLost = restored?.hadPicked === true && file === null
  const isDirty = !isSame(values, start)
  const release = useUnsavedChanges(isDirty)
  const save = useNewsSave()
  const conflict = useEditConflict()

  const screen = useRef<HTMLDivElement>(null)
  const isSaving = useRef(false)
  // Fields to focus once their errors are drawn.
  const [wanted, setWanted] = useState<readonly string[]>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer record counts only while nothing is typed
  useEffect(() => {
    if (record === null || base === null || record.version === base.version || isDirty) return
    setBase(record)
    form.setInitialValues(valuesOf(record))
    form.setValues(valuesOf(record))
  }, [record])

  // Kept at every change, because a session can end while a field is being filled (OQ-012).
  const hadPicked = file !== null || wasLost
  const storedThumbnail = start.thumbnail
  useEffect(() => {
    if (isSaving.current) return
    if (!isDirty && !hadPicked) return newsDraft.clear(id)
    newsDraft.write(id, { values: { ...values, thumbnail: storedThumbnail }, hadPicked, base })
  }, [id, values, storedThumbnail, hadPicked, base, isDirty])

  // Who leaves by choice has been asked; after the end of a session it is offered again.
  useEffect(
    () => () => {
      if (readCredential() !== null) newsDraft.clear(id)
    },
    [id],
  )

  useLayoutEffect(() => {
    if (!wanted) return
    if (screen.current) focusFirstField(screen.current, wanted)
    setWanted(undefined)
  }, [wanted])
  const showErrors = (errors: FormErrors) => {
    form.setErrors(errors)
    setWanted(Object.keys(errors))
  }

  const pick = (picked: File) => {
    setFile(picked)
    form.setFieldValue('thumbnail', fileMark(picked))
  }
  const removePick = () => {
    setFile(null)
    form.setFieldValue('thumbnail', storedThumbnail)
  }

  /** Goes to the list (NEWS-07), to the tab where the snippet stands; with unsaved changes it is asked first. */
  const leave = (news: News | null) =>
    void navigate({ to: paths.newsList, search: news?.is_active === false ? { tab: 'inactive' } : {} })

  /** Marks the fields that the server named; what no field shows is said above the form. */
  const mend = (reason: unknown) => {
    setWasRefused(true)
    const errors: Record<string, string> = {}
    const others: string[] = []
    for (const { path, message } of reason instanceof ApiError ? reason.errors : []) {
      const field = formPathOf(path)
      if (fieldNames.includes(field)) errors[field] ??= message
      else others.push(message)
    }
    if (Object.keys(errors).length > 0) showErrors(errors)
    else if (others.length === 0) others.push(failureMessage(reason))
    setProblem(others.length > 0 ? others.join(' ') : null)
  }

  const store = async (): Promise<News | null> => {
    const current = form.getValues()
    if (base) {
      return save.update(base, current, file, {
        onProgress: setShare,
        ask: (conflicts) => conflict.ask(labelConflicts(conflicts, file)),
      })
    }
    return file && save.create(current, file, setShare)
  }

  const submit = async () => {
    if (isSaving.current) return
    setProblem(null)
    setWasRefused(false)
    const errors = newsErrors(form.getValues())
    if (Object.keys(errors).length > 0) return showErrors(errors)
    if (base !== null && !isDirty) return leave(base)
    isSaving.current = true
    setBusy(true)
    try {
      const saved = await store()
      if (saved === null) return
      // It is stored: what was typed must not be offered again.
      newsDraft.clear(id)
      release()
      leave(saved)
    } catch (reason) {
      // A session that ended has led to the sign-in screen already.
      if (readCredential() !== null) mend(reason)
    } finally {
      isSaving.current = false
      setBusy(false)
      setShare(null)
    }
  }

  const discard = () => {
    setRestored(null)
    setBase(record)
    setFile(null)
    form.setValues(record ? valuesOf(record) : emptyValues())
    form.clearErrors()
    setProblem(null)
    setWasRefused(false)
  }

  return (
    <FormPage
      busy={busy}
      status={wasRefused ? 'not-saved' : isDirty ? 'unsaved' : undefined}
      submitLabel={base === null ? formWords.create : formWords.update}
      onSubmit={() => void submit()}
      onCancel={() => leave(record)}
    >
      {restored && <RestoredNotice lost={wasLost ? [formWords.lostThumbnail] : []} onDiscard={discard} />}
      {problem && <ProblemNotice message={problem} />}
      {share !== null && share < 1 && <SendingNotice label={formWords.sending} share={share} />}
      <div ref={screen}>
        <FormSection title={formWords.picture} hint={formWords.pictureHint}>
          <FormField path="thumbnail">
            <div className={classes.thumbnail}>
              <ImageField
                label={formWords.thumbnail}
                required
                appearance="tile"
                file={file}
                stored={storedThumbnail === '' ? null : storedThumbnail}
                onPick={pick}
                {...(file === null ? {} : { onRemove: removePick })}
                disabled={busy}
                error={form.errors.thumbnail}
              />
            </div>
          </FormField>
        </FormSection>
        <FormSection title={formWords.snippet} hint={formWords.snippetHint}>
          <FormField path="heading">
            <TextInput
              label={
                <CountedLabel
                  label={formWords.title}
                  count={characterCount(values.heading)}
                  limit={headingLimit}
                />
              }
              required
              autoComplete="off"
              {...form.getInputProps('heading')}
            />
          </FormField>
          <FormField path="description">
            <Textarea
              label={formWords.description}
              rows={5}
              resize="vertical"
              {...form.getInputProps('description')}
            />
          </FormField>
          <FieldRow>
            <FormField path="source">
              <TextInput
                label={formWords.source}
                description={form.errors.source ? undefined : formWords.sourceHint}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                required
                autoComplete="off"
                {...form.getInputProps('source')}
              />
            </FormField>
            <FormField path="reference_link">
              <TextInput
                label={formWords.referenceLink}
                required
                type="url"
                inputMode="url"
                autoComplete="off"
                placeholder="https://"
                {...form.getInputProps('reference_link')}
                onBlur={(event) => {
                  // Shows what will be stored (OQ-086).
                  form.setFieldValue('reference_link', completedWebAddress(values.reference_link))
                  form.getInputProps('reference_link').onBlur(event)
                }}
              />
            </FormField>
          </FieldRow>
        </FormSection>
        <FormSection title={formWords.visibility}>
          <FormField path="is_active">
            <Checkbox
              label={formWords.active}
              description={formWords.activeHint}
              {...form.getInputProps('is_active', { type: 'checkbox' })}
            />
          </FormField>
        </FormSection>
      </div>
      {conflict.dialog}
    </FormPage>
  )
}
