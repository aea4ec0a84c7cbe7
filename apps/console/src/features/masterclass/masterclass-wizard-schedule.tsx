import type { UseFormReturnType } from '@mantine/form'
import { startOfDay } from '../../lib/dates.ts'
import { CreatorPicker } from '../../shared/creator-picker/creator-picker.tsx'
import { MeetingAccountSelect } from '../../shared/meeting-account/meeting-account-select.tsx'
import { SessionTimeFields } from '../../shared/session-times/session-time-fields.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { FieldRow } from '../../ui/form-section.tsx'
import type { MasterclassFormValues } from './masterclass-form-values.ts'

/** Times, creator and meeting account of a new masterclass (MC-32, MC-33, MC-36, MC-37). */
export function MasterclassScheduleFields({ form }: { form: UseFormReturnType<MasterclassFormValues> }) {
  const { values, errors } = form
  const { start_time, end_time } = values

  return (
    <>
      <SessionTimeFields form={form} min={startOfDay()} />
      <FieldRow>
        <FormField path="creator">
          <CreatorPicker
            label="Creator"
            required
            value={values.creator}
            onChange={(creator) => {
              const { _id, first_name, last_name, email } = creator ?? {}
              form.setFieldValue(
                'creator',
                _id === undefined
                  ? null
                  : { _id, first_name: first_name ?? '', last_name: last_name ?? '', email: email ?? '' },
              )
            }}
            onBlur={() => form.validateField('creator')}
            error={errors.creator}
          />
        </FormField>
        <FormField path="zoom_hub_name">
          <MeetingAccountSelect
            required
            value={values.zoom_hub_name}
            onChange={(account) => form.setFieldValue('zoom_hub_name', account)}
            onBlur={() => form.validateField('zoom_hub_name')}
            start={start_time}
            end={end_time}
            error={errors.zoom_hub_name}
          />
        </FormField>
      </FieldRow>
    </>
  )
}
