import { type FormEvent, useRef, useState } from 'react'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ProblemNotice } from '../../ui/form-notice.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import classes from './shortlink-create-tab.module.css'
import { AddressFields, ParameterFields, type ShortlinkForm } from './shortlink-fields.tsx'
import { useShortlinkErrors } from './shortlink-form.ts'
import { shortlinkFormWords as words } from './shortlink-messages.ts'
import { useShortlinkSave } from './shortlink-save.ts'

interface ShortlinkCreateTabProps {
  form: ShortlinkForm
  /** Called when the link is made and the form is empty again. */
  onCreated: () => void
}

/** The tab in which a short link is created (LINK-02, LINK-04 to LINK-07). */
export function ShortlinkCreateTab({ form, onCreated }: ShortlinkCreateTabProps) {
  const screen = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const errors = useShortlinkErrors(form, screen)
  const save = useShortlinkSave()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (save.isCreating) return
    setProblem(null)
    if (!errors.judge()) return
    try {
      await save.create(form.getValues())
      form.reset()
      onCreated()
    } catch (reason) {
      setProblem(errors.mend(reason))
    }
  }

  return (
    <form ref={screen} className={classes.form} noValidate onSubmit={submit}>
      {problem && <ProblemNotice message={problem} />}
      <FormSection title={words.formTitle} hint={words.formHint}>
        <AddressFields form={form} isStored={false} />
      </FormSection>
      <FormSection title={words.parametersTitle} hint={words.parametersHint}>
        <ParameterFields form={form} />
        <div className={classes.actions}>
          <BusyButton
            size="md"
            type="submit"
            busy={save.isCreating}
            // The focus stays in its field until the click: the words that a blur brings would move the button away.
            onMouseDown={(event) => event.preventDefault()}
          >
            {words.create}
          </BusyButton>
        </div>
      </FormSection>
    </form>
  )
}
