import { createCreator, listCreators } from '@greenroom/contract/creator/creator.endpoints'
import { useCall } from '../../lib/api/hooks.ts'
import { CreatorFields } from '../../shared/creator-form/creator-fields.tsx'
import { creatorForm, creatorOf } from '../../shared/creator-form/creator-form.ts'
import { creatorProgress } from '../../shared/creator-form/creator-progress.ts'
import { RecordFormPanel } from '../../shared/record-form/record-form-panel.tsx'
import { useRecordForm } from '../../shared/record-form/use-record-form.tsx'
import { FormSection } from '../../ui/form-section.tsx'

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
        <CreatorFields form={of.form} />
      </FormSection>
    </RecordFormPanel>
  )
}
