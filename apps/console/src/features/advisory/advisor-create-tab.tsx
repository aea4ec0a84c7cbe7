import { createAdvisor, listAdvisors } from '@greenroom/contract/advisory/advisory.endpoints'
import type { NewAdvisor } from '@greenroom/contract/advisory/advisory.schema'
import { TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { ApiError } from '../../lib/api/api-error.ts'
import { useCall } from '../../lib/api/hooks.ts'
import { notify } from '../../lib/notify.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { FieldRow, FormSection } from '../../ui/form-section.tsx'
import classes from './advisor-create-tab.module.css'
import { type AdvisorForm, validateAdvisor } from './advisor-form.ts'
import { advisorProgress, advisorWords } from './advisory-messages.ts'

interface AdvisorCreateTabProps {
  form: AdvisorForm
  /** Called when the advisor is made and the form is empty again. */
  onCreated: () => void
}

const fieldNames: readonly (keyof NewAdvisor)[] = ['first_name', 'last_name', 'email']

/** The tab in which an advisor is created (ADV-16). */
export function AdvisorCreateTab({ form, onCreated }: AdvisorCreateTabProps) {
  const creating = useCall(createAdvisor, { invalidates: [listAdvisors] })

  const focusFirst = (errors: Record<string, unknown>) => {
    const wrong = fieldNames.find((name) => name in errors)
    if (wrong) form.getInputNode(wrong)?.focus()
    return wrong
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (creating.isPending) return
    const errors = validateAdvisor(form.values)
    form.setErrors(errors)
    if (focusFirst(errors)) return
    try {
      await notify.progress(creating.call({ body: form.values }), advisorProgress)
      form.reset()
      onCreated()
    } catch (error) {
      const refused = refusedFields(error)
      form.setErrors(refused)
      focusFirst(refused)
    }
  }

  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <FormSection title={advisorWords.formTitle} hint={advisorWords.formHint}>
        <FieldRow>
          <TextInput
            label={advisorWords.firstName}
            required
            autoComplete="off"
            {...form.getInputProps('first_name')}
          />
          <TextInput
            label={advisorWords.lastName}
            required
            autoComplete="off"
            {...form.getInputProps('last_name')}
          />
        </FieldRow>
        <TextInput
          label={advisorWords.email}
          type="email"
          required
          autoComplete="off"
          {...form.getInputProps('email')}
        />
        <div className={classes.actions}>
          <BusyButton
            size="md"
            type="submit"
            busy={creating.isPending}
            // The focus stays in its field until the click: the words that a blur brings would move the button away.
            onMouseDown={(event) => event.preventDefault()}
          >
            {advisorWords.create}
          </BusyButton>
        </div>
      </FormSection>
    </form>
  )
}

/** What the server says about each field; an e-mail address that another advisor has is refused by it. */
function refusedFields(error: unknown): Partial<NewAdvisor> {
  if (!(error instanceof ApiError)) return {}
  const named = Object.fromEntries(
    error.errors
      .filter(({ path }) => fieldNames.some((name) => name === path))
      .map(({ path, message }) => [path, message]),
  )
  return Object.keys(named).length === 0 && error.code === 'DUPLICATE' ? { email: error.message } : named
}
