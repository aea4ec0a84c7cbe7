import { characterCount } from '@greenroom/contract/field'
import { type PaymentPage, paymentPageTitle } from '@greenroom/contract/payment-page/payment-page.schema'
import { Button, Checkbox, Textarea, TextInput } from '@mantine/core'
import { type FormErrors, useForm } from '@mantine/form'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { ApiError } from '../../lib/api/api-error.ts'
import { changedFields } from '../../shared/edit-conflict/merge-edits.ts'
import { useEditConflict } from '../../shared/edit-conflict/use-edit-conflict.tsx'
import { fileMark } from '../../shared/image-field/image-choice.ts'
import { ImageField } from '../../shared/image-field/image-field.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CountedLabel } from '../../ui/counted-label.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useUnsavedChanges } from '../../ui/unsaved-changes.ts'
import { labelConflicts } from './payment-page-conflicts.tsx'
import classes from './payment-page-form.module.css'
import { paymentPageFormWords as words } from './payment-page-messages.ts'
import { PaymentPagePrices } from './payment-page-prices.tsx'
import { usePaymentPageSave } from './payment-page-save.ts'
import {
  emptyPaymentPage,
  fieldNames,
  formFieldOf,
  type PaymentPageValues,
  validatePaymentPage,
  valuesOf,
} from './payment-page-values.ts'

interface PaymentPageFormProps {
  opened: boolean
  /** The page that is edited; null makes a new one. */
  record: PaymentPage | null
  onClose: () => void
  onSaved: (page: PaymentPage) => void
}

/** The form of a payment page, in its dialog (PAY-04 to PAY-10). */
export function PaymentPageForm({ opened, record, onClose, onSaved }: PaymentPageFormProps) {
  const formId = useId()
  // What was loaded when it opened: a later answer of the list must not move what an edit is compared with.
  const [base] = useState(record)
  const [loaded] = useState(() => (record ? valuesOf(record) : emptyPaymentPage))
  const [file, setFile] = useState<File | null>(null)
  const [share, setShare] = useState<number>()
  const [isSaving, setIsSaving] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const [failure, setFailure] = useState<string>()
  const save = usePaymentPageSave()
  const conflict = useEditConflict()
  const fields = useRef<HTMLFormElement>(null)

  const form = useForm<PaymentPageValues>({
    initialValues: loaded,
    validate: validatePaymentPage,
    validateInputOnBlur: true,
  })
  const { values } = form
  const isDirty = opened && Object.keys(changedFields(loaded, values)).length > 0
  const askToLeave = () => {
    // While it is being saved it can neither be closed nor left.
    if (!isSaving) setIsLeaving(true)
  }
  const release = useUnsavedChanges(isDirty, askToLeave)

  // Fields to focus once their errors are drawn.
  const [wanted, setWanted] = useState<FormErrors>()
  useEffect(() => {
    if (!wanted) return
    const first = fieldNames.find((name) => name in wanted)
    const place = fields.current?.querySelector<HTMLElement>(`[data-field="${first}"]`)
    place?.querySelector<HTMLElement>('input:not([type="file"]), textarea, button')?.focus()
  }, [wanted])
  const showErrors = (errors: FormErrors) => {
    form.setErrors(errors)
    setWanted(errors)
  }

  const close = () => {
    release()
    onClose()
  }
  const askToClose = () => (isDirty ? askToLeave() : close())

  const pick = (picked: File) => {
    setFile(picked)
    form.setFieldValue('banner', fileMark(picked))
  }
  const removePick = () => {
    setFile(null)
    form.setFieldValue('banner', loaded.banner)
  }

  const mend = (reason: unknown) => {
    if (!(reason instanceof ApiError) || reason.errors.length === 0) return
    const errors: Record<string, string> = {}
    const others: string[] = []
    for (const { path, message } of reason.errors) {
      const field = formFieldOf(path)
      if (field) errors[field] ??= message
      else others.push(message)
    }
    if (others.length > 0) setFailure(others.join(' '))
    showErrors(errors)
  }

  const store = async (): Promise<PaymentPage | null> => {
    const current = form.getValues()
    const onProgress = (sent: number) => setShare(sent)
    if (base) {
      const ask = (conflicts: Parameters<typeof labelConflicts>[0]) =>
        conflict.ask(labelConflicts(conflicts, file))
      return save.update(base, current, file, { onProgress, ask })
    }
    if (file === null) return null
    return save.create(current, file, onProgress)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSaving) return
    setFailure(undefined)
    const errors = validatePaymentPage(form.getValues())
    if (Object.keys(errors).length > 0) return showErrors(errors)
    if (base && !isDirty) return close()
    setIsSaving(true)
    try {
      const saved = await store()
      if (saved === null) return
      release()
      onSaved(saved)
    } catch (reason) {
      mend(reason)
    } finally {
      setIsSaving(false)
      setShare(undefined)
    }
  }

  return (
    <>
      <Dialog
        opened={opened}
        onClose={askToClose}
        closable={!isSaving && !isLeaving}
        size="wide"
        title={base ? words.editTitle(base.title) : words.createTitle}
        footer={
          <>
            <Button size="md" variant="subtle" disabled={isSaving} onClick={askToClose}>
              {words.cancel}
            </Button>
            <BusyButton
              size="md"
              type="submit"
              form={formId}
              busy={isSaving}
              // The focus stays in its field until the click: the words that a blur brings would move the button away.
              onMouseDown={(event) => event.preventDefault()}
            >
              {base ? words.save : words.create}
            </BusyButton>
          </>
        }
      >
        <form ref={fields} id={formId} className={classes.form} noValidate onSubmit={submit}>
          <div data-field="banner">
            <ImageField
              label={words.banner}
              required
              file={file}
              stored={loaded.banner === '' ? null : loaded.banner}
              onPick={pick}
              {...(file === null ? {} : { onRemove: removePick })}
              disabled={isSaving}
              error={form.errors.banner}
              {...(share === undefined ? {} : { progress: share })}
            />
          </div>
          <div data-field="title">
            <TextInput
              label={
                <CountedLabel
                  label={words.title}
                  count={characterCount(values.title)}
                  limit={paymentPageTitle.longest}
                />
              }
              required
              autoComplete="off"
              {...form.getInputProps('title')}
            />
          </div>
          <div data-field="description">
            <Textarea
              label={words.description}
              autosize
              minRows={3}
              maxRows={8}
              {...form.getInputProps('description')}
            />
          </div>
          <PaymentPagePrices form={form} />
          <fieldset className={classes.group}>
            <legend className={classes.legend}>{words.leadTracking}</legend>
            <div className={classes.pair}>
              {(['add_to_cart', 'purchase'] as const).map((name) => (
                <div key={name} data-field={name}>
                  <TextInput
                    label={name === 'add_to_cart' ? words.addToCart : words.purchase}
                    inputMode="numeric"
                    autoComplete="off"
                    maxLength={20}
                    {...form.getInputProps(name)}
                  />
                </div>
              ))}
            </div>
          </fieldset>
          <div data-field="is_active">
            <Checkbox
              label={words.active}
              description={words.activeHint}
              {...form.getInputProps('is_active', { type: 'checkbox' })}
            />
          </div>
          {failure && (
            <p className={classes.failure} role="alert">
              {failure}
            </p>
          )}
        </form>
      </Dialog>
      <ConfirmDialog
        opened={isLeaving}
        title={words.discardTitle}
        onConfirm={async () => close()}
        onClose={() => setIsLeaving(false)}
      >
        {words.discardEffect}
      </ConfirmDialog>
      {conflict.dialog}
    </>
  )
}
