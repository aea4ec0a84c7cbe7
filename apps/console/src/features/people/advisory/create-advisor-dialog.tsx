import { createAdvisor, listAdvisors } from '@greenroom/contract/people/advisory/advisory.endpoints'
import type { Advisor } from '@greenroom/contract/people/advisory/advisory.schema'
import { useState } from 'react'
import { useCall } from '../../../lib/api/hooks.ts'
import { RecordFormDialog, useCloseQuestion } from '../../../shared/record/record-form/record-form-dialog.tsx'
import { useRecordForm } from '../../../shared/record/record-form/use-record-form.tsx'
import { typedPerson } from '../../../shared/record/record-picker/typed-person.ts'
import { AdvisorFields } from './advisor-fields.tsx'
import { advisorForm } from './advisor-form.ts'
import { advisorMessages, advisorProgress } from './advisory-messages.ts'

interface CreateAdvisorDialogProps {
  opened: boolean
  /** What was searched in vain: a name or an e-mail address. */
  typed: string
  onCreated: (advisor: Advisor) => void
  onClose: () => void
}

/** Creates the advisor that a lead or a service lacks, and returns there with them chosen (OQ-535). */
export function CreateAdvisorDialog({ opened, typed, onCreated, onClose }: CreateAdvisorDialogProps) {
  const question = useCloseQuestion()
  const create = useCall(createAdvisor, { invalidates: [listAdvisors] })
  const [spec] = useState(() => ({
    ...advisorForm,
    name: 'picked-advisor',
    empty: () => ({ ...advisorForm.empty(), ...typedPerson(typed) }),
  }))
  const of = useRecordForm(spec, null, {
    messages: { create: advisorProgress },
    create: async (values) => (await create.call({ body: values })).data,
    onSaved: (advisor) => {
      onCreated(advisor)
      onClose()
    },
    askToClose: question.askToClose,
  })
  return (
    <RecordFormDialog
      of={of}
      question={question}
      opened={opened}
      title={advisorMessages.create}
      submitLabel={advisorMessages.create}
      onSubmit={() => void of.submit('save')}
      onClose={onClose}
    >
      <div className="gr-stack">
        <AdvisorFields form={of.form} />
      </div>
    </RecordFormDialog>
  )
}
