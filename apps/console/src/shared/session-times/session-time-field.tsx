import type { ReactNode } from 'react'
import { FieldHint } from '../../ui/field-hint.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { TimeField } from '../time-field/time-field.tsx'

interface SessionTimeFieldProps {
  field: 'start_time' | 'end_time'
  /** ISO 8601; null while it is empty. */
  value: string | null
  /** Days before this moment cannot be picked. */
  min?: Date
  error?: ReactNode
  /** A warning that does not block; an error takes its place. */
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
