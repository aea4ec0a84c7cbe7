import type { FormErrors } from '@mantine/form'
import { useMinute } from '../../../lib/minute.ts'
import { FieldHint } from '../../../ui/field-hint.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { FieldRow } from '../../../ui/form-section.tsx'
import { TimeField } from '../../field/time-field/time-field.tsx'
import { movedEnd, type SessionTimes, sessionTimeHints } from './session-time-hints.ts'

interface SessionTimeFieldsProps {
  form: {
    values: SessionTimes
    errors: FormErrors
    setFieldValue: (field: keyof SessionTimes, iso: string | null) => void
    validateField: (field: keyof SessionTimes) => unknown
  }
  /** Days before this moment cannot be picked. */
  min?: Date
  onBlur?: (field: keyof SessionTimes) => void
  /** false where a time in the past needs no warning. */
  warnsOfPast?: boolean
}

/**
 * The start and the end of a masterclass, a webinar, an event or a banner. The end keeps its distance when the start
 * moves. A warning does not block (OQ-037).
 */
export function SessionTimeFields({ form, min, onBlur, warnsOfPast = true }: SessionTimeFieldsProps) {
  const now = useMinute()
  const hints = sessionTimeHints(form.values, warnsOfPast ? now : Number.NEGATIVE_INFINITY)
  return (
    <FieldRow>
      {(['start_time', 'end_time'] as const).map((field) => {
        const error = form.errors[field]
        return (
          <FormField key={field} path={field}>
            <TimeField
              label={field === 'start_time' ? 'Start time' : 'End time'}
              required
              value={form.values[field]}
              {...(min && { min })}
              {...(field === 'end_time' && { startDay: form.values.start_time })}
              onChange={(iso) => {
                form.setFieldValue(field, iso)
                if (field === 'start_time') {
                  const end = movedEnd(form.values, iso)
                  if (end !== undefined) form.setFieldValue('end_time', end)
                }
                // The calendar takes the focus from the field, so validate when a day is picked.
                form.validateField(field)
              }}
              {...(onBlur && { onBlur: () => onBlur(field) })}
              error={error}
              description={
                hints[field] && !error ? <FieldHint tone="warn">{hints[field]}</FieldHint> : undefined
              }
            />
          </FormField>
        )
      })}
    </FieldRow>
  )
}
