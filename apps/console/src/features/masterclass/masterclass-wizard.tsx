import { masterclassGroup } from '@greenroom/contract/masterclass/masterclass.rules'
import type { Masterclass } from '@greenroom/contract/masterclass/masterclass.schema'
import { Button } from '@mantine/core'
import { type FormErrors, schemaResolver, useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ApiError } from '../../lib/api/api-error.ts'
import { startOfDay } from '../../lib/dates.ts'
import { paths } from '../../lib/paths.ts'
import { readCredential } from '../../lib/session.ts'
import { isSame } from '../../shared/edit-conflict/merge-edits.ts'
import { useEditConflict } from '../../shared/edit-conflict/use-edit-conflict.tsx'
import type { ImageChoice } from '../../shared/image-field/image-choice.ts'
import { useClashQuestion } from '../../shared/meeting-account/clash-question.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { focusFirstField } from '../../ui/form-field.tsx'
import { ProblemNotice, RestoredNotice, SendingNotice } from '../../ui/form-notice.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { useUnsavedChanges } from '../../ui/unsaved-changes.ts'
import { closedGroup } from './masterclass-closed.ts'
import { DetailsStep } from './masterclass-details-step.tsx'
import { masterclassDraft } from './masterclass-draft.ts'
import {
  editedOf,
  emptyValues,
  formPathOf,
  formSchema,
  type MasterclassFormValues,
  stepOf,
  valuesOf,
} from './masterclass-form-values.ts'
import { JoiningStep } from './masterclass-joining-step.tsx'
import { readOnlyWords, wizardWords } from './masterclass-messages.ts'
import { PriceStep } from './masterclass-price-step.tsx'
import { MasterclassReadOnly } from './masterclass-read-only.tsx'
import { isMendable, useMasterclassSave } from './masterclass-save.ts'
import classes from './masterclass-wizard.module.css'
import { labelConflicts } from './masterclass-wizard-conflicts.tsx'
import { WizardSteps } from './masterclass-wizard-steps.tsx'

interface MasterclassWizardProps {
  /** The masterclass that is edited; null makes a new one. */
  record: Masterclass | null
}

type Saving = 'draft' | 'publish'
const lastStep = wizardWords.steps.length - 1

