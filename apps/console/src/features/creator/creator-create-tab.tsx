import { createCreator, listCreators } from '@greenroom/contract/creator/creator.endpoints'
import { phonePrefix, typedPhoneLength } from '@greenroom/contract/creator/creator.schema'
import { TextInput } from '@mantine/core'
import { useCall } from '../../lib/api/hooks.ts'
import { RecordFormPanel } from '../../shared/record-form/record-form-panel.tsx'
import { useRecordForm } from '../../shared/record-form/use-record-form.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { FieldRow, FormSection } from '../../ui/form-section.tsx'
import classes from './creator-create-tab.module.css'
import { creatorForm, creatorOf } from './creator-form.ts'
import { creatorProgress } from './creator-messages.ts'

/** The tab that creates a creator (CRE-03). */
export function CreatorCreateTab({ onCreated }: { onCreated: () => void }) {
  const create = useCall(createCreator, { invalidates: [listCreators] })
  const of = useRecordForm(creatorForm, null, {
    messages: creatorProgress,
    create: async (values) => (await create.call({ body: creatorOf(values) })).data,
    onSaved: onCreated,
  })
  const { getInputProps, errors } = of.form
  return (
    <RecordFormPanel of={of} submitLabel="Create Creator" onSubmit={() => void of.submit('save')}>
      <FormSection title="Creator" hint="Who hosts masterclasses and webinars.">
        <FieldRow>
          <FormField path="first_name">
            <TextInput label="First name" required autoComplete="off" {...getInputProps('first_name')} />
          </FormField>
          <FormField path="last_name">
            <TextInput label="Last name" required autoComplete="off" {...getInputProps('last_name')} />
          </FormField>
        </FieldRow>
        <FieldRow>
          <FormField path="email">
            <TextInput label="Email" type="email" required autoComplete="off" {...getInputProps('email')} />
          </FormField>
          <FormField path="phone">
            <TextInput
              label="Phone"
              type="tel"
              required
              autoComplete="off"
              maxLength={typedPhoneLength}
              description={errors.phone ? undefined : 'Without the country code'}
              leftSection={<span className={classes.prefix}>{phonePrefix}</span>}
              leftSectionPointerEvents="none"
              leftSectionWidth={44}
              {...getInputProps('phone')}
            />
          </FormField>
        </FieldRow>
      </FormSection>
    </RecordFormPanel>
  )
}
