import type { Event, EventType } from '@greenroom/contract/event/event.schema'
import { isWebAddress } from '@greenroom/contract/field'
import { TextInput } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useMinute } from '../../lib/minute.ts'
import { SessionTimeField } from '../../shared/session-times/session-time-field.tsx'
import { sessionTimeHints } from '../../shared/session-times/session-time-hints.ts'
import { FormField } from '../../ui/form-field.tsx'
import { FieldRow, FormSection } from '../../ui/form-section.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Loading } from '../../ui/loading.tsx'
import { PartBoundary } from '../../ui/part-boundary.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import classes from './event-form.module.css'
import type { EventFormProp } from './event-form-prop.ts'

// The search of creators and the choice of an account are for webinars alone.
const HostFields = lazyPart('event-host', () =>
  import('./event-host-fields.tsx').then((part) => part.HostFields),
)

interface TimeSectionProps extends EventFormProp {
  kind: EventType
  stored: Event | null
}

/** When the event is; where an offline one takes place, and who holds an online one on which account. */
export function TimeSection({ kind, form, stored }: TimeSectionProps) {
  const { values, errors } = form
  // A time that has passed is only warned about: a past event still takes a correction or its banner (EVT-25, OQ-041).
  const hints = sessionTimeHints(values, useMinute())

  // A picker loses the focus to its own calendar, so a choice is judged when it is made.
  const pick = (field: 'start_time' | 'end_time', iso: string | null) => {
    form.setFieldValue(field, iso)
    form.validateField(field)
  }

  return (
    <FormSection title={kind === 'OFFLINE' ? 'Time and place' : 'Time and host'}>
      <FieldRow>
        {(['start_time', 'end_time'] as const).map((field) => (
          <SessionTimeField
            key={field}
            field={field}
            value={values[field]}
            error={errors[field]}
            hint={hints[field]}
            onChange={(iso) => pick(field, iso)}
            onBlur={() => form.validateField(field)}
          />
        ))}
      </FieldRow>
      {kind === 'OFFLINE' ? (
        <PlaceFields form={form} />
      ) : (
        <PartBoundary fallback={<HostShape />}>
          <HostFields form={form} stored={stored} />
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
        <FormField path="location">
          <TextInput label="Location" required autoComplete="off" {...form.getInputProps('location')} />
        </FormField>
        <FormField path="city">
          <TextInput label="City" autoComplete="off" {...form.getInputProps('city')} />
        </FormField>
      </FieldRow>
      <FormField path="google_map_location">
        <TextInput
          label="Google Map location"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          {...form.getInputProps('google_map_location')}
          rightSection={
            isWebAddress(map) ? (
              <a
                href={map.trim()}
                target="_blank"
                rel="noopener noreferrer"
                className={classes.mapLink}
                aria-label="Open the map in a new tab"
                title="Open the map in a new tab"
              >
                <IconExternalLink size={15} stroke={1.5} aria-hidden="true" />
              </a>
            ) : undefined
          }
        />
      </FormField>
    </>
  )
}

/** The shape of the fields that load. */
function HostShape() {
  return (
    <Loading label="Loading fields..." className={classes.shape}>
      {['creator', 'account'].map((field) => (
        <div key={field} className={classes.shapeField}>
          <Skeleton width="96px" height={14} />
          <Skeleton height={36} />
        </div>
      ))}
    </Loading>
  )
}
