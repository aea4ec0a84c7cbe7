import type { Event, EventType } from '@greenroom/contract/sessions/event/event.schema'
import { isWebAddress } from '@greenroom/contract/web-address'
import { IconLink } from '@tabler/icons-react'
import { FieldsSkeleton } from '../../../shared/record/record-form/record-form-page.tsx'
import { VenueField } from '../../../shared/record/record-form/venue-field.tsx'
import { SessionTimeFields } from '../../../shared/sessions/session-times/session-time-fields.tsx'
import { FieldRow, FormSection } from '../../../ui/form-section.tsx'
import iconButton from '../../../ui/icon-button.module.css'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { PartBoundary } from '../../../ui/part-boundary.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { EventFormProp } from './event-form-values.ts'

// Lazy: only webinars need the creator search and the account select.
const EventHostFields = lazyPart('event-host', () =>
  import('./event-host-fields.tsx').then((part) => part.EventHostFields),
)

interface EventTimeSectionProps extends EventFormProp {
  kind: EventType
  stored: Event | null
}

/** The times, and the place of an offline event or the host and account of a webinar. */
export function EventTimeSection({ kind, form, stored }: EventTimeSectionProps) {
  return (
    <FormSection title={kind === 'OFFLINE' ? 'Time and place' : 'Time and host'}>
      {/* A past time only warns: a past event can still be corrected or get its banner (EVT-25, OQ-041). */}
      <SessionTimeFields form={form} onBlur={(field) => form.validateField(field)} />
      {kind === 'OFFLINE' ? (
        <PlaceFields form={form} />
      ) : (
        <PartBoundary fallback={<FieldsSkeleton hint={stored === null ? 0 : stored.is_published ? 1 : 2} />}>
          <EventHostFields form={form} stored={stored} />
        </PartBoundary>
      )}
    </FormSection>
  )
}

function PlaceFields({ form }: EventFormProp) {
  const map = form.values.google_map_location
  return (
    <>
      <FieldRow>
        <TextField form={form} path="location" label="Location" required />
        <TextField form={form} path="city" label="City" />
      </FieldRow>
      <FieldRow>
        <VenueField form={form} hint="Decides the tax on tickets." />
        <TextField
          form={form}
          path="google_map_location"
          label="Google Map location"
          type="url"
          inputMode="url"
          placeholder="https://"
          rightSection={
            isWebAddress(map) ? (
              <a
                href={map.trim()}
                target="_blank"
                rel="noopener noreferrer"
                className={iconButton.button}
                aria-label="Open the map in a new tab"
                title="Open the map in a new tab"
              >
                <IconLink size={15} stroke={1.5} aria-hidden="true" />
              </a>
            ) : undefined
          }
        />
      </FieldRow>
    </>
  )
}
