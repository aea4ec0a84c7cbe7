import type { EventType } from '@greenroom/contract/event/event.schema'
import { useState } from 'react'
import { failureMessage } from '../../lib/api/api-error.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { SwitchRow } from '../../ui/switch-row.tsx'
import type { EventFormProp } from './event-form-prop.ts'
import { hideWords, visibilityWords } from './event-messages.ts'

interface VisibilitySectionProps extends EventFormProp {
  kind: EventType
  /** Whether the stored event is active. */
  isShown: boolean
  /** The form is being saved. */
  busy: boolean
  /** Hides the stored event, now. */
  onHide: () => Promise<void>
}

/** Whether people see the event: hiding asks first and is done at once, showing is saved (EVT-12, EVT-13, OQ-058). */
export function VisibilitySection({ kind, form, isShown, busy, onHide }: VisibilitySectionProps) {
  const [isAsking, setAsking] = useState(false)
  const { is_active } = form.values
  const words = visibilityWords[kind]
  return (
    <FormSection title="Visibility">
      <FormField path="is_active">
        <SwitchRow
          label="Active"
          hint={is_active ? (isShown ? words.shown : words.toBeShown) : words.hidden}
          checked={is_active}
          disabled={busy}
          onChange={(checked) => {
            // Nothing is shown yet where the switch was turned on but not saved: then there is nothing to hide.
            if (checked || !isShown) form.setFieldValue('is_active', checked)
            else setAsking(true)
          }}
        />
      </FormField>
      <ConfirmDialog
        opened={isAsking}
        title={hideWords.title}
        onConfirm={onHide}
        onClose={() => setAsking(false)}
        describeFailure={failureMessage}
      >
        {hideWords.effect}
      </ConfirmDialog>
    </FormSection>
  )
}
