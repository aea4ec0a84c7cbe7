import type { UseFormReturnType } from '@mantine/form'
import { SessionTimeFields } from '../../../shared/sessions/session-times/session-time-fields.tsx'
import { FormSection } from '../../../ui/form-section.tsx'
import type { BannerFormValues } from './banner-form-values.ts'
import { bannerFormMessages } from './banner-messages.ts'

// Banners may start in the past, but the calendar needs a first day.
const earliest = new Date(2000, 0, 1)

/** When the banner is shown (BAN-06). */
export function BannerTimeSection({ form }: { form: UseFormReturnType<BannerFormValues> }) {
  return (
    <FormSection title={bannerFormMessages.time} hint={bannerFormMessages.timeHint}>
      <SessionTimeFields
        form={form}
        min={earliest}
        onBlur={(field) => form.validateField(field)}
        warnsOfPast={false}
      />
    </FormSection>
  )
}
