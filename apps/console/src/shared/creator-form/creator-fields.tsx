import { phonePrefix, typedPhoneLength } from '@greenroom/contract/creator/creator.schema'
import type { UseFormReturnType } from '@mantine/form'
import { FieldRow } from '../../ui/form-section.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { CreatorValues } from './creator-form.ts'

/** The fields of a new creator (CRE-03). */
export function CreatorFields({ form }: { form: UseFormReturnType<CreatorValues> }) {
  return (
    <>
      <FieldRow>
        <TextField form={form} path="first_name" label="First name" required />
        <TextField form={form} path="last_name" label="Last name" required />
      </FieldRow>
      <FieldRow>
        <TextField form={form} path="email" label="Email" type="email" required />
        <TextField
          form={form}
          path="phone"
          label="Phone"
          type="tel"
          required
          maxLength={typedPhoneLength}
          hint="Without the country code"
          leftSection={<span className="gr-faint gr-num">{phonePrefix}</span>}
          leftSectionPointerEvents="none"
          leftSectionWidth={44}
        />
      </FieldRow>
    </>
  )
}
