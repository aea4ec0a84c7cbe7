import {
  createMasterclass,
  getMasterclass,
  listMasterclasses,
  publishMasterclass,
  updateMasterclass,
} from '@greenroom/contract/masterclass/masterclass.endpoints'
import { masterclassGroup } from '@greenroom/contract/masterclass/masterclass.rules'
import { Masterclass } from '@greenroom/contract/masterclass/masterclass.schema'
import { listMeetingAccounts } from '@greenroom/contract/meeting/meeting.endpoints'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { ApiError } from '../../lib/api/api-error.ts'
import { queryKey, useCall } from '../../lib/api/hooks.ts'
import { notify } from '../../lib/notify.tsx'
import { paths } from '../../lib/paths.ts'
import { useClashQuestion } from '../../shared/meeting-account/clash-question.tsx'
import { multipartFiles } from '../../shared/record-form/multipart-files.ts'
import { EditedRecordPage, RecordFormPage } from '../../shared/record-form/record-form-page.tsx'
import { useRecordForm } from '../../shared/record-form/use-record-form.tsx'
import { showRecord } from '../../shared/record-list/shown-record.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ReadOnlyNotice } from '../../ui/form-notice.tsx'
import { closedGroup } from './masterclass-closed.ts'
import { MasterclassDetailsStep } from './masterclass-details-step.tsx'
import { masterclassChangesOf, masterclassStepOf, newMasterclassOf } from './masterclass-form-values.ts'
import { MasterclassJoiningStep } from './masterclass-joining-step.tsx'
import {
  masterclassClosedMessages,
  masterclassDetailMessages,
  masterclassProgress,
  masterclassWizardMessages as messages,
} from './masterclass-messages.ts'
import { MasterclassPriceStep } from './masterclass-price-step.tsx'
import { MasterclassReadOnly } from './masterclass-read-only.tsx'
import { masterclassForm } from './masterclass-record-form.tsx'
import classes from './masterclass-wizard.module.css'
import { WizardSteps } from './masterclass-wizard-steps.tsx'

/** Creates a masterclass, or edits the one that the address names (SHELL-16, SHELL-17, MC-22, OQ-007). */
export function MasterclassFormPage({ mode }: { mode: 'create' | 'edit' }): ReactNode {
  if (mode === 'create') return <MasterclassWizard record={null} />
  return (
    <EditedRecordPage
      endpoint={getMasterclass}
      schema={Masterclass}
      state="masterclass"
      messages={masterclassDetailMessages}
    >
      {(record) => <MasterclassWizard key={record._id} record={record} />}
    </EditedRecordPage>
  )
}

