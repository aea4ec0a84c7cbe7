import type { Shortlink } from '@greenroom/contract/shortlink/shortlink.schema'
import { Button } from '@mantine/core'
import { type FormEvent, useId, useRef, useState } from 'react'
import type { LabelledConflict } from '../../shared/edit-conflict/edit-conflict-dialog.tsx'
import type { FieldConflict } from '../../shared/edit-conflict/merge-edits.ts'
import { useEditConflict } from '../../shared/edit-conflict/use-edit-conflict.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ProblemNotice } from '../../ui/form-notice.tsx'
import { useUnsavedChanges } from '../../ui/unsaved-changes.ts'
import classes from './shortlink-dialog.module.css'
import { AddressFields, ParameterFields } from './shortlink-fields.tsx'
import { holdsSame, useShortlinkErrors, useShortlinkForm } from './shortlink-form.ts'
import { type EditedShortlink, parameterOf, valuesOf } from './shortlink-form-values.ts'
import { shortlinkFormWords as words } from './shortlink-messages.ts'
import { useShortlinkSave } from './shortlink-save.ts'

interface ShortlinkDialogProps {
  opened: boolean
  link: Shortlink
  onClose: () => void
  /** The link is gone, and the card that opened the dialog with it. */
  onRemoved: () => void
}

/** The form of a stored short link, in its dialog; its code is fixed, and it can be deleted (LINK-08, OQ-098). */
export function ShortlinkDialog({ opened, link, onClose, onRemoved }: ShortlinkDialogProps) {
  const formId = useId()
  // What was loaded when it opened: a later answer of the list must not move what an edit is compared with.
  const [base] = useState(link)
  const form = useShortlinkForm(() => valuesOf(base))
  const fields = useRef<HTMLFormElement>(null)
  const errors = useShortlinkErrors(form, fields)
  const [isSaving, setIsSaving] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const [isRemoving, setIsRemoving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const save = useShortlinkSave()
  const conflict = useEditConflict()
  const isDirty = opened && !holdsSame(form.values, valuesOf(base))
  const askToLeave = () => {
    // While it is being saved, or another question stands over it, it can neither be closed nor left.
    if (!isSaving && !isRemoving) setIsLeaving(true)
  }
  const release = useUnsavedChanges(isDirty, askToLeave)

  const close = () => {
    release()
    onClose()
  }
  const askToClose = () => (isDirty ? askToLeave() : close())
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSaving) return
    setProblem(null)
    if (!errors.judge()) return
    if (!isDirty) return close()
    setIsSaving(true)
    try {
      const saved = await save.update(base, form.getValues(), (conflicts) =>
        conflict.ask(labelConflicts(conflicts)),
      )
      if (saved !== null) close()
    } catch (reason) {
      setProblem(errors.mend(reason))
    } finally {
      setIsSaving(false)
    }
  }

  return (
    <>
      <Dialog
        opened={opened}
        onClose={askToClose}
        closable={!isSaving && !isLeaving && !isRemoving}
        size="wide"
        title={words.editTitle(base.shortCode)}
        footer={
          <>
            <Button
              size="md"
              variant="subtle"
              className={classes.remove}
              disabled={isSaving}
              onClick={() => setIsRemoving(true)}
            >
              {words.remove}
            </Button>
            <Button size="md" variant="subtle" disabled={isSaving} onClick={askToClose}>
              {words.cancel}
            </Button>
            <BusyButton
              size="md"
              type="submit"
              form={formId}
              busy={isSaving}
              // The focus stays in its field until the click: the words that a blur brings would move the button away.
              onMouseDown={(event) => event.preventDefault()}
            >
              {words.save}
            </BusyButton>
          </>
        }
      >
        <form ref={fields} id={formId} className={classes.form} noValidate onSubmit={submit}>
          {problem && <ProblemNotice message={problem} />}
          <AddressFields form={form} isStored />
          <fieldset>
            <legend className={classes.legend}>{words.parametersTitle}</legend>
            <ParameterFields form={form} />
          </fieldset>
        </form>
      </Dialog>
      {conflict.dialog}
      <ConfirmDialog
        opened={isLeaving}
        title={words.discardTitle}
        onConfirm={() => {
          close()
          return undefined
        }}
        onClose={() => setIsLeaving(false)}
      >
        {words.discardEffect}
      </ConfirmDialog>
      <ConfirmDialog
        opened={isRemoving}
        title={words.removeTitle(base.shortCode)}
        onConfirm={async () => {
          await save.remove(base)
          release()
          onRemoved()
        }}
        onClose={() => setIsRemoving(false)}
      >
        {words.removeEffect}
      </ConfirmDialog>
    </>
  )
}

function labelConflicts(conflicts: readonly FieldConflict<EditedShortlink>[]): LabelledConflict[] {
  return conflicts.map(({ field, stored, typed }) => ({
    field,
    label:
      field === 'webUrl'
        ? words.webUrl
        : field === 'appUrl'
          ? words.appUrl
          : words.parameter(parameterOf(field) ?? field),
    stored: stored ?? words.none,
    typed: typed ?? words.none,
  }))
}
