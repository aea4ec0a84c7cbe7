import { listEvents } from '@greenroom/contract/sessions/event/event.endpoints'
import type { Event } from '@greenroom/contract/sessions/event/event.schema'
import { copyEventToDates } from '@greenroom/contract/sessions/event/event-copies.endpoints'
import { useNavigate } from '@tanstack/react-router'
import { useCall } from '../../../lib/api/hooks.ts'
import { notify } from '../../../lib/notify.tsx'
import { showRecord } from '../../../shared/record/record-list/shown-record.ts'
import { CopyDatesDialog } from '../../../shared/sessions/session-copies/copy-dates-dialog.tsx'
import { copyDatesMessages } from '../../../shared/sessions/session-copies/copy-dates-messages.ts'
import { eventKinds } from './event-kind.ts'

interface EventCopyDatesProps {
  opened: boolean
  event: Event
  onClose: () => void
}

/** Copies an event or a webinar to unpublished ones on several dates, and shows them (OQ-513). */
export function EventCopyDates({ opened, event, onClose }: EventCopyDatesProps) {
  const navigate = useNavigate()
  const copy = useCall(copyEventToDates, { invalidates: [listEvents] })
  const { list, tabs } = eventKinds[event.event_type]
  return (
    <CopyDatesDialog
      opened={opened}
      session={event}
      onClose={onClose}
      onCreate={async (copies) => {
        const work = copy.call({ params: { id: event._id }, body: { copies } })
        const { pending, success, error } = copyDatesMessages.progress
        const { data } = await notify.progress(
          work,
          { pending, error, success: (made) => success(made.data.length) },
          { isOnScreen: true },
        )
        return () => {
          if (data[0]) showRecord(data[0]._id)
          void navigate({ to: list, search: tabs.draft ? { tab: 'draft' } : {} })
        }
      }}
    />
  )
}