/** The three steps of a masterclass (MC-18 to MC-30). @param record null creates one */
function MasterclassWizard({ record }: { record: Masterclass | null }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const create = useCall(createMasterclass, { invalidates: [listMasterclasses] })
  const update = useCall(updateMasterclass, { invalidates: [listMasterclasses, getMasterclass] })
  const publish = useCall(publishMasterclass, {
    invalidates: [listMasterclasses, getMasterclass, listMeetingAccounts],
  })
  const clash = useClashQuestion()
  const [isLeaving, setLeaving] = useState(false)

  const leave = (saved: Masterclass | null) => {
    const group = saved && masterclassGroup(saved, new Date())
    setLeaving(true)
    void navigate({ to: paths.masterclassList, search: group && group !== 'active' ? { tab: group } : {} })
  }

  const of = useRecordForm(masterclassForm, record, {
    messages: masterclassProgress,
    create: async (values, sending) => {
      const body = newMasterclassOf(values)
      return (await create.call({ body, ...multipartFiles({ images: values.banner }, sending) })).data
    },
    update: async ({ stored, changes, all, version }, sending) => {
      // Someone else has published it, so it can no longer be edited (OQ-134).
      const closed = closedGroup(stored)
      if (closed) {
        throw new ApiError(409, { message: masterclassClosedMessages[closed], code: 'WRONG_STATE' })
      }
      const body = masterclassChangesOf(changes, all)
      const files = multipartFiles({ images: changes.banner }, sending)
      return (await update.call({ params: { id: stored._id }, body, version, ...files })).data
    },
    before: async (values, action: 'draft' | 'publish', base) =>
      action === 'draft' || clash.mayBook('publish', base ?? values, record?._id ?? null),
    after: async (saved, action) => {
      if (action === 'draft') return saved
      try {
        const work = publish.call({ body: { masterclass_id: saved._id } })
        return (await notify.progress(work, masterclassProgress.publish)).data
      } catch {
        // The toast has the reason. The masterclass stays a draft (MC-28).
        return saved
      }
    },
    onSaved: (saved) => {
      showRecord(saved._id)
      leave(saved)
    },
    onFailed: (reason): boolean => {
      if (!(reason instanceof ApiError) || (reason.status >= 400 && reason.status < 500)) return false
      // The outcome is unknown: return to the list and keep the draft (MC-30, OQ-033).
      void client.invalidateQueries({ queryKey: queryKey(listMasterclasses) })
      of.release()
      leave(null)
      return true
    },
    reveal: (names): readonly string[] => {
      const first = Math.min(...names.map((name) => masterclassStepOf(name) ?? step))
      of.form.setFieldValue('step', first)
      return names.filter((name) => masterclassStepOf(name) === first)
    },
  })
  const { base, form, action } = of
  const { step = 0, visited = 0 } = form.values
  const isLast = step === messages.steps.length - 1

  const stepGroup = useRef<HTMLDivElement>(null)
  const shownStep = useRef(step)
  useLayoutEffect(() => {
    if (shownStep.current === step) return
    shownStep.current = step
    // A field with an error may have the focus already.
    if (stepGroup.current?.contains(document.activeElement)) return
    stepGroup.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [step])

  const goTo = (target: number) => {
    if (target > step) {
      const errors = Object.entries(
        masterclassForm.errors(form.getValues(), { base, isSubmit: false }),
      ).filter(([path]) => (masterclassStepOf(path) ?? 0) < target)
      if (errors.length > 0) return of.showErrors(Object.fromEntries(errors))
    }
    form.clearErrors()
    form.setFieldValue('step', target)
    form.setFieldValue('visited', Math.max(visited, target))
  }

  const closed = record && !of.isSaving && !isLeaving ? closedGroup(record) : null
  if (record && closed && !of.isDirty) {
    return <MasterclassReadOnly key={record.version} masterclass={record} group={closed} />
  }
  const submit = (wanted: 'draft' | 'publish') => {
    if (!closed) void of.submit(wanted)
  }
  return (
    <RecordFormPage
      of={of}
      width="wizard"
      onSubmit={() => (isLast ? submit('draft') : goTo(step + 1))}
      onCancel={() => leave(record)}
      header={<WizardSteps current={step} visited={visited} disabled={of.isSaving} onChoose={goTo} />}
      actions={
        <>
          {step > 0 && (
            <Button
              size="md"
              variant="default"
              className={classes.back}
              disabled={of.isSaving}
              onClick={() => goTo(step - 1)}
            >
              {messages.back}
            </Button>
          )}
          <span className={classes.stepCount}>
            Step {step + 1} of {messages.steps.length}
          </span>
          {isLast ? (
            <>
              <BusyButton
                key="draft"
                size="md"
                variant="default"
                type="submit"
                busy={action === 'draft'}
                disabled={action === 'publish'}
              >
                {messages.saveDraft}
              </BusyButton>
              <BusyButton
                key="publish"
                size="md"
                busy={action === 'publish'}
                disabled={action === 'draft'}
                onClick={() => submit('publish')}
              >
                {base === null ? messages.publishNew : messages.publishStored}
              </BusyButton>
            </>
          ) : (
            <Button key="next" size="md" type="submit">
              {messages.next}
            </Button>
          )}
        </>
      }
    >
      {closed && <ReadOnlyNotice message={masterclassClosedMessages[closed]} />}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced again at every step */}
      <div
        ref={stepGroup}
        role="group"
        aria-label={messages.steps[step]}
        tabIndex={-1}
        className={classes.screen}
      >
        {step === 0 && (
          <MasterclassDetailsStep
            isNew={base === null}
            form={form}
            banner={of.image('banner', { removable: true })}
          />
        )}
        {step === 1 && <MasterclassPriceStep form={form} />}
        {step === 2 && (
          <MasterclassJoiningStep form={form} storedTypes={base?.links.map(({ name }) => name) ?? []} />
        )}
      </div>
      {clash.dialog}
    </RecordFormPage>
  )
}
