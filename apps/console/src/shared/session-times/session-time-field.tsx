import type { ReactNode } from 'react'
import { FieldHint } from '../../ui/field-hint.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { TimeField } from '../time-field/time-field.tsx'

interface SessionTimeFieldProps {
  field: 'start_time' | 'end_time'
  /** ISO 8601; null while empty. */
  value: string | null
  /** Earliest day that can be picked. */
  min?: Date
  error?: ReactNode
  /** A non-blocking warning; an error replaces it. */
  hint: string | null
  onChange: (iso: string | null) => void
  onBlur?: () => void
}

/** The start or the end of a masterclass, a webinar or an event. */
export function SessionTimeField({ field, hint, error, ...props }: SessionTimeFieldProps) {
  return (
    <FormField path={field}>
      <TimeField
        {...props}
        label={field === 'start_time' ? 'Start time' : 'End time'}
        required
        error={error}
        description={hint && !error ? <FieldHint tone="warn">{hint}</FieldHint> : undefined}
      />
    </FormField>
  )
}
