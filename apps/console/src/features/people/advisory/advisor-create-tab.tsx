import { createAdvisor, listAdvisors } from '@greenroom/contract/people/advisory/advisory.endpoints'
import { useCall } from '../../../lib/api/hooks.ts'
import { RecordFormPanel } from '../../../shared/record/record-form/record-form-panel.tsx'
import { useRecordForm } from '../../../shared/record/record-form/use-record-form.tsx'
import { FormSection } from '../../../ui/form-section.tsx'
import { AdvisorFields } from './advisor-fields.tsx'
import { advisorForm } from './advisor-form.ts'
import { advisorMessages, advisorProgress } from './advisory-messages.ts'

/** The tab that creates an advisor (ADV-16). */
export function AdvisorCreateTab({ onCreated }: { onCreated: (id: string) => void }) {
  const create = useCall(createAdvisor, { invalidates: [listAdvisors] })
  const of = useRecordForm(advisorForm, null, {
    messages: { create: advisorProgress },
    create: async (values) => (await create.call({ body: values })).data,
    onSaved: ({ _id }) => onCreated(_id),
  })
  return (
    <RecordFormPanel of={of} submitLabel={advisorMessages.create} onSubmit={() => void of.submit('save')}>
      <FormSection title={advisorMessages.formTitle} hint={advisorMessages.formHint}>
        <AdvisorFields form={of.form} />
      </FormSection>
    </RecordFormPanel>
  )
}
