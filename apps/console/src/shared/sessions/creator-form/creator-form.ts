import { Creator, creatorFields, type NewCreator } from '@greenroom/contract/sessions/creator/creator.schema'
import { schemaResolver } from '@mantine/form'
import * as z from 'zod/mini'
import type { RecordForm } from '../../record/record-form/record-form.ts'
import { prefixedPhone } from './phone.ts'

/** The form values; the phone is without country code. */
const CreatorValues = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
})
export type CreatorValues = z.output<typeof CreatorValues>

const { first_name, last_name, email, typedPhone } = creatorFields
const creatorErrors = schemaResolver(z.object({ first_name, last_name, email, phone: typedPhone }), {
  sync: true,
})

/** The form of a new creator (CRE-03 to CRE-05); creators cannot be edited. */
export const creatorForm: RecordForm<CreatorValues, Creator, CreatorValues> = {
  name: 'creator',
  record: Creator,
  values: CreatorValues,
  empty: () => ({ first_name: '', last_name: '', email: '', phone: '' }),
  valuesOf: ({ first_name, last_name, email, phone }) => ({ first_name, last_name, email, phone }),
  editedOf: (values) => values,
  errors: creatorErrors,
  fieldOf: (path) => (path in CreatorValues.shape ? path : undefined),
  labels: {},
  // The e-mail address of another creator (OQ-088).
  duplicateField: 'email',
}

/** @returns the request body */
export function creatorOf({ phone, ...values }: CreatorValues): NewCreator {
  return { ...values, phone: prefixedPhone(phone) }
}

/** Toasts of a new creator (CRE-08, OQ-089); the messages of its fields are creatorMessages of the contract. */
export const creatorProgress = {
  create: {
    pending: 'Creating creator',
    success: 'Creator created successfully',
    error: 'Failed to create creator. Please try again.',
  },
} as const
