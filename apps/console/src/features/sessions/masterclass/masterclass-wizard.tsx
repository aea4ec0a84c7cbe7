import {
  createMasterclass,
  updateMasterclass,
} from '@greenroom/contract/sessions/masterclass/masterclass.endpoints'
import { masterclassGroup } from '@greenroom/contract/sessions/masterclass/masterclass.rules'
import { Masterclass } from '@greenroom/contract/sessions/masterclass/masterclass.schema'
import {
  getMasterclass,
  listMasterclasses,
} from '@greenroom/contract/sessions/masterclass/masterclass-list.endpoints'
import type { CheckedSession } from '@greenroom/contract/sessions/publish-check/publish-check.rules'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { ApiError } from '../../../lib/api/api-error.ts'
import { queryKey, useCall } from '../../../lib/api/hooks.ts'
import { paths } from '../../../lib/paths.ts'
import { multipartFiles } from '../../../shared/record/record-form/multipart-files.ts'
import { EditedRecordPage, RecordFormPage } from '../../../shared/record/record-form/record-form-page.tsx'
import { useRecordForm } from '../../../shared/record/record-form/use-record-form.tsx'
import { showRecord } from '../../../shared/record/record-list/shown-record.ts'
import { useFormPublish } from '../../../shared/sessions/meeting-account/use-form-publish.ts'
import { EditNotice } from '../../../shared/sessions/registered-notice/edit-notice.tsx'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { ReadOnlyNotice } from '../../../ui/form-notice.tsx'
import { closedGroup } from './masterclass-closed.ts'
import { MasterclassDetailsStep } from './masterclass-details-step.tsx'
import {
  masterclassClosedMessages,
  masterclassProgress,
  masterclassWizardMessages as messages,
} from './masterclass-form-messages.ts'
import {
  type MasterclassFormValues,
  masterclassChangesOf,
  masterclassFieldOf,
  masterclassStepOf,
  masterclassValuesOf,
  newMasterclassOf,
} from './masterclass-form-values.ts'
import { MasterclassJoiningStep } from './masterclass-joining-step.tsx'
import { masterclassDetailMessages } from './masterclass-messages.ts'
import { MasterclassPriceStep } from './masterclass-price-step.tsx'
import { MasterclassReadOnly } from './masterclass-read-only.tsx'
import { masterclassForm } from './masterclass-record-form.tsx'
import classes from './masterclass-wizard.module.css'
import { WizardSteps } from './masterclass-wizard-steps.tsx'
import { usePublishMasterclass } from './use-publish-masterclass.ts'

/** Creates a masterclass, or edits the one that the address names (SHELL-16, SHELL-17, MC-22, OQ-007). */
export function MasterclassFormPage({ mode }: { mode: 'create' | 'edit' }): ReactNode {
  if (mode === 'create') return <MasterclassWizard record={null} />
  return (
    <EditedRecordPage
      endpoint={getMasterclass}
      schema={Masterclass}
      state="masterclass"
      messages={masterclassDetailMessages}
      name={({ title }) => title}
    >
      {(record) => <MasterclassWizard key={record._id} record={record} />}
    </EditedRecordPage>
  )
}

/** The three steps of a masterclass (MC-18 to MC-30). @param record null creates one */
function MasterclassWizard({ record }: { record: Masterclass | null }) {
  const navigate = useNavigate()
  const [isLeaving, setLeaving] = useState(false)

  const leave = (saved: Masterclass | null) => {
    const group = saved && masterclassGroup(saved, new Date())
    setLeaving(true)
    void navigate({ to: paths.masterclassList, search: group && group !== 'active' ? { tab: group } : {} })
  }

  const { of, question } = useMasterclassForm(record, leave)
  const { base, form } = of
  const wizard = useWizardSteps(of)
  const { step, isLast, goTo } = wizard

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
      notice={
        base !== null &&
        base.registrations_count > 0 &&
        of.isDirty && (
          <EditNotice
            before={knownOf(base, masterclassValuesOf(base))}
            after={knownOf(base, form.values)}
            registrations={base.registrations_count}
            isPublished={base.is_active}
          />
        )
      }
      onSubmit={() => (isLast ? submit('draft') : goTo(step + 1))}
      onCancel={() => leave(record)}
      header={<WizardSteps current={step} visited={wizard.visited} disabled={of.isSaving} onChoose={goTo} />}
      actions={<Actions of={of} wizard={wizard} onSubmit={submit} />}
    >
      {closed && <ReadOnlyNotice message={masterclassClosedMessages[closed]} />}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced again at every step */}
      <div
        ref={wizard.group}
        role="group"
        aria-label={messages.steps[step]}
        tabIndex={-1}
        className={classes.screen}
      >
        {step === 0 && (
          <MasterclassDetailsStep
            stored={base}
            isDraft={!closed}
            form={form}
            banner={of.image('banner', { removable: true })}
          />
        )}
        {step === 1 && <MasterclassPriceStep form={form} />}
        {step === 2 && (
          <MasterclassJoiningStep form={form} storedTypes={base?.links.map(({ name }) => name) ?? []} />
        )}
      </div>
      {question}
    </RecordFormPage>
  )
}