/** The three steps of a masterclass, and what saving and publishing lead to (MC-18 to MC-30). */
export function MasterclassWizard({ record }: MasterclassWizardProps) {
  const id = record?._id ?? null
  const mode = record === null ? 'create' : 'edit'
  const navigate = useNavigate()

  const [restored, setRestored] = useState(() => masterclassDraft.read(id))
  // What was loaded: an edit that is taken up again is still compared with what it began from.
  const [base, setBase] = useState(restored?.base ?? record)
  const [banner, setBanner] = useState<ImageChoice>({
    kind: restored?.banner === 'removed' ? 'removed' : 'kept',
  })
  const [step, setStep] = useState(restored?.step ?? 0)
  const [visited, setVisited] = useState(restored?.visited ?? 0)
  const [saving, setSaving] = useState<Saving | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [wasRefused, setWasRefused] = useState(false)
  const [isLeaving, setLeaving] = useState(false)

  const [validate] = useState(() =>
    schemaResolver(
      formSchema(mode, () => startOfDay()),
      { sync: true },
    ),
  )
  const form = useForm<MasterclassFormValues>({
    initialValues: restored?.values ?? (base ? valuesOf(base) : emptyValues()),
    validate,
    validateInputOnBlur: true,
  })
  const { values } = form
  const lostBanner = restored?.banner === 'picked' && banner.kind === 'kept'
  const isDirty = !isSame(
    comparable(values, base, banner),
    comparable(base ? valuesOf(base) : emptyValues(), base, { kind: 'kept' }),
  )
  const release = useUnsavedChanges(isDirty)
  const save = useMasterclassSave()
  const conflict = useEditConflict()
  const clash = useClashQuestion()

  const screen = useRef<HTMLDivElement>(null)
  const isSaving = useRef(false)
  // Fields to focus once the step that shows them is drawn.
  const [wanted, setWanted] = useState<readonly string[]>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer record counts only while nothing is typed
  useEffect(() => {
    if (record === null || base === null || record.version === base.version || isDirty) return
    setBase(record)
    form.setInitialValues(valuesOf(record))
    form.setValues(valuesOf(record))
  }, [record])

  // Kept at every change and not only at Next, because a session can end while a field is being filled (OQ-012).
  useEffect(() => {
    if (isSaving.current) return
    if (isDirty)
      masterclassDraft.write(id, { values, step, visited, banner: lostBanner ? 'picked' : banner.kind, base })
    else masterclassDraft.clear(id)
  }, [id, values, step, visited, banner, lostBanner, base, isDirty])

  // Who leaves by choice has been asked; after the end of a session or a failed save it is offered again.
  const keepsDraft = useRef(false)
  useEffect(
    () => () => {
      if (!keepsDraft.current && readCredential() !== null) masterclassDraft.clear(id)
    },
    [id],
  )

  const shownStep = useRef(step)
  useLayoutEffect(() => {
    const isNewStep = shownStep.current !== step
    shownStep.current = step
    if (!screen.current) return
    const found = wanted !== undefined && focusFirstField(screen.current, wanted)
    if (wanted) setWanted(undefined)
    if (found || !isNewStep) return
    screen.current.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [step, wanted])

  /** Marks the errors and shows the first step that has one. */
  const showErrors = (errors: FormErrors) => {
    form.setErrors(errors)
    const steps = Object.keys(errors).map((path) => stepOf(path) ?? step)
    const first = Math.min(...steps)
    setStep(first)
    setWanted(Object.keys(errors).filter((path) => stepOf(path) === first))
  }

  const goTo = (target: number) => {
    if (target > step) {
      const errors = only(validate(form.getValues()), (path) => (stepOf(path) ?? 0) < target)
      if (Object.keys(errors).length > 0) return showErrors(errors)
    }
    form.clearErrors()
    setStep(target)
    setVisited(Math.max(visited, target))
  }

  const leaveTo = (tab?: 'draft' | 'past') => {
    release()
    setLeaving(true)
    void navigate({ to: paths.masterclassList, search: tab ? { tab } : {} })
  }

  const finish = (saved: Masterclass) => {
    masterclassDraft.clear(id)
    const group = masterclassGroup(saved, new Date())
    leaveTo(group === 'active' ? undefined : group)
  }

  const mend = (reason: ApiError) => {
    const errors: Record<string, string> = {}
    const others: string[] = []
    for (const { path, message } of reason.errors) {
      const field = formPathOf(path)
      const isShown = stepOf(field) !== undefined && (mode === 'create' || !createOnly.includes(field))
      if (isShown) errors[field] ??= message
      else others.push(message)
    }
    setWasRefused(true)
    if (Object.keys(errors).length > 0) showErrors(errors)
    if (others.length > 0 || Object.keys(errors).length === 0) {
      setProblem(others.length > 0 ? others.join(' ') : reason.message)
    }
  }

  const store = async (): Promise<Masterclass | null> => {
    const onProgress = (sent: number) => setShare(sent)
    const current = form.getValues()
    if (base === null) return save.create(current, banner, onProgress)
    return save.update(base, current, banner, {
      onProgress,
      ask: (conflicts) => conflict.ask(labelConflicts(conflicts, banner)),
    })
  }

  const saveAnd = async (kind: Saving) => {
    const where = base ?? form.getValues()
    if (kind === 'publish' && !(await clash.mayBook('publish', where, id))) return
    let saved: Masterclass | null
    try {
      saved = await store()
    } catch (reason) {
      if (isMendable(reason)) return mend(reason)
      keepsDraft.current = true
      // A session that ended has led to the sign-in screen already.
      if (readCredential() !== null) {
        void save.refreshList()
        leaveTo()
      }
      return
    }
    if (saved === null) return
    // From here on it is stored: what was typed must not be offered again, whatever becomes of publishing.
    masterclassDraft.clear(id)
    if (kind === 'publish') saved = (await save.publish(saved._id)) ?? saved
    finish(saved)
  }

  const submit = async (kind: Saving) => {
    if (isSaving.current || (record && closedGroup(record))) return
    const errors = validate(form.getValues())
    if (Object.keys(errors).length > 0) return showErrors(errors)
    isSaving.current = true
    setSaving(kind)
    setProblem(null)
    setWasRefused(false)
    try {
      await saveAnd(kind)
    } finally {
      isSaving.current = false
      setSaving(null)
      setShare(null)
    }
  }

  const discard = () => {
    setRestored(null)
    setBase(record)
    setBanner({ kind: 'kept' })
    form.setValues(record ? valuesOf(record) : emptyValues())
    setProblem(null)
    setWasRefused(false)
    setStep(0)
    setVisited(0)
  }

  const isLast = step === lastStep
  const closed = saving === null && !isLeaving && record ? closedGroup(record) : null
  // What was typed before someone published it stays in sight; publishing it here leads to the list.
  if (record && closed && !isDirty) {
    return <MasterclassReadOnly key={record.version} masterclass={record} group={closed} />
  }
  const notice = problem ?? (closed && readOnlyWords[closed])
  return (
    <FormPage
      width="wizard"
      busy={saving !== null}
      status={wasRefused ? 'not-saved' : isDirty ? 'unsaved' : undefined}
      onSubmit={() => (isLast ? void submit('draft') : goTo(step + 1))}
      onCancel={() => leaveTo()}
      header={<WizardSteps current={step} visited={visited} disabled={saving !== null} onChoose={goTo} />}
      actions={
        <>
          {step > 0 && (
            <Button
              size="md"
              variant="default"
              className={classes.back}
              disabled={saving !== null}
              onClick={() => goTo(step - 1)}
            >
              {wizardWords.back}
            </Button>
          )}
          <span className={classes.stepCount}>
            Step {step + 1} of {wizardWords.steps.length}
          </span>
          {isLast ? (
            <>
              <BusyButton
                key="draft"
                size="md"
                variant="default"
                type="submit"
                busy={saving === 'draft'}
                disabled={saving === 'publish'}
              >
                {wizardWords.saveDraft}
              </BusyButton>
              <BusyButton
                key="publish"
                size="md"
                type="button"
                busy={saving === 'publish'}
                disabled={saving === 'draft'}
                onClick={() => void submit('publish')}
              >
                {mode === 'create' ? wizardWords.publishNew : wizardWords.publishStored}
              </BusyButton>
            </>
          ) : (
            <Button key="next" size="md" type="submit">
              {wizardWords.next}
            </Button>
          )}
        </>
      }
    >
      {restored && <RestoredNotice lost={lostBanner ? ['the banner'] : []} onDiscard={discard} />}
      {notice && <ProblemNotice message={notice} />}
      {share !== null && share < 1 && <SendingNotice label="Sending the banner" share={share} />}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw and name itself anew at every step */}
      <div
        ref={screen}
        role="group"
        aria-label={wizardWords.steps[step]}
        tabIndex={-1}
        className={classes.screen}
      >
        {step === 0 && (
          <DetailsStep
            mode={mode}
            form={form}
            storedBanner={base?.banner ?? null}
            banner={banner}
            onBanner={(choice) => {
              setBanner(choice)
              form.clearFieldError('banner')
            }}
          />
        )}
        {step === 1 && <PriceStep form={form} />}
        {step === 2 && <JoiningStep form={form} storedTypes={base?.links.map(({ name }) => name) ?? []} />}
      </div>
      {conflict.dialog}
      {clash.dialog}
    </FormPage>
  )
}

const createOnly: readonly string[] = ['start_time', 'end_time', 'creator', 'zoom_hub_name']

/** Everything that would be lost, as plain data; the rows' own keys say nothing. */
function comparable(values: MasterclassFormValues, base: Masterclass | null, banner: ImageChoice) {
  const { start_time, end_time, creator, zoom_hub_name } = values
  return {
    ...editedOf(values, base?.banner ?? null, banner),
    start_time,
    end_time,
    creator: creator?._id,
    zoom_hub_name,
  }
}

function only(errors: FormErrors, keep: (path: string) => boolean): FormErrors {
  return Object.fromEntries(Object.entries(errors).filter(([path]) => keep(path)))
}
