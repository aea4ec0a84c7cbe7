import type { UseFormReturnType } from '@mantine/form'
import { Field } from '../../../ui/form-field.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { PartBoundary } from '../../../ui/part-boundary.tsx'
import { FieldSkeleton } from './record-form-page.tsx'

// Lazy: a form is read before anybody opens a select.
const VenueSelect = lazyPart('state-select', () =>
  import('../../field/state-select/state-select.tsx').then((part) => part.VenueSelect),
)

interface VenueFieldProps<Values> {
  form: UseFormReturnType<Values>
  hint: string
}

/** The State in which a seat is sold, or abroad; the place of supply of its tax. */
export function VenueField<Values extends { venue_state: string | null }>({
  form,
  hint,
}: VenueFieldProps<Values>) {
  return (
    <PartBoundary fallback={<FieldSkeleton hint={1} />}>
      <Field
        as={VenueSelect}
        form={form}
        path="venue_state"
        label="State of the venue"
        hint={hint}
        clearable
      />
    </PartBoundary>
  )
}
