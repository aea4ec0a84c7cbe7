import {
  createShortlink,
  listShortlinks,
  removeShortlink,
  replaceShortlink,
} from '@greenroom/contract/marketing/shortlink/shortlink.endpoints'
import type { Shortlink } from '@greenroom/contract/marketing/shortlink/shortlink.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSession } from '../../../lib/api/current-session.ts'
import { useCall } from '../../../lib/api/hooks.ts'
import { DeleteRecord } from '../../../shared/record/record-form/delete-record.tsx'
import { RecordFormDialog, useCloseQuestion } from '../../../shared/record/record-form/record-form-dialog.tsx'
import { RecordFormPanel } from '../../../shared/record/record-form/record-form-panel.tsx'
import { useRecordForm } from '../../../shared/record/record-form/use-record-form.tsx'
import { restoringFrom } from '../../../shared/record/undo/undo.ts'
import { FormSection } from '../../../ui/form-section.tsx'
import { CodeField, ParameterFields, TargetFields } from './shortlink-fields.tsx'
import { newShortlinkOf, shortlinkForm, targetOf } from './shortlink-form-values.ts'
import { shortlinkFormMessages as messages, shortlinkProgress } from './shortlink-messages.ts'
import { ShortlinkPreview } from './shortlink-preview.tsx'

function useShortlinkForm() {
  const appSchemes = useSession()?.settings.shortlink_app_schemes
  return useMemo(() => shortlinkForm(appSchemes), [appSchemes])
}

/** The tab that creates a short link (LINK-02, LINK-04 to LINK-07). */
export function ShortlinkCreateTab({ onCreated }: { onCreated: (link: Shortlink) => void }) {
  const create = useCall(createShortlink, { invalidates: [listShortlinks] })
  const of = useRecordForm(useShortlinkForm(), null, {
    messages: shortlinkProgress,
    create: async (values) => (await create.call({ body: newShortlinkOf(values) })).data,
    onSaved: onCreated,
  })
  return (
    <RecordFormPanel of={of} submitLabel={messages.create} onSubmit={() => void of.submit('save')}>
      <FormSection title={messages.targetTitle} hint={messages.targetHint}>
        <TargetFields form={of.form} />
      </FormSection>
      <FormSection title={messages.parametersTitle} hint={messages.parametersHint}>
        <ParameterFields form={of.form} />
      </FormSection>
      <FormSection title={messages.codeTitle} hint={messages.codeHint}>
        <CodeField form={of.form} isStored={false} />
        <ShortlinkPreview values={of.form.values} />
      </FormSection>
    </RecordFormPanel>
  )
}

interface ShortlinkDialogProps {
  opened: boolean
  link: Shortlink
  onClose: () => void
  /** Called after a delete, which also removes the card that opened the dialog. */
  onRemoved: () => void
}

/** Edits a short link without its code, or deletes it (LINK-08, OQ-098). */
export function ShortlinkDialog({ opened, link, onClose, onRemoved }: ShortlinkDialogProps) {
  const question = useCloseQuestion()
  const client = useQueryClient()
  const replace = useCall(replaceShortlink, { invalidates: [listShortlinks] })
  const remove = useCall(removeShortlink, { invalidates: [listShortlinks], refreshesOnConflict: true })
  const of = useRecordForm(useShortlinkForm(), link, {
    messages: shortlinkProgress,
    // The endpoint replaces the whole target (LINK-11).
    update: async ({ stored: { shortCode }, all, version }) =>
      (await replace.call({ params: { shortCode }, body: targetOf(all), version })).data,
    onSaved: onClose,
    askToClose: question.askToClose,
  })
  const { shortCode } = link
  return (
    <RecordFormDialog
      of={of}
      question={question}
      opened={opened}
      title={messages.editTitle(shortCode)}
      submitLabel={messages.save}
      onSubmit={() => void of.submit('save')}
      onClose={onClose}
      history={{ type: 'shortlink', id: link._id }}
      extraAction={
        <DeleteRecord
          of={of}
          messages={messages}
          progress={shortlinkProgress.remove}
          name={shortCode}
          version={link.version}
          remove={(version) => remove.call({ params: { shortCode }, version })}
          undo={({ data }) => restoringFrom(client, data.bin_id, [listShortlinks])}
          onRemoved={onRemoved}
        />
      }
    >
      <CodeField form={of.form} isStored />
      <TargetFields form={of.form} />
      <fieldset>
        <legend className="gr-part">{messages.parametersTitle}</legend>
        <ParameterFields form={of.form} />
      </fieldset>
    </RecordFormDialog>
  )
}
