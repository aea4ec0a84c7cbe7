import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { SubmitButton } from '../../../ui/busy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ProblemNotice } from '../../../ui/form-notice.tsx'
import { ConfirmDialog } from '../question/confirm-dialog.tsx'
import { RecordHistoryButton } from '../record-history/record-history-button.tsx'
import { FormFields } from './form-fields.tsx'
import classes from './record-form-dialog.module.css'
import type { AnyRecordForm } from './use-record-form.tsx'

/** The question before a dialog with a form closes. Pass askToClose to useRecordForm, and the rest to the dialog. */
export function useCloseQuestion() {
  const [isAsking, setAsking] = useState(false)
  return { isAsking, askToClose: () => setAsking(true), stay: () => setAsking(false) }
}

interface RecordFormDialogProps {
  of: AnyRecordForm
  question: ReturnType<typeof useCloseQuestion>
  opened: boolean
  title: ReactNode
  submitLabel: string
  isSubmitDisabled?: boolean
  onSubmit: () => void
  /** Closes the dialog after a save, or after the changes were discarded. */
  onClose: () => void
  /** The stored record, whose history the header opens; undefined for a new one. */
  history?: { type: string; id: string } | undefined
  /** At the left end of the footer, for instance Delete. */
  extraAction?: ReactNode
  /** Another form above this one. Closing the dialog asks about its changes too. */
  other?: { of: AnyRecordForm; content: ReactNode }
  children: ReactNode
}

/** A form in a dialog, with its notices, the problem beside its buttons, and a question before changes are lost. */
export function RecordFormDialog({
  of,
  question,
  opened,
  title,
  submitLabel,
  isSubmitDisabled = false,
  onSubmit,
  onClose,
  history,
  extraAction,
  other,
  children,
}: RecordFormDialogProps) {
  const formId = useId()
  const { problem } = of.notices
  const forms = other ? [of, other.of] : [of]
  const isSaving = forms.some((form) => form.isSaving)
  const close = () => {
    for (const form of forms) form.release()
    onClose()
  }
  const askToClose = () =>
    isSaving || forms.some(({ isDirty }) => isDirty) ? question.askToClose() : close()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // React also passes it to a form around the dialog.
    event.stopPropagation()
    onSubmit()
  }
  return (
    <>
      <Dialog
        opened={opened}
        onClose={askToClose}
        closable={!question.isAsking}
        size="wide"
        title={title}
        actions={history && <RecordHistoryButton {...history} />}
        footer={
          <>
            {problem !== null && (
              <div className={classes.problem}>
                <ProblemNotice message={problem} />
              </div>
            )}
            {extraAction}
            <Button size="md" variant="subtle" onClick={askToClose}>
              Cancel
            </Button>
            <SubmitButton form={formId} busy={of.isSaving} disabled={isSubmitDisabled}>
              {submitLabel}
            </SubmitButton>
          </>
        }
      >
        {other?.content}
        <form id={formId} className={classes.form} noValidate onSubmit={submit}>
          <FormFields of={of}>{children}</FormFields>
        </form>
      </Dialog>
      <ConfirmDialog
        opened={question.isAsking}
        title={isSaving ? 'Close while it is being saved?' : 'Close without saving?'}
        confirmLabel={isSaving ? 'Close' : 'Discard'}
        cancelLabel={isSaving ? 'Stay' : 'Keep editing'}
        onConfirm={() => {
          for (const form of forms) if (!form.isSaving) form.forget()
          close()
          return undefined
        }}
        onClose={question.stay}
      >
        {isSaving
          ? 'The save continues. A message will tell you whether it succeeded.'
          : 'What you changed will be lost.'}
      </ConfirmDialog>
      {of.dialog}
    </>
  )
}
