import { createCreator, listCreators } from '@greenroom/contract/creator/creator.endpoints'
import { phonePrefix, typedPhoneLength } from '@greenroom/contract/creator/creator.schema'
import { useCall } from '../../lib/api/hooks.ts'
import { RecordFormPanel } from '../../shared/record-form/record-form-panel.tsx'
import { useRecordForm } from '../../shared/record-form/use-record-form.tsx'
import { FieldRow, FormSection } from '../../ui/form-section.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { creatorForm, creatorOf } from './creator-form.ts'
import { creatorProgress } from './creator-messages.ts'

/** The tab that creates a creator (CRE-03). */
export function CreatorCreateTab({ onCreated }: { onCreated: (id: string) => void }) {
  const create = useCall(createCreator, { invalidates: [listCreators] })
  const of = useRecordForm(creatorForm, null, {
    messages: creatorProgress,
    create: async (values) => (await create.call({ body: creatorOf(values) })).data,
    onSaved: ({ _id }) => onCreated(_id),
  })
  return (
    <RecordFormPanel of={of} submitLabel="Create Creator" onSubmit={() => void of.submit('save')}>
      <FormSection title="Creator" hint="Who hosts masterclasses and webinars.">
        <FieldRow>
          <TextField form={of.form} path="first_name" label="First name" required />
          <TextField form={of.form} path="last_name" label="Last name" required />
        </FieldRow>
        <FieldRow>
          <TextField form={of.form} path="email" label="Email" type="email" required />
          <TextField
            form={of.form}
            path="phone"
            label="Phone"
            type="tel"
            required
            maxLength={typedPhoneLength}
            hint="Without the country code"
            leftSection={<span className="gr-faint gr-num">{phonePrefix}</span>}
            leftSectionPointerEvents="none"
            leftSectionWidth={44}
          />
        </FieldRow>
      </FormSection>
    </RecordFormPanel>
  )
}
