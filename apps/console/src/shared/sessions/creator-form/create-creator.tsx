import { createCreator, listCreators } from '@greenroom/contract/sessions/creator/creator.endpoints'
import {
  type Creator,
  phonePrefix,
  typedPhoneLength,
} from '@greenroom/contract/sessions/creator/creator.schema'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { useCall } from '../../../lib/api/hooks.ts'
import { FieldRow, FormSection } from '../../../ui/form-section.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { RecordFormDialog, useCloseQuestion } from '../../record/record-form/record-form-dialog.tsx'
import { RecordFormPanel } from '../../record/record-form/record-form-panel.tsx'
import { useRecordForm } from '../../record/record-form/use-record-form.tsx'
import { typedPerson } from '../../record/record-picker/typed-person.ts'
import { type CreatorValues, creatorForm, creatorOf, creatorProgress } from './creator-form.ts'

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

interface CreateCreatorDialogProps {
  opened: boolean
  /** What was searched in vain: a name or an e-mail address. */
  typed: string
  onCreated: (creator: Creator) => void
  onClose: () => void
}

/** Creates the creator that a form lacks, and returns to the form with it chosen (OQ-535). */
export function CreateCreatorDialog({ opened, typed, onCreated, onClose }: CreateCreatorDialogProps) {
  const question = useCloseQuestion()
  const create = useCall(createCreator, { invalidates: [listCreators] })
  const [spec] = useState(() => ({
    ...creatorForm,
    name: 'picked-creator',
    empty: () => ({ ...creatorForm.empty(), ...typedPerson(typed) }),
  }))
  const of = useRecordForm(spec, null, {
    messages: creatorProgress,
    create: async (values) => (await create.call({ body: creatorOf(values) })).data,
    onSaved: (creator) => {
      onCreated(creator)
      onClose()
    },
    askToClose: question.askToClose,
  })
  return (
    <RecordFormDialog
      of={of}
      question={question}
      opened={opened}
      title="Create a creator"
      submitLabel="Create creator"
      onSubmit={() => void of.submit('save')}
      onClose={onClose}
    >
      <div className="gr-stack">
        <CreatorFields form={of.form} />
      </div>
    </RecordFormDialog>
  )
}

/** The fields of a new creator (CRE-03). */
function CreatorFields({ form }: { form: UseFormReturnType<CreatorValues> }) {
  return (
    <>
      <FieldRow>
        <TextField form={form} path="first_name" label="First name" required data-autofocus />
        <TextField form={form} path="last_name" label="Last name" required />
      </FieldRow>
      <FieldRow>
        <TextField form={form} path="email" label="Email" type="email" required />
        <TextField
          form={form}
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
    </>
  )
}
