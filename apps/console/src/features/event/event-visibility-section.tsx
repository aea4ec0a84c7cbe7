import type { EventType } from '@greenroom/contract/event/event.schema'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { SwitchRow } from '../../ui/switch-row.tsx'
import type { EventFormProp } from './event-form-prop.ts'
import { hideWords, visibilityWords } from './event-messages.ts'

interface VisibilitySectionProps extends EventFormProp {
  kind: EventType
  /** As it is stored. */
  wasActive: boolean
}

/** Whether people see the event: hiding asks first, showing does not (EVT-12, EVT-13, OQ-058). */
export function VisibilitySection({ kind, form, wasActive }: VisibilitySectionProps) {
  const [isAsking, setAsking] = useState(false)
  const { is_active } = form.values
  const words = visibilityWords[kind]
  return (
    <FormSection title="Visibility">
      <FormField path="is_active">
        <SwitchRow
          label="Active"
          hint={words[wasActive ? 'wasActive' : 'wasHidden'][is_active ? 'active' : 'hidden']}
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
