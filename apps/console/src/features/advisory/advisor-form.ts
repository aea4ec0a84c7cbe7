import { NewAdvisor } from '@greenroom/contract/advisory/advisory.schema'
import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form'

const emptyAdvisor: NewAdvisor = { first_name: '', last_name: '', email: '' }

/** The words for each field that is wrong; empty when the advisor can be sent (ADV-17). */
export const validateAdvisor = schemaResolver(NewAdvisor, { sync: true })

export type AdvisorForm = UseFormReturnType<NewAdvisor>

/** The form of a new advisor; the screen holds it, so that looking at the other tab loses nothing. */
export function useAdvisorForm(): AdvisorForm {
  return useForm<NewAdvisor>({
    initialValues: emptyAdvisor,
    validate: validateAdvisor,
    validateInputOnBlur: true,
  })
}
