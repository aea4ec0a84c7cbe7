import type { AdvisorOfService, AdvisoryService } from '@greenroom/contract/advisory/advisory.schema'
import { TextInput } from '@mantine/core'
import { type FormErrors, useForm } from '@mantine/form'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ApiError, failureMessage } from '../../lib/api/api-error.ts'
import { notify } from '../../lib/notify.tsx'
import { readCredential } from '../../lib/session.ts'
import { changedFields } from '../../shared/edit-conflict/merge-edits.ts'
import { useEditConflict } from '../../shared/edit-conflict/use-edit-conflict.tsx'
import { FormField, focusFirstField } from '../../ui/form-field.tsx'
import { ProblemNotice } from '../../ui/form-notice.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { FieldRow, FormSection } from '../../ui/form-section.tsx'
import { useUnsavedChanges } from '../../ui/unsaved-changes.ts'
import { AdvisorSearch } from './advisor-search.tsx'
import { serviceWords } from './advisory-messages.ts'
import { ServiceAdvisors } from './service-advisors.tsx'
import { labelConflicts } from './service-conflicts.ts'
import classes from './service-form.module.css'
import {
  editedOf,
  formFieldOf,
  type ServiceFormValues,
  serviceErrors,
  storedEditedOf,
  valuesOf,
} from './service-form-values.ts'
import { useServiceSave } from './service-save.ts'

interface ServiceFormProps {
  service: AdvisoryService
  /** What stands above the fields. */
  header: ReactNode
  /** It is saved, or nothing is to be saved. */
  onClose: () => void
}

/** A service while it is edited: its times and its advisors (ADV-23, ADV-24, ADV-26, OQ-090). */
export function ServiceForm({ service, header, onClose }: ServiceFormProps) {
  // What was loaded when the edit began: a later answer must not move what it is compared with.
  const [base] = useState(service)
  const [isSaving, setIsSaving] = useState(false)
  const [wasRefused, setWasRefused] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const judge = (values: ServiceFormValues) => serviceErrors(values, base)
  const form = useForm<ServiceFormValues>({
    initialValues: valuesOf(base),
    validate: judge,
    validateInputOnBlur: true,
  })
  const { values } = form
  const isDirty = Object.keys(changedFields(storedEditedOf(base), editedOf(values, base))).length > 0
  const release = useUnsavedChanges(isDirty)
  const save = useServiceSave()
  const conflict = useEditConflict()

  const screen = useRef<HTMLDivElement>(null)
  const focusField = (paths: readonly string[]) => screen.current && focusFirstField(screen.current, paths)
  useEffect(() => {
    if (screen.current) focusFirstField(screen.current, ['bufferMinutes'])
  }, [])
  // Fields to focus once their errors are drawn.
  const [wanted, setWanted] = useState<readonly string[]>()
  useLayoutEffect(() => {
    if (!wanted) return
    if (screen.current) focusFirstField(screen.current, wanted)
    setWanted(undefined)
  }, [wanted])
  const showErrors = (errors: FormErrors) => {
    form.setErrors(errors)
    setWanted(Object.keys(errors))
  }

  const add = (advisor: AdvisorOfService) => form.setFieldValue('advisors', [...values.advisors, advisor])
  const remove = ({ _id }: AdvisorOfService) => {
    form.setFieldValue(
      'advisors',
      values.advisors.filter((advisor) => advisor._id !== _id),
    )
    // The button that was pressed is gone.
    focusField(['advisors'])
  }

  const close = () => {
    release()
    onClose()
  }
  /** Marks the fields that the server named; what no field shows is said above the form (OQ-093). */
  const mend = (reason: unknown) => {
    // biome-ignore lint/suspicious/noConsole: a failed save is logged (ADV-26)
    console.error('Service not saved:', failureMessage(reason))
    setWasRefused(true)
    const errors: Record<string, string> = {}
    const others: string[] = []
    for (const { path, message } of reason instanceof ApiError ? reason.errors : []) {
      const field = formFieldOf(path)
      if (field) errors[field] ??= message
      else others.push(message)
    }
    if (Object.keys(errors).length > 0) showErrors(errors)
    if (others.length > 0 || Object.keys(errors).length === 0) {
      setProblem(others.length > 0 ? others.join(' ') : failureMessage(reason))
    }
  }
  const submit = async () => {
    setProblem(null)
    setWasRefused(false)
    const errors = judge(form.getValues())
    if (Object.keys(errors).length > 0) return showErrors(errors)
    if (!isDirty) return close()
    setIsSaving(true)
    try {
      const saved = await save(base, form.getValues(), (conflicts) => conflict.ask(labelConflicts(conflicts)))
      if (saved === null) return
      notify.success(serviceWords.saved)
      close()
    } catch (reason) {
      // A session that ended has led to the sign-in screen already.
      if (readCredential() !== null) mend(reason)
    } finally {
      setIsSaving(false)
    }
  }

  return (
    <FormPage
      busy={isSaving}
      status={wasRefused ? 'not-saved' : isDirty ? 'unsaved' : undefined}
      submitLabel={serviceWords.save}
      cancelLabel={serviceWords.cancel}
      onSubmit={() => void submit()}
      // Nothing is asked: what the server has is shown again (ADV-24).
      onCancel={() => !isSaving && close()}
      header={header}
    >
      {problem && <ProblemNotice message={problem} />}
      <div ref={screen}>
        <FormSection title={serviceWords.times} hint={serviceWords.timesHint}>
          <FieldRow>
            <FormField path="bufferMinutes">
              <Minutes label={serviceWords.bufferTime} {...form.getInputProps('bufferMinutes')} />
            </FormField>
            <FormField path="slotMinutes">
              <Minutes label={serviceWords.slotTime} {...form.getInputProps('slotMinutes')} />
            </FormField>
          </FieldRow>
        </FormSection>
        <FormSection title={serviceWords.advisors} hint={serviceWords.advisorsHint}>
          <FormField path="advisors">
            <AdvisorSearch except={values.advisors} onPick={add} />
          </FormField>
          {form.errors.advisors && (
            <p className={classes.error} role="alert">
              {form.errors.advisors}
            </p>
          )}
          <ServiceAdvisors advisors={values.advisors} onRemove={remove} />
        </FormSection>
      </div>
      {conflict.dialog}
    </FormPage>
  )
}

function Minutes({ label, ...rest }: { label: string } & Record<string, unknown>) {
  return (
    <TextInput
      label={label}
      required
      inputMode="numeric"
      autoComplete="off"
      rightSection={<span className={classes.unit}>{serviceWords.minutes}</span>}
      rightSectionWidth={72}
      rightSectionPointerEvents="none"
      {...rest}
    />
  )
}
