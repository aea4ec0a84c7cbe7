import type { UseFormReturnType } from '@mantine/form'
import type { EventFormValues } from './event-form-values.ts'

/** What every section of the form takes. */
export interface EventFormProp {
  form: UseFormReturnType<EventFormValues>
}
