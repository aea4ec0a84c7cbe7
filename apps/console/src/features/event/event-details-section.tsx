import { eventTitleLength } from '@greenroom/contract/event/event.schema'
import { characterCount } from '@greenroom/contract/field'
import { Textarea, TextInput } from '@mantine/core'
import { CountedLabel } from '../../ui/counted-label.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import type { EventFormProp } from './event-form-prop.ts'

/** What the event is. */
export function DetailsSection({ form }: EventFormProp) {
  return (
    <FormSection title="Details" hint="What people read first.">
      <FormField path="title">
        <TextInput
          label={
            <CountedLabel label="Title" count={characterCount(form.values.title)} limit={eventTitleLength} />
          }
          required
          autoComplete="off"
          {...form.getInputProps('title')}
        />
      </FormField>
      <FormField path="description">
        <Textarea label="Description" rows={4} resize="vertical" {...form.getInputProps('description')} />
      </FormField>
    </FormSection>
  )
}
