import { getEvent } from '@greenroom/contract/event/event.endpoints'
import { Event, type EventType } from '@greenroom/contract/event/event.schema'
import { Button } from '@mantine/core'
import { Navigate } from '@tanstack/react-router'
import { failureHelp } from '../../lib/api/api-error.ts'
import { useEditedRecord } from '../../shared/edited-record/use-edited-record.ts'
import { Loading } from '../../ui/loading.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatePanel } from '../../ui/state-panel.tsx'
import classes from './event-form.module.css'
import { EventForm } from './event-form.tsx'
import { editLink } from './event-kind.ts'
import { detailWords } from './event-messages.ts'

interface EventFormPageProps {
  kind: EventType
  mode: 'create' | 'edit'
}

/** The form of a new event or webinar or of a stored one (SHELL-21, SHELL-23, EVT-22). */
export function EventFormPage({ kind, mode }: EventFormPageProps) {
  return mode === 'create' ? <EventForm kind={kind} record={null} /> : <EditPage kind={kind} />
}

/** The form of the event that the address names (EVT-17, OQ-007). */
function EditPage({ kind }: { kind: EventType }) {
  const { id, record, error, retry } = useEditedRecord(getEvent, Event, 'event')
  // The same id under the other section's address: it has one form only.
  if (record && record.event_type !== kind) return <Navigate {...editLink(record)} replace />
  if (record) return <EventForm key={id} kind={kind} record={record} />
  if (error === null) return <Waiting label={detailWords[kind].loading} />
  return (
    <StatePanel
      kind="error"
      title={detailWords[kind].loadFailed}
      help={failureHelp(error)}
      action={
        <Button variant="default" onClick={retry}>
          Retry
        </Button>
      }
    />
  )
}

/** The shape of the first sections. */
function Waiting({ label }: { label: string }) {
  return (
    <Loading label={label} className={classes.waiting}>
      {[1, 2, 3].map((section) => (
        <div key={section} className={classes.waitingSection}>
          <Skeleton width="96px" height={16} />
          <div className={classes.waitingFields}>
            <Skeleton height={36} />
            <Skeleton height={section === 1 ? 100 : 36} />
          </div>
        </div>
      ))}
    </Loading>
  )
}
