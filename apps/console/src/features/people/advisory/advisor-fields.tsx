import type { UseFormReturnType } from '@mantine/form'
import { FieldRow } from '../../../ui/form-section.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { AdvisorValues } from './advisor-form.ts'
import { advisorMessages } from './advisory-messages.ts'

/** The fields of a new advisor (ADV-16). */
export function AdvisorFields({ form }: { form: UseFormReturnType<AdvisorValues> }) {
  return (
    <>
      <FieldRow>
        <TextField form={form} path="first_name" label={advisorMessages.firstName} required data-autofocus />
        <TextField form={form} path="last_name" label={advisorMessages.lastName} required />
      </FieldRow>
      <TextField form={form} path="email" label={advisorMessages.email} type="email" required />
    </>
  )
}
