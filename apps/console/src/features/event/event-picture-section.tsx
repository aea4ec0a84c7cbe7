import type { Event } from '@greenroom/contract/event/event.schema'
import type { FormErrors } from '@mantine/form'
import type { ImageChoice } from '../../shared/image-field/image-choice.ts'
import { ImageChoiceField } from '../../shared/image-field/image-choice-field.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { FieldRow, FormSection } from '../../ui/form-section.tsx'
import { type PictureField, type Pictures, pictureFields } from './event-form-values.ts'
import { pictureNames } from './event-messages.ts'

interface PictureSectionProps {
  stored: Event | null
  pictures: Pictures
  onChoose: (field: PictureField, choice: ImageChoice) => void
  errors: FormErrors
}

/** The three pictures (EVT-30). */
export function PictureSection({ stored, pictures, onChoose, errors }: PictureSectionProps) {
  return (
    <FormSection title="Images" hint="JPG, PNG or WEBP, up to 100 MB each.">
      <FieldRow columns={3}>
        {pictureFields.map((field) => (
          <FormField key={field} path={field}>
            <ImageChoiceField
              label={pictureNames[field]}
              appearance="tile"
              withHint={false}
              stored={stored?.[field] ?? null}
              choice={pictures[field]}
              onChoose={(choice) => onChoose(field, choice)}
              error={errors[field]}
            />
          </FormField>
        ))}
      </FieldRow>
    </FormSection>
  )
}
