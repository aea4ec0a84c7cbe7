import type { UseFormReturnType } from '@mantine/form'
import { TimeField } from '../../shared/time-field/time-field.tsx'
import { FieldHint } from '../../ui/field-hint.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { FieldRow, FormSection } from '../../ui/form-section.tsx'
import type { BannerFormValues } from './banner-form-values.ts'
import { bannerFormMessages } from './banner-messages.ts'

// Banners may start in the past, but the calendar needs a first day.
const earliest = new Date(2000, 0, 1)

/** When the banner is shown (BAN-06). */
export function BannerTimeSection({ form }: { form: UseFormReturnType<BannerFormValues> }) {
  const { start_time, end_time } = form.values
  const isReversed = start_time !== null && end_time !== null && Date.parse(end_time) < Date.parse(start_time)

  // The picker's calendar takes the focus, so a choice is validated at once instead of on blur.
  const pick = (field: 'start_time' | 'end_time', iso: string | null) => {
    form.setFieldValue(field, iso)
    form.validateField(field)
  }
  return (
    <FormSection title={bannerFormMessages.time} hint={bannerFormMessages.timeHint}>
      <FieldRow>
        {(['start_time', 'end_time'] as const).map((field) => (
          <FormField key={field} path={field}>
            <TimeField
              label={field === 'start_time' ? bannerFormMessages.startTime : bannerFormMessages.endTime}
              required
              min={earliest}
              value={form.values[field]}
              onChange={(iso) => pick(field, iso)}
              onBlur={() => form.validateField(field)}
              error={form.errors[field]}
              description={
                field === 'end_time' && isReversed ? (
                  <FieldHint tone="warn">{bannerFormMessages.reversed}</FieldHint>
                ) : undefined
              }
            />
          </FormField>
        ))}
      </FieldRow>
    </FormSection>
  )
}
