import { createCreator, listCreators } from '@greenroom/contract/creator/creator.endpoints'
import type { Creator } from '@greenroom/contract/creator/creator.schema'
import { useState } from 'react'
import { useCall } from '../../lib/api/hooks.ts'
import { CreatorFields } from '../creator-form/creator-fields.tsx'
import { creatorForm, creatorOf } from '../creator-form/creator-form.ts'
import { creatorProgress } from '../creator-form/creator-progress.ts'
import { RecordFormDialog, useCloseQuestion } from '../record-form/record-form-dialog.tsx'
import { useRecordForm } from '../record-form/use-record-form.tsx'
import { typedPerson } from '../record-picker/typed-person.ts'

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
