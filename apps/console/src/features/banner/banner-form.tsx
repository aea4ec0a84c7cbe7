import { type Banner, bannerFilesTotal, bannerMessages } from '@greenroom/contract/banner/banner.schema'
import { Checkbox } from '@mantine/core'
import { type FormErrors, useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ApiError, failureMessage } from '../../lib/api/api-error.ts'
import { paths } from '../../lib/paths.ts'
import { readCredential } from '../../lib/session.ts'
import { isSame } from '../../shared/edit-conflict/merge-edits.ts'
import { useEditConflict } from '../../shared/edit-conflict/use-edit-conflict.tsx'
import { FormField, focusFirstField } from '../../ui/form-field.tsx'
import { RestoredNotice, SendingNotice } from '../../ui/form-notice.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { FieldRow, FormSection } from '../../ui/form-section.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { useUnsavedChanges } from '../../ui/unsaved-changes.ts'
import { useBannerAlert } from './banner-alert.tsx'
import { labelConflicts } from './banner-conflicts.tsx'
import { bannerDraft } from './banner-draft.ts'
import { BannerFilesField } from './banner-files-field.tsx'
import { bannerErrors, formPathOf, isIncomplete, wordsFor } from './banner-form-errors.ts'
import { type BannerFormValues, emptyValues, valuesOf } from './banner-form-values.ts'
import { alertWords, formWords } from './banner-messages.ts'
import { RedirectSection } from './banner-redirect-section.tsx'
import { useBannerSave } from './banner-save.ts'
import { BannerTimeSection } from './banner-time-section.tsx'
import { useFileSizes } from './use-file-sizes.ts'

/**
 * The form of a banner (BAN-04 to BAN-13).
 * @param record the banner that is updated; null makes a new one
 * @param nextOrder the order number that a new one is offered
 */
