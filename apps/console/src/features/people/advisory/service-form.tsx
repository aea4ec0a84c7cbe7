import {
  getAdvisoryService,
  listAdvisors,
  listAdvisoryServices,
  updateAdvisoryService,
} from '@greenroom/contract/people/advisory/advisory.endpoints'
import type { AdvisorOfService, AdvisoryService } from '@greenroom/contract/people/advisory/advisory.schema'
import { useEffect } from 'react'
import { failureMessage } from '../../../lib/api/api-error.ts'
import { useCall } from '../../../lib/api/hooks.ts'
import { notify } from '../../../lib/notify.tsx'
import { RecordFormPage } from '../../../shared/record/record-form/record-form-page.tsx'
import { useRecordForm } from '../../../shared/record/record-form/use-record-form.tsx'
import { Field, FormField, focusFirstField } from '../../../ui/form-field.tsx'
import { FieldRow, FormSection } from '../../../ui/form-section.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { AdvisorSearch } from './advisor-search.tsx'
import { serviceMessages } from './advisory-messages.ts'
import { ServiceAdvisors } from './service-advisors.tsx'
import { serviceChangesOf, serviceForm } from './service-form-values.ts'

const minutes = { as: NumberField, required: true, unit: serviceMessages.minutes, rightSectionWidth: 72 }

interface ServiceFormProps {
  service: AdvisoryService
  /** Called after a save, or when there is nothing to save. */
  onClose: () => void
}

/** Edits the times and advisors of a service (ADV-23, ADV-24, ADV-26, OQ-090). */
export function ServiceForm({ service, onClose }: ServiceFormProps) {
  const update = useCall(updateAdvisoryService, {
    invalidates: [listAdvisoryServices, getAdvisoryService, listAdvisors],
  })
  const of = useRecordForm(serviceForm, service, {
    update: async ({ stored, changes, all, version }) =>
      (await update.call({ params: { id: stored._id }, body: serviceChangesOf(changes, all), version })).data,
    awayMessages: { success: serviceMessages.saved, error: serviceMessages.notSaved },
    onSaved: (saved) => {
      if (saved.version !== service.version) notify.success(serviceMessages.saved)
      onClose()
    },
    onFailed: (reason) => {
      // biome-ignore lint/suspicious/noConsole: a failed save is logged (ADV-26)
      console.error('Service not saved:', failureMessage(reason))
      return false
    },
  })
  const { form, screen } = of
  const { values } = form
  useEffect(() => {
    if (screen.current) focusFirstField(screen.current, ['bufferMinutes'])
  }, [screen])

  const add = (advisor: AdvisorOfService) => form.setFieldValue('advisors', [...values.advisors, advisor])
  const remove = ({ _id }: AdvisorOfService) => {
    form.setFieldValue(
      'advisors',
      values.advisors.filter((advisor) => advisor._id !== _id),
    )
    // The pressed button has been removed.
    if (screen.current) focusFirstField(screen.current, ['advisors'])
  }

  return (
    <RecordFormPage
      of={of}
      submitLabel={serviceMessages.save}
      cancelLabel={serviceMessages.cancel}
      onSubmit={() => void of.submit('save')}
      // Cancel shows the stored values again without a question (ADV-24).
      onCancel={() => {
        if (of.isSaving) return
        of.forget()
        of.release()
        onClose()
      }}
    >
      <FormSection title={serviceMessages.times} hint={serviceMessages.timesHint}>
        <FieldRow>
          <Field {...minutes} form={form} path="bufferMinutes" label={serviceMessages.bufferTime} />
          <Field {...minutes} form={form} path="slotMinutes" label={serviceMessages.slotTime} />
        </FieldRow>
      </FormSection>
      <FormSection title={serviceMessages.advisors} hint={serviceMessages.advisorsHint}>
        <FormField path="advisors">
          <AdvisorSearch except={values.advisors} onPick={add} />
        </FormField>
        {form.errors.advisors && (
          <p className="gr-fine gr-danger" role="alert">
            {form.errors.advisors}
          </p>
        )}
        <ServiceAdvisors advisors={values.advisors} onRemove={remove} />
      </FormSection>
    </RecordFormPage>
  )
}
