import { eventAllows, eventGroup } from '@greenroom/contract/event/event.rules'
import type { Event, EventType } from '@greenroom/contract/event/event.schema'
import { Button } from '@mantine/core'
import { type FormErrors, useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ApiError, failureMessage } from '../../lib/api/api-error.ts'
import { notify } from '../../lib/notify.tsx'
import { readCredential } from '../../lib/session.ts'
import { isSame } from '../../shared/edit-conflict/merge-edits.ts'
import { useEditConflict } from '../../shared/edit-conflict/use-edit-conflict.tsx'
import { findClashes } from '../../shared/meeting-account/booked-clashes.ts'
import { useClashQuestion } from '../../shared/meeting-account/clash-question.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { focusFirstField } from '../../ui/form-field.tsx'
import { ProblemNotice, RestoredNotice, SendingNotice } from '../../ui/form-notice.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { useUnsavedChanges } from '../../ui/unsaved-changes.ts'
import { labelConflicts } from './event-conflicts.tsx'
import { DetailsSection } from './event-details-section.tsx'
import { DiscountSection } from './event-discount-section.tsx'
import { eventDrafts } from './event-draft.ts'
import { formErrors, showsTicketsSold } from './event-form-errors.ts'
import {
  type EventFormValues,
  editedOf,
  emptyValues,
  formPathOf,
  keptPictures,
  type Pictures,
  pictureFields,
  valuesOf,
} from './event-form-values.ts'
import { eventKinds } from './event-kind.ts'
import { pictureNames, saveWords } from './event-messages.ts'
import { PictureSection } from './event-picture-section.tsx'
import { PriceSection } from './event-price-section.tsx'
import { useEventSave } from './event-save.ts'
import { TicketSection } from './event-ticket-section.tsx'
import { TimeSection } from './event-time-section.tsx'
import { VisibilitySection } from './event-visibility-section.tsx'

interface EventFormProps {
  kind: EventType
  /** The event or webinar that is edited; null makes a new one. */
  record: Event | null
}

type Saving = 'save' | 'publish'