export function BannerForm({ record, nextOrder = '' }: { record: Banner | null; nextOrder?: string }) {
  const id = record?._id ?? null
  const navigate = useNavigate()

  const [restored, setRestored] = useState(() => bannerDraft.read(id))
  // What was loaded: an edit that is taken up again is still compared with what it began from.
  const [base, setBase] = useState(restored?.base ?? record)
  const [picked, setPicked] = useState<File[]>([])
  const [share, setShare] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  const [wasRefused, setWasRefused] = useState(false)

  const start = base ? valuesOf(base) : emptyValues(nextOrder)
  const form = useForm<BannerFormValues>({
    initialValues: restored?.values ?? start,
    validate: (values) => bannerErrors(values, values.kept.length + picked.length, base === null),
    validateInputOnBlur: true,
  })
  const { values } = form
  const sizes = useFileSizes(values.kept)
  const wasLost = restored?.hadPicked === true && picked.length === 0
  const isDirty = picked.length > 0 || !isSame(values, start)
  const release = useUnsavedChanges(isDirty)
  const save = useBannerSave()
  const conflict = useEditConflict()
  const alert = useBannerAlert()

  const screen = useRef<HTMLDivElement>(null)
  const isSaving = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer record counts only while nothing is typed
  useEffect(() => {
    if (record === null || base === null || record.version === base.version || isDirty) return
    setBase(record)
    form.setInitialValues(valuesOf(record))
    form.setValues(valuesOf(record))
  }, [record])

  // Kept at every change, because a session can end while a field is being filled (OQ-012).
  const hadPicked = picked.length > 0 || wasLost
  useEffect(() => {
    if (isSaving.current) return
    if (!isDirty && !hadPicked) return bannerDraft.clear(id)
    bannerDraft.write(id, { values, hadPicked, base })
  }, [id, values, hadPicked, base, isDirty])

  // Who leaves by choice has been asked; after the end of a session it is offered again.
  useEffect(
    () => () => {
      if (readCredential() !== null) bannerDraft.clear(id)
    },
    [id],
  )

  // Fields that were refused and are drawn by now, with the alert that speaks of them.
  const [refused, setRefused] = useState<{ errors: FormErrors; message?: string; detail?: string }>()
  useLayoutEffect(() => {
    if (!refused) return
    setRefused(undefined)
    // Before the alert opens, because the focus returns to where it was when the alert is answered.
    if (screen.current) focusFirstField(screen.current, Object.keys(refused.errors))
    if (refused.message) void alert.show(refused.message, refused.detail)
  }, [refused, alert.show])
  const refuse = (errors: FormErrors, message?: string, detail?: string) => {
    form.setErrors(errors)
    setRefused({ errors, ...(message ? { message } : {}), ...(detail ? { detail } : {}) })
  }

  const usedBytes = [...sizes.values(), ...picked.map(({ size }) => size)].reduce(
    (sum, size) => sum + size,
    0,
  )
  const pick = (files: File[]) => {
    const bytes = files.reduce((sum, { size }) => sum + size, usedBytes)
    // Nothing of it is taken: which of the files was meant to give way is not ours to guess.
    if (bytes > bannerFilesTotal.maxBytes) return void alert.show(alertWords.tooLarge)
    setPicked((before) => [...before, ...files])
    form.clearFieldError('files')
  }

  /** Goes to the list, where the banner stands; with unsaved changes it is asked first. */
  const leave = (banner: Banner | null) => {
    void navigate({ to: paths.banners, search: banner?.is_active === false ? { tab: 'inactive' } : {} })
  }

  /** Marks the fields that the server named, and says that nothing was saved (BAN-10, BAN-19). */
  const mend = (reason: unknown) => {
    setWasRefused(true)
    const errors: Record<string, string> = {}
    for (const { path, message } of reason instanceof ApiError ? reason.errors : []) {
      const field = formPathOf(path, form.getValues())
      errors[field] ??= wordsFor(field, message)
    }
    const isTooLarge = reason instanceof ApiError && reason.status === 413
    if (isTooLarge) refuse(errors, alertWords.tooLarge)
    else refuse(errors, alertWords.notSaved, detailOf(reason))
  }

  const saveAndLeave = async () => {
    const entered = { values: form.getValues(), picked, onProgress: setShare }
    let saved: Banner | null
    try {
      saved =
        base === null
          ? await save.create(entered)
          : await save.update(base, entered, (conflicts) => conflict.ask(labelConflicts(conflicts, picked)))
    } catch (reason) {
      // A session that ended has led to the sign-in screen already.
      if (readCredential() !== null) mend(reason)
      return
    }
    if (saved === null) return
    // It is stored: what was typed must not be offered again.
    bannerDraft.clear(id)
    release()
    setShare(null)
    await alert.show(base === null ? alertWords.created : alertWords.updated)
    leave(saved)
  }

  const submit = async () => {
    if (isSaving.current) return
    setWasRefused(false)
    const errors = bannerErrors(form.getValues(), values.kept.length + picked.length, base === null)
    if (isIncomplete(errors)) return refuse(errors, alertWords.required)
    if (Object.keys(errors).length > 0) return refuse(errors)
    if (usedBytes > bannerFilesTotal.maxBytes) return void alert.show(alertWords.tooLarge)
    if (base !== null && !isDirty) return leave(base)
    isSaving.current = true
    setBusy(true)
    try {
      await saveAndLeave()
    } finally {
      isSaving.current = false
      setBusy(false)
      setShare(null)
    }
  }

  const discard = () => {
    setRestored(null)
    setBase(record)
    setPicked([])
    form.setValues(record ? valuesOf(record) : emptyValues(nextOrder))
    form.clearErrors()
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
      {restored && <RestoredNotice lost={wasLost ? [formWords.lostFiles] : []} onDiscard={discard} />}
      {share !== null && share < 1 && <SendingNotice label={formWords.sending} share={share} />}
      <div ref={screen}>
        <FormSection title={formWords.files} hint={formWords.filesHint}>
          <FormField path="files">
            <BannerFilesField
              stored={(base?.files ?? []).filter(({ url }) => values.kept.includes(url))}
              sizes={sizes}
              picked={picked}
              usedBytes={usedBytes}
              onPick={pick}
              onRemoveStored={(url) =>
                form.setFieldValue(
                  'kept',
                  values.kept.filter((kept) => kept !== url),
                )
              }
              onRemovePicked={(file) => setPicked((before) => before.filter((one) => one !== file))}
              error={form.errors.files}
            />
          </FormField>
        </FormSection>
        <BannerTimeSection form={form} />
        <RedirectSection form={form} />
        <FormSection title={formWords.place}>
          <FieldRow>
            <FormField path="order">
              <NumberField
                label={formWords.order}
                description={form.errors.order ? undefined : formWords.orderHint}
                maxLength={7}
                {...form.getInputProps('order')}
              />
            </FormField>
          </FieldRow>
          <FormField path="is_active">
            <Checkbox
              label={formWords.isActive}
              description={formWords.isActiveHint}
              {...form.getInputProps('is_active', { type: 'checkbox' })}
            />
          </FormField>
        </FormSection>
      </div>
      {conflict.dialog}
      {alert.dialog}
    </FormPage>
  )
}

/** Why it was not saved; a sentence about missing fields is said at the fields. */
function detailOf(reason: unknown): string {
  const words = failureMessage(reason)
  return words === bannerMessages.required ? '' : words
}
