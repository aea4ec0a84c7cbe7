import { Advisor, NewAdvisor } from '@greenroom/contract/people/advisory/advisory.schema'
import { schemaResolver } from '@mantine/form'
import * as z from 'zod/mini'
import type { RecordForm } from '../../../shared/record/record-form/record-form.ts'

const AdvisorValues = z.object({ first_name: z.string(), last_name: z.string(), email: z.string() })
export type AdvisorValues = z.output<typeof AdvisorValues>

/** The form of a new advisor (ADV-16, ADV-17); advisors cannot be edited. */
export const advisorForm: RecordForm<AdvisorValues, Advisor, AdvisorValues> = {
  name: 'advisor',
  record: Advisor,
  values: AdvisorValues,
  empty: () => ({ first_name: '', last_name: '', email: '' }),
  valuesOf: ({ first_name, last_name, email }) => ({ first_name, last_name, email }),
  editedOf: (values) => values,
  errors: schemaResolver(NewAdvisor, { sync: true }),
  fieldOf: (path) => (path in AdvisorValues.shape ? path : undefined),
  labels: {},
  duplicateField: 'email',
}
