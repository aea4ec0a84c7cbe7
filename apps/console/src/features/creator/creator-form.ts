import { creatorFields, type NewCreator } from '@greenroom/contract/creator/creator.schema'
import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form'
import * as z from 'zod/mini'
import { prefixedPhone } from './phone.ts'

/** What stands in the form of a new creator; the phone as it is typed. */
export interface CreatorValues {
  first_name: string
  last_name: string
  email: string
  phone: string
}

const emptyCreator: CreatorValues = { first_name: '', last_name: '', email: '', phone: '' }

const schema = z.object({
  first_name: creatorFields.first_name,
  last_name: creatorFields.last_name,
  email: creatorFields.email,
  phone: creatorFields.typedPhone,
})

/** The words for each field that is wrong; empty when the creator can be sent (CRE-04, CRE-05). */
export const validateCreator = schemaResolver(schema, { sync: true })

export type CreatorForm = UseFormReturnType<CreatorValues>

/** The form of a new creator; the screen holds it, so that looking at the other tab loses nothing. */
export function useCreatorForm(): CreatorForm {
  return useForm<CreatorValues>({
    initialValues: emptyCreator,
    validate: validateCreator,
    validateInputOnBlur: true,
  })
}

/** The creator that the form describes, as it is sent. */
export function creatorOf(values: CreatorValues): NewCreator {
  return {
    first_name: values.first_name,
    last_name: values.last_name,
    email: values.email,
    phone: prefixedPhone(values.phone),
  }
}
