import type { FormEvent, ReactNode } from 'react'
import { SubmitButton } from '../../../ui/busy-button.tsx'
import { ProblemNotice } from '../../../ui/form-notice.tsx'
import { FormFields } from './form-fields.tsx'
import classes from './record-form-panel.module.css'
import type { AnyRecordForm } from './use-record-form.tsx'

interface RecordFormPanelProps {
  of: AnyRecordForm
  submitLabel: string
  onSubmit: () => void
  children: ReactNode
}

/** A form inside a tab or a panel: it has no Cancel, because nothing closes. */
export function RecordFormPanel({ of, submitLabel, onSubmit, children }: RecordFormPanelProps) {
  const { problem } = of.notices
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <FormFields of={of}>{children}</FormFields>
      <div className={classes.actions}>
        {problem !== null && <ProblemNotice message={problem} />}
        <SubmitButton busy={of.isSaving}>{submitLabel}</SubmitButton>
      </div>
      {of.dialog}
    </form>
  )
}
