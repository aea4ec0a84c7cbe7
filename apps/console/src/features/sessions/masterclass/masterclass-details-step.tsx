import { characterCount } from '@greenroom/contract/field'
import {
  attendanceTypes,
  type Masterclass,
  titleLength,
} from '@greenroom/contract/sessions/masterclass/masterclass.schema'
import { Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ComponentProps } from 'react'
import { ImageField } from '../../../shared/field/image-field/image-field.tsx'
import { FieldsSkeleton } from '../../../shared/record/record-form/record-form-page.tsx'
import { VenueField } from '../../../shared/record/record-form/venue-field.tsx'
import { ChoiceSelect } from '../../../ui/choice-select.tsx'
import { CountedLabel } from '../../../ui/counted-label.tsx'
import { Field, FormField } from '../../../ui/form-field.tsx'
import { FormSection } from '../../../ui/form-section.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { PartBoundary } from '../../../ui/part-boundary.tsx'
import { SwitchRow } from '../../../ui/switch-row.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { attendanceTypeNames } from './masterclass-form-messages.ts'
import { hasVenue, type MasterclassFormValues } from './masterclass-form-values.ts'
import { MasterclassScheduleFacts } from './masterclass-schedule-facts.tsx'

// Lazy: only a new masterclass needs the calendar and the creator search (MC-24).
const MasterclassScheduleFields = lazyPart('masterclass-schedule', () =>
  import('./masterclass-wizard-schedule.tsx').then((part) => part.MasterclassScheduleFields),
)

interface MasterclassDetailsStepProps {
  /** The stored masterclass; null for a new one. */
  stored: Masterclass | null
  /** Whether the stored one can be published. */
  isDraft: boolean
  form: UseFormReturnType<MasterclassFormValues>
  banner: Pick<ComponentProps<typeof ImageField>, 'file' | 'stored' | 'error' | 'onPick' | 'onRemove'>
}

/** Step 1: the details, with times, creator and meeting account. Only a new masterclass can choose those (MC-24). */
export function MasterclassDetailsStep({ stored, isDraft, form, banner }: MasterclassDetailsStepProps) {
  const { values } = form
  return (
    <>
      <FormSection title="Details" hint="What people read first.">
        <TextField
          form={form}
          path="title"
          label={<CountedLabel label="Title" count={characterCount(values.title)} limit={titleLength} />}
          required
        />
        <Field as={Textarea} form={form} path="description" label="Description" rows={4} resize="vertical" />
        <FormField path="banner">
          <ImageField label="Banner" {...banner} />
        </FormField>
      </FormSection>
      <FormSection title="Attendance" hint="How people take part.">
        <Field
          as={ChoiceSelect}
          form={form}
          path="attendance_type"
          label="Attendance Type"
          placeholder="Choose a type"
          required
          data={attendanceTypes.map((value) => ({ value, label: attendanceTypeNames[value] }))}
        />
        {hasVenue(values) && (
          <VenueField
            form={form}
            hint="Decides the tax on seats there. Without it, invoices wait for the State."
          />
        )}
        <Field
          as={SwitchRow}
          isCheck
          form={form}
          path="is_attach_to_superclass"
          label="Attach to superclass"
        />
      </FormSection>
      <FormSection title="Time and host" hint="Can't be changed after you save.">
        {stored ? (
          <MasterclassScheduleFacts masterclass={stored} isDraft={isDraft} />
        ) : (
          <PartBoundary fallback={<FieldsSkeleton rows={2} />}>
            <MasterclassScheduleFields form={form} />
          </PartBoundary>
        )}
      </FormSection>
    </>
  )
}
