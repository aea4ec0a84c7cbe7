import { createAdvisor, listAdvisors } from '@greenroom/contract/advisory/advisory.endpoints'
import { useCall } from '../../lib/api/hooks.ts'
import { RecordFormPanel } from '../../shared/record-form/record-form-panel.tsx'
import { useRecordForm } from '../../shared/record-form/use-record-form.tsx'
import { FieldRow, FormSection } from '../../ui/form-section.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { advisorForm } from './advisor-form.ts'
import { advisorProgress, advisorWords } from './advisory-messages.ts'

/** The tab that creates an advisor (ADV-16). */
export function AdvisorCreateTab({ onCreated }: { onCreated: () => void }) {
  const create = useCall(createAdvisor, { invalidates: [listAdvisors] })
  const of = useRecordForm(advisorForm, null, {
    messages: { create: advisorProgress },
    create: async (values) => (await create.call({ body: values })).data,
    onSaved: onCreated,
  })
  return (
    <RecordFormPanel of={of} submitLabel={advisorWords.create} onSubmit={() => void of.submit('save')}>
      <FormSection title={advisorWords.formTitle} hint={advisorWords.formHint}>
        <FieldRow>
          <TextField form={of.form} path="first_name" label={advisorWords.firstName} required />
          <TextField form={of.form} path="last_name" label={advisorWords.lastName} required />
        </FieldRow>
        <TextField form={of.form} path="email" label={advisorWords.email} type="email" required />
      </FormSection>
    </RecordFormPanel>
  )
}
