import type { Event } from '@greenroom/contract/event/event.schema'
import { meetingAccounts } from '@greenroom/contract/meeting/meeting.schema'
import { TextInput } from '@mantine/core'
import { CreatorPicker } from '../../shared/creator-picker/creator-picker.tsx'
import { MeetingAccountSelect } from '../../shared/meeting-account/meeting-account-select.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { FieldRow } from '../../ui/form-section.tsx'
import { type EventFormProp, hostOf } from './event-form-values.ts'

/** The creator of a webinar and its meeting account (WEB-03, WEB-04, OQ-065, OQ-112). */
export function EventHostFields({ form, stored }: EventFormProp & { stored: Event | null }) {
  const { values, errors } = form
  const isRequired = stored === null
  return (
    <FieldRow>
      <FormField path="creator">
        <CreatorPicker
          label="Creator"
          required={isRequired || stored.creator_id !== null}
          value={values.creator}
          onChange={(creator) => form.setFieldValue('creator', creator && hostOf(creator))}
          onBlur={() => form.validateField('creator')}
          error={errors.creator}
        />
      </FormField>
      <FormField path="zoom_hub_name">
        {stored?.is_published ? (
          // Its meeting already exists, and the server refuses another account.
          <TextInput
            label="Zoom account"
            value={values.zoom_hub_name ?? ''}
            disabled
            description="A published webinar stays on its account."
            error={errors.zoom_hub_name}
          />
        ) : (
          <MeetingAccountSelect
            required={isRequired || stored.zoom_hub_name !== null}
            value={values.zoom_hub_name}
            onChange={(account) => form.setFieldValue('zoom_hub_name', account)}
            onBlur={() => form.validateField('zoom_hub_name')}
            start={values.start_time}
            end={values.end_time}
            stored={meetingAccounts.find((account) => account === stored?.zoom_hub_name) ?? null}
            except={stored?._id}
            error={errors.zoom_hub_name}
          />
        )}
      </FormField>
    </FieldRow>
  )
}