/** The form of an event or a webinar, and what saving and publishing lead to (EVT-09 to EVT-13, EVT-18, EVT-22). */
export function EventForm({ kind, record }: EventFormProps) {
  const id = record?._id ?? null
  const { list } = eventKinds[kind]
  const draft = eventDrafts[kind]
  const navigate = useNavigate()

  const [restored, setRestored] = useState(() => draft.read(id))
  // What was loaded: an edit that is taken up again is still compared with what it began from.
  const [base, setBase] = useState(restored?.base ?? record)
  const [pictures, setPictures] = useState<Pictures>(() => picturesOf(restored?.pictures))
  const [saving, setSaving] = useState<Saving | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [wasRefused, setWasRefused] = useState(false)

  const judge = (values: EventFormValues) => formErrors(values, { kind, stored: base })
  const form = useForm<EventFormValues>({
    initialValues: restored?.values ?? (base ? valuesOf(base) : emptyValues()),
    validate: judge,
    validateInputOnBlur: true,
  })
  const { values } = form
  const lost = pictureFields.filter(
    (field) => restored?.pictures[field] === 'picked' && pictures[field].kind === 'kept',
  )
  const isDirty = !isSame(
    editedOf(values, base, pictures),
    editedOf(base ? valuesOf(base) : emptyValues(), base, keptPictures()),
  )
  const release = useUnsavedChanges(isDirty)
  const save = useEventSave(kind)
  const conflict = useEditConflict()
  const clash = useClashQuestion()

  const screen = useRef<HTMLDivElement>(null)
  const isSaving = useRef(false)
  // Fields to focus once their errors are drawn.
  const [wanted, setWanted] = useState<readonly string[]>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer record counts only while nothing is typed
  useEffect(() => {
    if (record === null || base === null || record.version === base.version || isDirty) return
    setBase(record)
    form.setInitialValues(valuesOf(record))
    form.setValues(valuesOf(record))
  }, [record])

  // Kept at every change, because a session can end while a field is being filled (OQ-012).
  const lostNames = lost.join()
  useEffect(() => {
    if (isSaving.current) return
    if (!isDirty) return draft.clear(id)
    draft.write(id, { values, pictures: marksOf(pictures, lostNames.split(',')), base })
  }, [draft, id, values, pictures, lostNames, base, isDirty])

  // Who leaves by choice has been asked; after the end of a session it is offered again.
  useEffect(
    () => () => {
      if (readCredential() !== null) draft.clear(id)
    },
    [draft, id],
  )

  useLayoutEffect(() => {
    if (!wanted) return
    if (screen.current) focusFirstField(screen.current, wanted)
    setWanted(undefined)
  }, [wanted])

  const showErrors = (errors: FormErrors) => {
    form.setErrors(errors)
    setWanted(Object.keys(errors))
  }

  /** Goes to the list, to the tab that holds the event; unsaved changes are asked about (OQ-109). */
  const leave = (event: Event | null) => {
    const group = event && eventGroup(event, new Date())
    const search = group && group !== 'active' && eventKinds[kind].tabs.includes(group) ? { tab: group } : {}
    void navigate({ to: list, search })
  }

  /** Marks the fields that the server named; what no field shows is said above the form (OQ-063). */
  const mend = (reason: unknown) => {
    // biome-ignore lint/suspicious/noConsole: a failed save is logged (EVT-31)
    console.error(`${kind === 'OFFLINE' ? 'Event' : 'Webinar'} not saved:`, failureMessage(reason))
    setWasRefused(true)
    const refused = reason instanceof ApiError ? reason.errors : []
    const sent = editedOf(form.getValues(), base, pictures)
    const errors: Record<string, string> = {}
    const others: string[] = []
    for (const { path, message } of refused) {
      const field = formPathOf(path, sent)
      if (isShown(field)) errors[field] ??= message
      // Fewer tickets than are sold is marked at the total, where the sold ones are not shown.
      else if (field !== 'total_tickets_sold') others.push(message)
    }
    if (Object.keys(errors).length > 0) showErrors(errors)
    if (others.length > 0 || Object.keys(errors).length === 0) {
      setProblem(others.length > 0 ? others.join(' ') : failureMessage(reason))
    }
  }

  const isShown = (field: string) =>
    screen.current?.querySelector(`[data-field="${CSS.escape(field)}"]`) != null

  const saveAnd = async (what: Saving) => {
    const current = form.getValues()
    const action = what === 'publish' ? 'publish' : isMoved(base, current) ? 'move' : null
    if (kind === 'ONLINE' && action !== null) {
      const clashes = await findClashes(current, id)
      const account = current.zoom_hub_name ?? ''
      if (clashes.length > 0 && !(await clash.ask({ action, account, clashes }))) return
    }
    const entered = { values: current, pictures, onProgress: setShare }
    let saved: Event | null
    try {
      saved =
        base === null
          ? await save.create(entered)
          : await save.update(base, entered, (conflicts) => conflict.ask(labelConflicts(conflicts, pictures)))
    } catch (reason) {
      // A session that ended has led to the sign-in screen already.
      if (readCredential() !== null) mend(reason)
      return
    }
    if (saved === null) return
    // From here on it is stored: what was typed must not be offered again, whatever becomes of publishing.
    draft.clear(id)
    if (what === 'publish') saved = (await save.publish(saved._id)) ?? saved
    else notify.success(saveWords[kind].saved)
    draft.clear(id)
    release()
    leave(saved)
  }

  const hide = async (shown: Event) => {
    const hidden = await save.hide(shown)
    // An untouched form may have taken the newer record already.
    setBase((current) => (current && current.version !== shown.version ? current : hidden))
    form.setFieldValue('is_active', false)
    notify.success(saveWords[kind].hidden)
  }

  const submit = async (what: Saving) => {
    if (isSaving.current) return
    setProblem(null)
    setWasRefused(false)
    const errors = judge(form.getValues())
    if (Object.keys(errors).length > 0) return showErrors(errors)
    isSaving.current = true
    setSaving(what)
    try {
      await saveAnd(what)
    } finally {
      isSaving.current = false
      setSaving(null)
      setShare(null)
    }
  }

  const discard = () => {
    setRestored(null)
    setBase(record)
    setPictures(keptPictures())
    form.setValues(record ? valuesOf(record) : emptyValues())
    form.clearErrors()
    setProblem(null)
    setWasRefused(false)
  }

  // A new offline event is published by its save (EVT-10).
  const offersPublish = base === null ? kind === 'ONLINE' : eventAllows.publish(base)
  return (
    <FormPage
      busy={saving !== null}
      status={wasRefused ? 'not-saved' : isDirty ? 'unsaved' : undefined}
      onSubmit={() => void submit('save')}
      onCancel={() => leave(record)}
      actions={
        <>
          <Button size="md" variant="subtle" disabled={saving !== null} onClick={() => leave(record)}>
            Cancel
          </Button>
          <BusyButton
            size="md"
            type="submit"
            variant={offersPublish ? 'default' : undefined}
            busy={saving === 'save'}
            disabled={saving === 'publish'}
          >
            Save
          </BusyButton>
          {offersPublish && (
            <BusyButton
              size="md"
              type="button"
              busy={saving === 'publish'}
              disabled={saving === 'save'}
              onClick={() => void submit('publish')}
            >
              Publish
            </BusyButton>
          )}
        </>
      }
    >
      {restored && (
        <RestoredNotice
          lost={lost.map((field) => `the ${pictureNames[field].toLowerCase()}`)}
          onDiscard={discard}
        />
      )}
      {problem && <ProblemNotice message={problem} />}
      {share !== null && share < 1 && <SendingNotice label="Sending the images" share={share} />}
      <div ref={screen}>
        <DetailsSection form={form} />
        <TimeSection kind={kind} form={form} stored={base} />
        <TicketSection form={form} showsSold={showsTicketsSold(kind, base)} />
        <PriceSection kind={kind} form={form} />
        <DiscountSection form={form} />
        <PictureSection
          stored={base}
          pictures={pictures}
          onChoose={(field, choice) => {
            setPictures((before) => ({ ...before, [field]: choice }))
            form.clearFieldError(field)
          }}
          errors={form.errors}
        />
        {base !== null && (
          <VisibilitySection
            kind={kind}
            form={form}
            isShown={base.is_active}
            busy={saving !== null}
            onHide={() => hide(base)}
          />
        )}
      </div>
      {conflict.dialog}
      {clash.dialog}
    </FormPage>
  )
}

/** Whether the form gives a published webinar another time: its place on the account moves with it (OQ-112). */
function isMoved(base: Event | null, { start_time, end_time }: EventFormValues): boolean {
  return base?.is_published === true && (start_time !== base.start_time || end_time !== base.end_time)
}

type Marks = Record<keyof Pictures, 'kept' | 'removed' | 'picked'>

function picturesOf(marks: Marks | undefined): Pictures {
  const pictures = keptPictures()
  for (const field of pictureFields) if (marks?.[field] === 'removed') pictures[field] = { kind: 'removed' }
  return pictures
}

/** What is kept of the pictures; a file that was lost stays lost until it is picked again. */
function marksOf(pictures: Pictures, lost: readonly string[]): Marks {
  const mark = (field: keyof Pictures) => (lost.includes(field) ? 'picked' : pictures[field].kind)
  return {
    banner: mark('banner'),
    ticket_banner: mark('ticket_banner'),
    post_event_banner: mark('post_event_banner'),
  }
}
