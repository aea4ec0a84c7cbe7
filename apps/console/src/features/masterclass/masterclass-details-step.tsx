import { characterCount } from '@greenroom/contract/field'
import { attendanceTypes, titleLength } from '@greenroom/contract/masterclass/masterclass.schema'
import { Select, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconChevronDown } from '@tabler/icons-react'
import type { ImageChoice } from '../../shared/image-field/image-choice.ts'
import { ImageChoiceField } from '../../shared/image-field/image-choice-field.tsx'
import { CountedLabel } from '../../ui/counted-label.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Loading } from '../../ui/loading.tsx'
import { PartBoundary } from '../../ui/part-boundary.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SwitchRow } from '../../ui/switch-row.tsx'
import type { MasterclassFormValues } from './masterclass-form-values.ts'
import { attendanceTypeNames } from './masterclass-messages.ts'
import classes from './masterclass-wizard.module.css'

// The calendar and the search of creators are for new masterclasses alone (MC-24).
const ScheduleFields = lazyPart('masterclass-schedule', () =>
  import('./masterclass-wizard-schedule.tsx').then((part) => part.ScheduleFields),
)

interface DetailsStepProps {
  mode: 'create' | 'edit'
  form: UseFormReturnType<MasterclassFormValues>
  storedBanner: string | null
  banner: ImageChoice
  onBanner: (choice: ImageChoice) => void
  /** Closes the banner to dropped files; a disabled fieldset around the step closes the other fields. */
  disabled?: boolean
}

/** Step 1: what the masterclass is, and for a new one when it is, whose and through which account. */
export function DetailsStep({ mode, form, storedBanner, banner, onBanner, disabled }: DetailsStepProps) {
  const { values } = form
  return (
    <>
      <FormSection title="Details" hint="What people read first.">
        <FormField path="title">
          <TextInput
            label={<CountedLabel label="Title" count={characterCount(values.title)} limit={titleLength} />}
            required
            autoComplete="off"
            {...form.getInputProps('title')}
          />
        </FormField>
        <FormField path="description">
          <Textarea label="Description" rows={4} resize="vertical" {...form.getInputProps('description')} />
        </FormField>
        <FormField path="banner">
          <ImageChoiceField
            label="Banner"
            stored={storedBanner}
            choice={banner}
            onChoose={onBanner}
            error={form.errors.banner}
            disabled={disabled}
          />
        </FormField>
      </FormSection>
      <FormSection title="Attendance" hint="How people take part.">
        <FormField path="attendance_type">
          <Select
            label="Attendance Type"
            placeholder="Choose a type"
            required
            allowDeselect={false}
            data={attendanceTypes.map((value) => ({ value, label: attendanceTypeNames[value] }))}
            rightSection={<IconChevronDown size={15} stroke={1.5} aria-hidden="true" />}
            rightSectionPointerEvents="none"
            comboboxProps={{ shadow: 'md' }}
            {...form.getInputProps('attendance_type')}
          />
        </FormField>
        <FormField path="is_attach_to_superclass">
          <SwitchRow
            label="Attach to superclass"
            checked={values.is_attach_to_superclass}
            onChange={(checked) => form.setFieldValue('is_attach_to_superclass', checked)}
          />
        </FormField>
      </FormSection>
      {mode === 'create' && (
        <FormSection title="Time and host" hint="Fixed once the draft is made.">
          <PartBoundary fallback={<ScheduleShape />}>
            <ScheduleFields form={form} />
          </PartBoundary>
        </FormSection>
      )}
    </>
  )
}

/** The shape of the fields that load. */
function ScheduleShape() {
  return (
    <Loading label="Loading fields..." className={classes.shape}>
      {['start', 'end', 'creator', 'account'].map((field) => (
        <div key={field} className={classes.shapeField}>
          <Skeleton width="96px" height={14} />
          <Skeleton height={36} />
        </div>
      ))}
    </Loading>
  )
}
