import type { Event } from '@greenroom/contract/sessions/event/event.schema'
import { meetingAccounts } from '@greenroom/contract/sessions/meeting/meeting.schema'
import { CreatorPicker } from '../../../shared/sessions/creator-picker/creator-picker.tsx'
import { MeetingAccountSelect } from '../../../shared/sessions/meeting-account/meeting-account-select.tsx'
import { FixedValue } from '../../../ui/fixed-value.tsx'
import { Field } from '../../../ui/form-field.tsx'
import { FieldRow } from '../../../ui/form-section.tsx'
import type { EventFormProp } from './event-form-values.ts'

/** The creator of a webinar and its meeting account (WEB-03, WEB-04, OQ-065, OQ-112). */
export function EventHostFields({ form, stored }: EventFormProp & { stored: Event | null }) {
  const { values } = form
  const isRequired = stored === null
  return (
    <FieldRow>
      <Field
        as={CreatorPicker}
        form={form}
        path="creator"
        label="Creator"
        required={isRequired || stored.creator_id !== null}
      />
      {stored?.is_published ? (
        // Its meeting already exists, and the server refuses another account.
        <FixedValue
          error={form.errors.zoom_hub_name}
          label="Zoom account"
          value={values.zoom_hub_name}
          hint="A published webinar stays on its account."
        />
      ) : (
        <Field
          as={MeetingAccountSelect}
          form={form}
          path="zoom_hub_name"
          required={isRequired || stored.zoom_hub_name !== null}
          start={values.start_time}
          end={values.end_time}
          stored={meetingAccounts.find((account) => account === stored?.zoom_hub_name) ?? null}
          except={stored?._id}
        />
      )}
    </FieldRow>
  )
}
