import { useState } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { SwitchRow } from '../../ui/switch-row.tsx'
import type { EventFormProp } from './event-form-prop.ts'
import { hideWords } from './event-messages.ts'

/** Whether people see the event: hiding asks first, showing does not (EVT-12, EVT-13, OQ-058). */
export function VisibilitySection({ form, wasActive }: EventFormProp & { wasActive: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const { is_active } = form.values
  const hint =
    is_active === wasActive
      ? is_active
        ? 'Switching off hides the event for everyone at once.'
        : 'The event is hidden. Switching on shows it again.'
      : is_active
        ? 'Save to show the event again.'
        : 'Save to hide the event.'
  return (
    <FormSection title="Visibility">
      <FormField path="is_active">
        <SwitchRow
          label="Active"
          hint={hint}
          checked={is_active}
          onChange={(checked) => {
            if (checked) form.setFieldValue('is_active', true)
            else setAsking(true)
          }}
        />
      </FormField>
      <ConfirmDialog
        opened={isAsking}
        title={hideWords.title}
        onConfirm={async () => form.setFieldValue('is_active', false)}
        onClose={() => setAsking(false)}
      >
        {hideWords.effect}
      </ConfirmDialog>
    </FormSection>
  )
}
