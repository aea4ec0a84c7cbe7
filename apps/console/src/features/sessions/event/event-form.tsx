import {
  createEvent,
  getEvent,
  listEvents,
  updateEvent,
} from '@greenroom/contract/sessions/event/event.endpoints'
import { eventAllows, eventGroup } from '@greenroom/contract/sessions/event/event.rules'
import { Event, type EventType } from '@greenroom/contract/sessions/event/event.schema'
import { listMeetingAccounts } from '@greenroom/contract/sessions/meeting/meeting.endpoints'
import type { CheckedSession } from '@greenroom/contract/sessions/publish-check/publish-check.rules'
import { Button } from '@mantine/core'
import { Navigate, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { ApiError, failureMessage } from '../../../lib/api/api-error.ts'
import { useCall } from '../../../lib/api/hooks.ts'
import { notify } from '../../../lib/notify.tsx'
import { multipartFiles } from '../../../shared/record/record-form/multipart-files.ts'
import type { Sending } from '../../../shared/record/record-form/record-form.ts'
import { EditedRecordPage, RecordFormPage } from '../../../shared/record/record-form/record-form-page.tsx'
import { useRecordForm } from '../../../shared/record/record-form/use-record-form.tsx'
import { showRecord } from '../../../shared/record/record-list/shown-record.ts'
import { useFormPublish } from '../../../shared/sessions/meeting-account/use-form-publish.ts'
import { EditNotice } from '../../../shared/sessions/registered-notice/edit-notice.tsx'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { showsTicketsSold } from './event-form-errors.ts'
import {
  type EventFormValues,
  type EventPicture,
  editedEventOf,
  eventChangesOf,
  eventPricesOf,
  eventValuesOf,
  newEventOf,
} from './event-form-values.ts'
import { eventEditLink, eventKinds } from './event-kind.ts'
import { eventDetailMessages, eventSaveMessages } from './event-messages.ts'
import { EventPriceSection } from './event-price-section.tsx'
import { eventForms } from './event-record-form.tsx'
import {
  EventDetailsSection,
  EventDiscountSection,
  EventPictureSection,
  EventTicketSection,
  EventVisibilitySection,
} from './event-sections.tsx'
import { EventTimeSection } from './event-time-section.tsx'
import { usePublishEvent } from './use-publish-event.ts'

interface EventFormPageProps {
  kind: EventType
  mode: 'create' | 'edit'
}

/**
 * Creates an event or a webinar, or edits the one that the address names (SHELL-21, SHELL-23, EVT-17, EVT-22, OQ-007).
 */
export function EventFormPage({ kind, mode }: EventFormPageProps): ReactNode {
  if (mode === 'create') return <EventForm kind={kind} record={null} />
  return (
    <EditedRecordPage
      endpoint={getEvent}
      schema={Event}
      state="event"
      messages={eventDetailMessages[kind]}
      name={({ title }) => title}
    >
      {(record) =>
        // The id may belong to the other section, which has its own form.
        record.event_type === kind ? (
          <EventForm key={record._id} kind={kind} record={record} />
        ) : (
          <Navigate {...eventEditLink(record)} replace />
        )
      }
    </EditedRecordPage>
  )
}

interface EventFormProps {
  kind: EventType
  /** Null creates one. */
  record: Event | null
}

/** The form of an event or a webinar (EVT-09 to EVT-13, EVT-18). */
function EventForm({ kind, record }: EventFormProps) {
  const navigate = useNavigate()
  const leave = (event: Event | null) => {
    const group = event && eventGroup(event, new Date())
    const search = group && group !== 'active' && group in eventKinds[kind].tabs ? { tab: group } : {}
    void navigate({ to: eventKinds[kind].list, search })
  }
  const { of, hide, question } = useEventForm(kind, record, (saved) => {
    showRecord(saved._id)
    leave(saved)
  })
  const { base, form, action } = of
  // Saving a new offline event publishes it (EVT-10).
  const offersPublish = base === null ? kind === 'ONLINE' : eventAllows.publish(base)
  return (
    <RecordFormPage
      of={of}
      onSubmit={() => void of.submit('save')}
      onCancel={() => leave(record)}
      notice={
        base !== null &&
        base.registrations_count > 0 &&
        of.isDirty && (
          <EditNotice
            before={knownOf(eventValuesOf(base))}
            after={knownOf(form.values)}
            registrations={base.registrations_count}
            isPublished={base.is_published}
          />
        )
      }
      actions={
        <>
          <Button size="md" variant="subtle" onClick={() => leave(record)}>
            Cancel
          </Button>
          <BusyButton
            size="md"
            type="submit"
            variant={offersPublish ? 'default' : undefined}
            busy={action === 'save'}
            disabled={action === 'publish'}
          >
            Save
          </BusyButton>
          {offersPublish && (
            <BusyButton
              size="md"
              busy={action === 'publish'}
              disabled={action === 'save'}
              onClick={() => void of.submit('publish')}
            >
              Publish
            </BusyButton>
          )}
        </>
      }
    >
      <EventDetailsSection form={form} />
      <EventTimeSection kind={kind} form={form} stored={base} />
      <EventTicketSection form={form} showsSold={showsTicketsSold(kind, base)} stored={base} />
      <EventPriceSection kind={kind} form={form} />
      <EventDiscountSection form={form} />
      <EventPictureSection image={(field) => of.image(field, { removable: true })} />
      {base !== null && (
        <EventVisibilitySection kind={kind} form={form} isShown={base.is_active} onHide={() => hide(base)} />
      )}
      {question}
    </RecordFormPage>
  )
}

function filesOf(values: Partial<Pick<EventFormValues, EventPicture>>, sending: Sending) {
  const { banner, ticket_banner, post_event_banner } = values
  return multipartFiles({ banner, ticket_banner, post_event_banner }, sending)
}

/** What people who are registered know of a session. */
function knownOf(values: EventFormValues) {
  return {
    ...values,
    creator_id: values.creator?._id ?? null,
    prices: eventPricesOf(editedEventOf(values)),
    links: [],
  }
}

/** The form of an event or a webinar: how it is saved, published and hidden. */
function useEventForm(kind: EventType, record: Event | null, onSaved: (saved: Event) => void) {
  const messages = eventSaveMessages[kind]
  const changed = [listEvents, getEvent, listMeetingAccounts]
  const create = useCall(createEvent, { invalidates: [listEvents] })
  const update = useCall(updateEvent, { invalidates: changed })
  const publishing = useFormPublish(usePublishEvent())

  const of = useRecordForm(eventForms[kind], record, {
    create: async (values, sending) =>
      (await create.call({ body: newEventOf(kind, values), ...filesOf(values, sending) })).data,
    update: async ({ stored, changes, all, version }, sending) => {
      const body = eventChangesOf(changes, all)
      const params = { id: stored._id }
      return (await update.call({ params, body, version, ...filesOf(changes, sending) })).data
    },
    before: async (values, action: 'save' | 'publish', stored): Promise<boolean> => {
      const isPublish = action === 'publish'
      if (!isPublish && (kind === 'OFFLINE' || !isMoved(stored, values))) return true
      return publishing.ask(
        values,
        record?._id ?? null,
        isPublish
          ? {
              session: checkedValuesOf(kind, values),
              fieldOf: (path) => eventForms[kind].fieldOf(path, values, stored),
              showErrors: of.showErrors,
            }
          : undefined,
      )
    },
    after: async (saved, action) => {
      if (action === 'publish') return publishing.publish(saved)
      notify.success(messages.saved)
      return saved
    },
    awayMessages: { error: messages.notSaved },
    onSaved,
    onFailed: (reason) => {
      // biome-ignore lint/suspicious/noConsole: a failed save is logged (EVT-31)
      console.error(`${kind === 'OFFLINE' ? 'Event' : 'Webinar'} not saved:`, failureMessage(reason))
      return false
    },
  })

  /** Hides the stored event at once. Other changes in the form stay unsaved (OQ-058). */
  const hide = async (shown: Event) => {
    const send = (version: number) =>
      update.call({ params: { id: shown._id }, body: { is_active: false }, version })
    try {
      of.rebase((await send(shown.version)).data)
    } catch (reason) {
      if (!(reason instanceof ApiError) || reason.code !== 'STALE') throw reason
      await send(z.parse(Event, reason.data).version)
      // Still based on the loaded version, so that the next save merges the other person's changes (OQ-109).
      of.rebase({ ...shown, is_active: false })
    }
    of.form.setFieldValue('is_active', false)
    notify.success(messages.hidden)
  }

  return { of, hide, question: publishing.dialog }
}

/** Returns what the check before publishing reads. */
function checkedValuesOf(kind: EventType, values: EventFormValues): CheckedSession {
  return {
    kind: kind === 'ONLINE' ? 'webinar' : 'event',
    start_time: values.start_time,
    end_time: values.end_time,
    zoom_hub_name: values.zoom_hub_name,
    is_paid: values.is_paid,
    prices: eventPricesOf(editedEventOf(values)),
    links: [],
    host_email: values.creator?.email ?? null,
    has_picture: values.banner !== null,
  }
}

/** Returns whether a published webinar gets another time, which also moves its meeting (OQ-112). */
function isMoved(base: Event | null, { start_time, end_time }: EventFormValues): boolean {
  return base?.is_published === true && (start_time !== base.start_time || end_time !== base.end_time)
}
