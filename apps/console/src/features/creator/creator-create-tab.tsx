import { createCreator, listCreators } from '@greenroom/contract/creator/creator.endpoints'
import { phonePrefix, typedPhoneLength } from '@greenroom/contract/creator/creator.schema'
import { TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { ApiError } from '../../lib/api/api-error.ts'
import { useCall } from '../../lib/api/hooks.ts'
import { notify } from '../../lib/notify.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { FieldRow, FormSection } from '../../ui/form-section.tsx'
import classes from './creator-create-tab.module.css'
import { type CreatorForm, type CreatorValues, creatorOf, validateCreator } from './creator-form.ts'
import { creatorScreenMessages } from './creator-messages.ts'

interface CreatorCreateTabProps {
  form: CreatorForm
  /** Called when the creator is made and the form is empty again. */
  onCreated: () => void
}

const fieldNames: readonly (keyof CreatorValues)[] = ['first_name', 'last_name', 'email', 'phone']

/** The tab in which a creator is created (CRE-03). */
export function CreatorCreateTab({ form, onCreated }: CreatorCreateTabProps) {
  const creating = useCall(createCreator, { invalidates: [listCreators] })

  const focusFirst = (errors: Record<string, unknown>) => {
    const wrong = fieldNames.find((name) => name in errors)
    if (wrong) form.getInputNode(wrong)?.focus()
    return wrong
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (creating.isPending) return
    const errors = validateCreator(form.values)
    form.setErrors(errors)
    if (focusFirst(errors)) return
    try {
      await notify.progress(creating.call({ body: creatorOf(form.values) }), {
        pending: creatorScreenMessages.creating,
        success: creatorScreenMessages.created,
        error: creatorScreenMessages.createFailed,
      })
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
      <FormSection title="Creator" hint="Who hosts masterclasses and webinars.">
        <FieldRow>
          <TextInput label="First name" required autoComplete="off" {...form.getInputProps('first_name')} />
          <TextInput label="Last name" required autoComplete="off" {...form.getInputProps('last_name')} />
        </FieldRow>
        <FieldRow>
          <TextInput
            label="Email"
            type="email"
            required
            autoComplete="off"
            {...form.getInputProps('email')}
          />
          <TextInput
            label="Phone"
            type="tel"
            required
            autoComplete="off"
            maxLength={typedPhoneLength}
            description={form.errors.phone ? undefined : 'Without the country code'}
            leftSection={<span className={classes.prefix}>{phonePrefix}</span>}
            leftSectionPointerEvents="none"
            leftSectionWidth={44}
            {...form.getInputProps('phone')}
          />
        </FieldRow>
        <div className={classes.actions}>
          <BusyButton
            size="md"
            type="submit"
            busy={creating.isPending}
            // The focus stays in its field until the click: the words that a blur brings would move the button away.
            onMouseDown={(event) => event.preventDefault()}
          >
            Create Creator
          </BusyButton>
        </div>
      </FormSection>
    </form>
  )
}

/** What the server says about each field. An e-mail address that another creator has is refused by it (OQ-088). */
function refusedFields(error: unknown): Partial<CreatorValues> {
  if (!(error instanceof ApiError)) return {}
  const named = Object.fromEntries(
    error.errors
      .filter(({ path }) => fieldNames.some((name) => name === path))
      .map(({ path, message }) => [path, message]),
  )
  return Object.keys(named).length === 0 && error.code === 'DUPLICATE' ? { email: error.message } : named
}
