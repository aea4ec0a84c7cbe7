import type { UseFormReturnType } from '@mantine/form'
import { startOfDay } from '../../../lib/dates.ts'
import { CreatorPicker } from '../../../shared/sessions/creator-picker/creator-picker.tsx'
import { MeetingAccountSelect } from '../../../shared/sessions/meeting-account/meeting-account-select.tsx'
import { SessionTimeFields } from '../../../shared/sessions/session-times/session-time-fields.tsx'
import { Field } from '../../../ui/form-field.tsx'
import { FieldRow } from '../../../ui/form-section.tsx'
import type { MasterclassFormValues } from './masterclass-form-values.ts'

/** Times, creator and meeting account of a new masterclass (MC-32, MC-33, MC-36, MC-37). */
export function MasterclassScheduleFields({ form }: { form: UseFormReturnType<MasterclassFormValues> }) {
  const { start_time: start, end_time: end } = form.values
  return (
    <>
      <SessionTimeFields form={form} min={startOfDay()} />
      <FieldRow>
        <Field as={CreatorPicker} form={form} path="creator" label="Creator" required />
        <Field as={MeetingAccountSelect} form={form} path="zoom_hub_name" required start={start} end={end} />
      </FieldRow>
    </>
  )
}
