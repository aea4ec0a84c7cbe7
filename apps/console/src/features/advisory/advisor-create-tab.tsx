import { createAdvisor, listAdvisors } from '@greenroom/contract/advisory/advisory.endpoints'
import { TextInput } from '@mantine/core'
import { useCall } from '../../lib/api/hooks.ts'
import { RecordFormPanel } from '../../shared/record-form/record-form-panel.tsx'
import { useRecordForm } from '../../shared/record-form/use-record-form.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { FieldRow, FormSection } from '../../ui/form-section.tsx'
import { advisorForm } from './advisor-form.ts'
import { advisorMessages, advisorProgress } from './advisory-messages.ts'

/** The tab that creates an advisor (ADV-16). */
export function AdvisorCreateTab({ onCreated }: { onCreated: () => void }) {
  const create = useCall(createAdvisor, { invalidates: [listAdvisors] })
  const of = useRecordForm(advisorForm, null, {
    messages: { create: advisorProgress },
    create: async (values) => (await create.call({ body: values })).data,
    onSaved: onCreated,
  })
  const { getInputProps } = of.form
  return (
    <RecordFormPanel of={of} submitLabel={advisorMessages.create} onSubmit={() => void of.submit('save')}>
      <FormSection title={advisorMessages.formTitle} hint={advisorMessages.formHint}>
        <FieldRow>
          <FormField path="first_name">
            <TextInput
              label={advisorMessages.firstName}
              required
              autoComplete="off"
              {...getInputProps('first_name')}
            />
          </FormField>
          <FormField path="last_name">
            <TextInput
              label={advisorMessages.lastName}
              required
              autoComplete="off"
              {...getInputProps('last_name')}
            />
          </FormField>
        </FieldRow>
        <FormField path="email">
          <TextInput
            label={advisorMessages.email}
            type="email"
            required
            autoComplete="off"
            {...getInputProps('email')}
          />
        </FormField>
      </FormSection>
    </RecordFormPanel>
  )
}