interface ActionsProps {
  of: ReturnType<typeof useMasterclassForm>['of']
  wizard: ReturnType<typeof useWizardSteps>
  onSubmit: (wanted: 'draft' | 'publish') => void
}

function Actions({ of, wizard, onSubmit }: ActionsProps) {
  const { base, action } = of
  const { step, isLast, goTo } = wizard
  const publishButton = (
    <BusyButton
      key="publish"
      size="md"
      variant={isLast ? undefined : 'default'}
      busy={action === 'publish'}
      disabled={action === 'draft'}
      onClick={() => onSubmit('publish')}
    >
      {base === null ? messages.publishNew : messages.publishStored}
    </BusyButton>
  )
  return (
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
          {publishButton}
        </>
      ) : (
        <>
          {base !== null && publishButton}
          <Button key="next" size="md" type="submit" disabled={of.isSaving}>
            {messages.next}
          </Button>
        </>
      )}
    </>
  )
}

/** The form of a masterclass: how it is saved and published. @param leave returns to the list */
function useMasterclassForm(record: Masterclass | null, leave: (saved: Masterclass | null) => void) {
  const client = useQueryClient()
  const create = useCall(createMasterclass, { invalidates: [listMasterclasses] })
  const update = useCall(updateMasterclass, { invalidates: [listMasterclasses, getMasterclass] })
  const publishing = useFormPublish(usePublishMasterclass())
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
    before: async (values, action: 'draft' | 'publish', base): Promise<boolean> =>
      action === 'draft' ||
      publishing.ask(base ?? values, record?._id ?? null, {
        session: checkedValuesOf(values, base),
        fieldOf: (path) => masterclassFieldOf(path, base !== null),
        showErrors: of.showErrors,
      }),
    after: async (saved, action) => (action === 'draft' ? saved : publishing.publish(saved)),
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
      const first = Math.min(...names.map((name) => masterclassStepOf(name) ?? of.form.values.step ?? 0))
      of.form.setFieldValue('step', first)
      return names.filter((name) => masterclassStepOf(name) === first)
    },
  })
  return { of, question: publishing.dialog }
}

/** The step that is shown. Its group takes the focus, unless a field has it. */
function useWizardSteps({ form, base, showErrors }: ReturnType<typeof useMasterclassForm>['of']) {
  const { step = 0, visited = 0 } = form.values
  const group = useRef<HTMLDivElement>(null)
  const shownStep = useRef(step)
  useLayoutEffect(() => {
    if (shownStep.current === step) return
    shownStep.current = step
    // A field with an error may have the focus already.
    if (group.current?.contains(document.activeElement)) return
    group.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [step])

  const goTo = (target: number) => {
    if (target > step) {
      const errors = Object.entries(
        masterclassForm.errors(form.getValues(), { base, isSubmit: false }),
      ).filter(([path]) => (masterclassStepOf(path) ?? 0) < target)
      if (errors.length > 0) return showErrors(Object.fromEntries(errors))
    }
    form.clearErrors()
    form.setFieldValue('step', target)
    form.setFieldValue('visited', Math.max(visited, target))
  }

  return { step, visited, isLast: step === messages.steps.length - 1, group, goTo }
}

/** What people who are registered know of a stored masterclass; its schedule is not in the form. */
function knownOf(base: Masterclass, values: MasterclassFormValues) {
  const { prices = [], links = [] } = newMasterclassOf(values)
  return {
    title: values.title,
    start_time: base.start_time,
    end_time: base.end_time,
    location: '',
    city: '',
    google_map_location: '',
    zoom_hub_name: base.zoom_hub_name,
    creator_id: base.creator_id._id,
    is_active: base.is_active,
    prices,
    links: links.filter(({ is_active }) => is_active),
  }
}

/** Returns what the check before publishing reads; the schedule of a stored masterclass is not in its form. */
function checkedValuesOf(values: MasterclassFormValues, base: Masterclass | null): CheckedSession {
  const { prices = [], links = [] } = newMasterclassOf(values)
  const { start_time, end_time, zoom_hub_name } = base ?? values
  return {
    kind: 'masterclass',
    start_time,
    end_time,
    zoom_hub_name,
    is_paid: !values.is_attach_to_superclass,
    prices,
    links: links.map(({ url, is_active = true }) => ({ url, is_active })),
    host_email: (base?.creator_id ?? values.creator)?.email ?? null,
    has_picture: values.banner !== null,
  }
}
