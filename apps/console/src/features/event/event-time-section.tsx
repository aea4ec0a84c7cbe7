import type { Event, EventType } from '@greenroom/contract/event/event.schema'
import { isWebAddress } from '@greenroom/contract/field'
import { TextInput } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'

import { startOfDay } from '../../lib/dates.ts'
import { FieldHint } from '../../ui/field-hint.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { FieldRow, FormSection } from '../../ui/form-section.tsx'
import { LazyDateTimeField } from '../../ui/lazy-date-time-field.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
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
  const { start_time, end_time } = values
  const isReversed = start_time !== null && end_time !== null && Date.parse(end_time) < Date.parse(start_time)

  // A picker loses the focus to its own calendar, so a choice is judged when it is made.
  const pick = (field: 'start_time' | 'end_time', iso: string | null) => {
    form.setFieldValue(field, iso)
    form.validateField(field)
  }

  return (
    <FormSection title={kind === 'OFFLINE' ? 'Time and place' : 'Time and host'}>
      <FieldRow>
        <FormField path="start_time">
          <LazyDateTimeField
            label="Start time"
            required
            min={startOfDay()}
            value={start_time}
            onChange={(iso) => pick('start_time', iso)}
            onBlur={() => form.validateField('start_time')}
            error={errors.start_time}
          />
        </FormField>
        <FormField path="end_time">
          <LazyDateTimeField
            label="End time"
            required
            min={startOfDay()}
            value={end_time}
            onChange={(iso) => pick('end_time', iso)}
            onBlur={() => form.validateField('end_time')}
            error={errors.end_time}
            description={
              isReversed && !errors.end_time ? (
                <FieldHint tone="warn">The end is before the start.</FieldHint>
              ) : undefined
            }
          />
        </FormField>
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
    <div role="status" aria-label="Loading fields..." className={classes.shape}>
      {['creator', 'account'].map((field) => (
        <div key={field} className={classes.shapeField}>
          <Skeleton width="96px" height={14} />
          <Skeleton height={36} />
        </div>
      ))}
    </div>
  )
}
